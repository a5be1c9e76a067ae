import { type CSSProperties, useEffect, useRef } from 'react'
import { addDays, dayWords } from '../../../booking/time.ts'
import { desk } from '../../../copy/desk.ts'
import { dayRoute, LinkButton, useHistory } from '../navigation.tsx'
import { signOut } from '../session.ts'
import { useTitle } from '../ui/hooks.ts'
import { DeskLabel, Icon } from '../ui/icons.tsx'
import { announce, showNotice } from '../ui/notices.tsx'
import { monthWords } from '../ui/words.ts'

function Steps({ date, today }: { date: string; today: string }) {
  return (
    <div className="steps">
      <LinkButton to={dayRoute(addDays(date, -1))} label={desk.previousDay}>
        <Icon name="left" />
      </LinkButton>
      <LinkButton to={dayRoute(today)}>{desk.today}</LinkButton>
      <LinkButton to={dayRoute(addDays(date, 1))} label={desk.nextDay}>
        <Icon name="right" />
      </LinkButton>
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
  const { goTo } = useHistory()
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

/** The head of a view that takes the day's place. */
export function ViewHead({ date, title }: { date: string; title: string }) {
  useTitle(title)
  return (
    <header className="head head-view">
      <DeskLabel />
      <Commands date={date} current="opening" />
      <h1 style={{ '--letters': title.length } as CSSProperties}>{title}</h1>
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

async function signOutEverywhere(): Promise<void> {
  if (!(await signOut())) showNotice({ title: desk.signedOutHere, isError: true })
}

interface CommandsProps {
  date: string
  current?: 'figures' | 'opening'
}

/** The less frequent commands: a row on a wide screen, in 'More' on a phone. */
export function Commands({ date, current }: CommandsProps) {
  const day = dayRoute(date)
  return (
    <ul className="commands">
      <li>
        <LinkButton to={`${day}/clients`}>
          <Icon name="search" />
          {desk.find}
        </LinkButton>
      </li>
      <li>
        <LinkButton to={`/figures?day=${date}`} current={current === 'figures' ? 'page' : undefined}>
          {desk.figures}
        </LinkButton>
      </li>
      <li>
        <LinkButton to={`${day}/opening`} current={current === 'opening' ? 'page' : undefined}>
          {desk.opening}
        </LinkButton>
      </li>
      <li>
        <LinkButton to={`${day}/mails`}>{desk.mails}</LinkButton>
      </li>
      <li>
        <LinkButton to={`${day}/download`}>{desk.download}</LinkButton>
      </li>
      <li>
        <button type="button" onClick={() => void signOutEverywhere()}>
          {desk.signOut}
        </button>
      </li>
    </ul>
  )
}
