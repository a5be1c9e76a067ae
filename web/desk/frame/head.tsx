import { type CSSProperties, useEffect, useRef } from 'react'
import { addDays, dayWords } from '../../../booking/time.ts'
import { desk } from '../../../copy/desk.ts'
import { Go } from '../navigation/go.tsx'
import { dayRoute } from '../navigation/paths.ts'
import { goTo } from '../navigation/steps.ts'
import { announce } from '../ui/announcer.tsx'
import { Icon } from '../ui/icons.tsx'
import { DeskLabel } from '../ui/label.tsx'
import { useTitle } from '../ui/use-title.ts'
import { monthWords } from '../ui/words.ts'
import { Commands } from './commands.tsx'

function Steps({ date, today }: { date: string; today: string }) {
  return (
    <div className="steps">
      <Go to={dayRoute(addDays(date, -1))} label={desk.previousDay}>
        <Icon name="left" />
      </Go>
      <Go to={dayRoute(today)}>{desk.today}</Go>
      <Go to={dayRoute(addDays(date, 1))} label={desk.nextDay}>
        <Icon name="right" />
      </Go>
    </div>
  )
}

const monthsAround = 12

/** The first of each month, a year back and a year on. */
function months(date: string): string[] {
  const [year = 0, month = 1] = date.split('-').map(Number)
  return Array.from({ length: 2 * monthsAround + 1 }, (_, index) =>
    new Date(Date.UTC(year, month - 1 + index - monthsAround)).toISOString().slice(0, 10),
  )
}

function MonthJump({ date, today }: { date: string; today: string }) {
  return (
    <select
      className="month"
      aria-label={desk.month}
      value={`${date.slice(0, 7)}-01`}
      onChange={(event) => goTo(dayRoute(event.target.value))}
    >
      {months(date).map((first) => (
        <option key={first} value={first}>
          {monthWords(first, today)}
        </option>
      ))}
    </select>
  )
}

/** Label, day, and the way to others; on a wide screen every command. */
export function Head({ date, today, isWide }: { date: string; today: string; isWide: boolean }) {
  const words = dayWords(date)
  const year = date.slice(0, 4) === today.slice(0, 4) ? undefined : date.slice(0, 4)
  const letters = words.length + (year ? ', 2027'.length : 0)
  const heading = useRef<HTMLHeadingElement>(null)
  const lastSaid = useRef(words)
  useTitle(words)
  useEffect(() => {
    if (lastSaid.current === words) return
    lastSaid.current = words
    // By an arrow key, or by a control that is gone: it goes on from the day. Otherwise the focus stays where it is.
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
    else announce(words)
  }, [words])
  return (
    <header className="head">
      <button type="button" className="skip" onClick={() => document.querySelector('main')?.focus()}>
        {desk.skip}
      </button>
      <DeskLabel />
      {isWide && <Commands date={date} />}
      {/* The style sheet adds the year: what the heading is called stays the day. */}
      <h1 ref={heading} tabIndex={-1} style={{ '--letters': letters } as CSSProperties} data-year={year}>
        {words}
      </h1>
      <Steps date={date} today={today} />
      {isWide && (
        <>
          <MonthJump date={date} today={today} />
          <div className="head-verbs">
            <Go className="button" to={`${dayRoute(date)}/close`}>
              {desk.close}
            </Go>
            <Go className="verb" to={`${dayRoute(date)}/book`}>
              {desk.book}
            </Go>
          </div>
        </>
      )}
    </header>
  )
}

/** Under the thumb. */
export function ThumbBar({ date }: { date: string }) {
  const day = dayRoute(date)
  return (
    <div className="bar pinked">
      <Go className="verb" to={`${day}/book`}>
        {desk.book}
      </Go>
      <Go className="bar-button" to={`${day}/close`}>
        {desk.close}
      </Go>
      <Go className="bar-icon" to={`${day}/more`} label={desk.more}>
        <Icon name="menu" />
      </Go>
    </div>
  )
}
