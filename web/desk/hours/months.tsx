import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { deskHours as words } from '#copy/desk-hours.ts'
import type { BlockedTime } from '../../../booking/appointment.ts'
import { addDays, addMonths, firstOfMonth, placeInWeek, startOfWeek } from '../../../booking/time.ts'
import { Tally } from '../layout/day-row.tsx'
import { Icon } from '../ui/icons.tsx'
import { closedDays, dayOfMonth, fullDate, monthWords, numeralHours, weekdayShort } from '../ui/words.ts'
import { aboutDate, type DatesProps, hasHours } from './dates.ts'

function weeksOf(first: string): string[][] {
  const weeks: string[][] = []
  for (let date = first; firstOfMonth(date) === first; date = addDays(date, 1)) {
    if (date === first || placeInWeek(date) === 1) weeks.push([])
    weeks.at(-1)?.push(date)
  }
  return weeks
}

const later = (a: string, b: string) => (a < b ? b : a)

const steps: Readonly<Record<string, (date: string) => string>> = {
  ArrowLeft: (date) => addDays(date, -1),
  ArrowRight: (date) => addDays(date, 1),
  ArrowUp: (date) => addDays(date, -7),
  ArrowDown: (date) => addDays(date, 7),
  Home: startOfWeek,
  End: (date) => addDays(startOfWeek(date), 6),
  PageUp: (date) => addMonths(date, -1),
  PageDown: (date) => addMonths(date, 1),
}

interface MonthsProps extends DatesProps {
  focused: string
  onFocus: (date: string) => void
  edited: string | null
  onEdit: (date: string | null) => void
  /** How many months fit next to each other. */
  count: number
  /** Unfolds below the week of the edited date. */
  editor?: ReactNode
}

/** Months whose dates open with a click. One tab stop: keys move within them. */
export function Months(props: MonthsProps) {
  const { focused, onFocus, edited, onEdit, today, count } = props
  const place = useRef<HTMLDivElement>(null)
  const isMoved = useRef(false)
  useLayoutEffect(() => {
    if (!isMoved.current) return
    isMoved.current = false
    place.current?.querySelector<HTMLElement>(`[data-date="${focused}"]`)?.focus()
  })

  function moveTo(date: string) {
    isMoved.current = true
    onFocus(later(date, today))
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.key === 'Escape' && edited) {
      event.preventDefault()
      event.stopPropagation()
      moveTo(edited)
      return onEdit(null)
    }
    const step = event.target instanceof HTMLButtonElement && event.target.dataset.date && steps[event.key]
    if (!step) return
    event.preventDefault()
    moveTo(step(focused))
  }

  const first = firstOfMonth(focused)
  const turn = (months: number) => onFocus(later(addMonths(first, months), today))
  const turns = (
    <div className="steps">
      <button
        type="button"
        aria-label={words.previousMonth}
        aria-disabled={first <= today}
        onClick={() => first > today && turn(-1)}
      >
        <Icon name="left" />
      </button>
      <button type="button" aria-label={words.nextMonth} onClick={() => turn(1)}>
        <Icon name="right" />
      </button>
    </div>
  )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only handles the arrow keys of its buttons.
    <div className={count > 1 ? 'dates-columns' : undefined} ref={place} onKeyDown={onKeyDown}>
      {Array.from({ length: count }, (_, index) => addMonths(first, index)).map((month, index) => (
        <Month key={month} {...props} first={month}>
          {index === count - 1 && turns}
        </Month>
      ))}
    </div>
  )
}

function Month({ first, children, ...props }: MonthsProps & { first: string; children: ReactNode }) {
  const { today, edited, editor } = props
  const titleId = useId()
  return (
    <div>
      <div className="month-head apart">
        <h2 id={titleId} aria-live="polite">
          {monthWords(first, today)}
        </h2>
        {children}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset can't be laid out as lengths of tape in every browser. */}
      <div className="week-tapes month-tapes" role="group" aria-labelledby={titleId}>
        <div className="month-weekdays" aria-hidden="true">
          {Array.from({ length: 7 }, (_, index) => addDays(startOfWeek(first), index)).map((date) => (
            <span key={date} className="weekday">
              {weekdayShort(date)}
            </span>
          ))}
        </div>
        {weeksOf(first).map((week) => (
          <div key={week[0]} className="week-length">
            <div className="week-place">
              <ol className="week-tape">
                {week.map((date, index) => (
                  <li key={date} style={index === 0 ? { gridColumn: placeInWeek(date) } : undefined}>
                    <DateCell date={date} isFirst={index === 0} {...props} />
                  </li>
                ))}
              </ol>
              <ShutLines week={week} blocked={props.blocked} />
            </div>
            {edited && week.includes(edited) && editor}
          </div>
        ))}
      </div>
    </div>
  )
}

/** One line of red pencil through the days of a closed time. */
function ShutLines({ week, blocked }: { week: readonly string[]; blocked: readonly BlockedTime[] }) {
  return blocked.map((blockedTime) => {
    const [first, last] = closedDays(blockedTime)
    const shut = week.filter((date) => first <= date && date <= last)
    if (first === last || blockedTime.places !== undefined || !shut[0]) return null
    const style = { '--first': placeInWeek(shut[0]) - 1, '--days': shut.length }
    return (
      <svg
        key={blockedTime.id}
        className="shut-line"
        style={style}
        viewBox="0 0 100 8"
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <path
          vectorEffect="non-scaling-stroke"
          d="M0 4.5C8 2.5 14 5.5 22 4S38 3 46 4.5 62 5.5 70 3.8 88 3 100 4.8"
        />
      </svg>
    )
  })
}

function DateCell({ date, isFirst, ...props }: MonthsProps & { date: string; isFirst: boolean }) {
  const { shop, today, bookedOn, focused, onFocus, edited, onEdit } = props
  const { own, closed, isLong, short, said } = aboutDate(date, props)
  const clients = bookedOn(date).length
  const isPast = date < today
  const starts = closed && (isFirst || closedDays(closed.blockedTime)[0] === date)
  const red = closed && (isLong ? starts && closed.blockedTime.reason : numeralHours(closed.stretch))
  const marks = [
    own?.length && 'has-own',
    own?.length === 0 && 'is-shut-date',
    isPast && 'is-past',
    !own && !hasHours(date, shop) && 'is-shut-weekday',
  ]
  const about = [fullDate(date), clients > 0 && words.appointments(clients), ...said]
  return (
    <button
      type="button"
      className={['day-cell', ...marks].filter(Boolean).join(' ')}
      data-date={date}
      aria-label={about.filter(Boolean).join(', ')}
      aria-expanded={isPast ? undefined : date === edited}
      aria-disabled={isPast}
      tabIndex={date === focused ? 0 : -1}
      onFocus={() => onFocus(date)}
      onClick={() => isPast || onEdit(date === edited ? null : date)}
    >
      <span className="date">{dayOfMonth(date)}</span>
      <Tally count={clients} />
      {(short || red) && (
        <span
          className={['cell-words', red && 'cell-red', isLong && 'cell-wide'].filter(Boolean).join(' ')}
          aria-hidden="true"
          data-words={red || short}
        />
      )}
    </button>
  )
}
