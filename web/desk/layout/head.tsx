import './head.css'
import { Fragment, type ReactNode, useEffect, useRef } from 'react'
import { desk } from '#copy/desk.ts'
import { addDays, addMonths, firstOfMonth, formatDay } from '../../../booking/time.ts'
import { dayRoute, type FullView, LinkButton, useHistory } from '../navigation.tsx'
import { useIsWide, useNow, useTitle } from '../ui/hooks.ts'
import { DeskLabel, Icon } from '../ui/icons.tsx'
import { announce } from '../ui/notices.tsx'
import { monthWords } from '../ui/words.ts'

const monthsAround = 12

function MonthJump({ date, today }: { date: string; today: string }) {
  const { goTo } = useHistory()
  const first = firstOfMonth(date)
  const months = Array.from({ length: 2 * monthsAround + 1 }, (_, index) =>
    addMonths(first, index - monthsAround),
  )
  return (
    <select
      className="month"
      aria-label={desk.month}
      value={first}
      onChange={(event) => goTo(dayRoute(event.target.value))}
    >
      {months.map((month) => (
        <option key={month} value={month}>
          {monthWords(month, today)}
        </option>
      ))}
    </select>
  )
}

export function Head({ date, today, isWide }: { date: string; today: string; isWide: boolean }) {
  const words = formatDay(date)
  const year = date.slice(0, 4) === today.slice(0, 4) ? undefined : date.slice(0, 4)
  const letters = words.length + (year ? ', 2027'.length : 0)
  const heading = useRef<HTMLHeadingElement>(null)
  const lastSaid = useRef(words)
  useTitle(words)
  useEffect(() => {
    if (lastSaid.current === words) return
    lastSaid.current = words
    // After an arrow key, or from a removed control, the focus moves to the day. Otherwise it stays.
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
      {/* The style sheet adds the year. The heading's name is only the day. */}
      <h1 ref={heading} tabIndex={-1} style={{ '--letters': letters }} data-year={year}>
        {words}
      </h1>
      <div className="steps">
        <LinkButton to={dayRoute(addDays(date, -1))} label={desk.previousDay}>
          <Icon name="left" />
        </LinkButton>
        <LinkButton to={dayRoute(today)}>{desk.today}</LinkButton>
        <LinkButton to={dayRoute(addDays(date, 1))} label={desk.nextDay}>
          <Icon name="right" />
        </LinkButton>
      </div>
      {isWide && (
        <>
          <MonthJump date={date} today={today} />
          <div className="head-verbs">
            <LinkButton className="button" to={`${dayRoute(date)}/close`}>
              {desk.close}
            </LinkButton>
            <LinkButton className="verb" to={`${dayRoute(date)}/book`}>
              {desk.book}
            </LinkButton>
          </div>
        </>
      )}
    </header>
  )
}

export function ViewHead({ date, view }: { date: string; view: FullView }) {
  const title = { opening: desk.opening, 'opening/dates': desk.dates }[view]
  useTitle(title)
  return (
    <header className="head head-view">
      <DeskLabel />
      <Commands date={date} current={view} />
      <h1 style={{ '--letters': title.length }}>{title}</h1>
    </header>
  )
}

export function ThumbBar({ date }: { date: string }) {
  const day = dayRoute(date)
  return (
    <div className="bar pinked">
      <LinkButton className="verb" to={`${day}/book`}>
        {desk.book}
      </LinkButton>
      <LinkButton className="bar-button" to={`${day}/close`}>
        {desk.close}
      </LinkButton>
      <LinkButton className="bar-icon" to={`${day}/more`} label={desk.more}>
        <Icon name="menu" />
      </LinkButton>
    </div>
  )
}

interface CommandsProps {
  date: string
  current?: 'figures' | FullView
  device?: ReactNode
}

/** Commands for the open day: in its header on a wide screen, first in 'More' on a phone. */
export function DayCommands({ date }: { date: string }) {
  const { today } = useNow()
  const isWide = useIsWide()
  return (
    <>
      {date === today && (
        <li>
          <LinkButton to={`${dayRoute(date)}/late`}>{desk.telling.late}</LinkButton>
        </li>
      )}
      <li>
        <button type="button" aria-label={desk.print} onClick={() => print()}>
          {isWide ? desk.printShort : desk.print}
        </button>
      </li>
    </>
  )
}

/** The less frequent commands: a row on a wide screen, in 'More' on a phone. */
export function Commands({ date, current, device }: CommandsProps) {
  const day = dayRoute(date)
  const isWide = useIsWide()
  const views = [
    ['clients', `${day}/clients`, desk.find],
    ['figures', `/figures?day=${date}`, desk.figures],
    ['opening', `${day}/opening`, desk.opening],
    ['opening/dates', `${day}/opening/dates`, desk.dates],
    ['mails', `${day}/mails`, desk.mails],
    ['download', `${day}/download`, desk.download],
    ['sign-out', `${day}/sign-out`, desk.signOut],
  ] as const
  return (
    <ul className="commands">
      {!isWide && <DayCommands date={date} />}
      {views.map(([view, route, words]) => (
        <Fragment key={view}>
          {view === 'mails' && device && <li>{device}</li>}
          <li>
            <LinkButton to={route} current={view === current ? 'page' : undefined}>
              {view === 'clients' && <Icon name="search" />}
              {words}
            </LinkButton>
          </li>
        </Fragment>
      ))}
    </ul>
  )
}
