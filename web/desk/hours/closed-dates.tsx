import './holidays.css'
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { deskHours as words } from '#copy/desk-hours.ts'
import type { Shop } from '../../../booking/opening-hours.ts'
import type { DeskAppointment } from '../../../booking/owner-api.ts'
import {
  addDays,
  addMonths,
  firstOfMonth,
  formatTime,
  mondayOf,
  weekday,
  weekdayName,
} from '../../../booking/time.ts'
import { StillBooked } from '../appointment/move.tsx'
import { Tally } from '../layout/day-row.tsx'
import { TextButton } from '../ui/field.tsx'
import { Icon } from '../ui/icons.tsx'
import { dayOfMonth, fullDate, monthLong, monthWords, weekdayLong, weekdayShort } from '../ui/words.ts'
import { type Holiday, joined } from './holidays.ts'
import { days } from './week.ts'

interface DatesProps {
  /** With the hours as they are typed. */
  shop: Shop
  closedDates: readonly string[]
  holidays: readonly Holiday[]
  today: string
  bookedOn: (date: string) => readonly DeskAppointment[]
  onChange: (dates: readonly string[], isClosed: boolean) => void
}

const hasHours = (date: string, { opening: { week } }: Shop) => week[weekdayName(date)].length > 0

function HolidayRow({ date, name, shop, closedDates, bookedOn, onChange }: Holiday & DatesProps) {
  const id = useId()
  const isClosed = closedDates.includes(date)
  const clients = bookedOn(date)
  const count = clients.length > 0 && words.thatDay(clients.length)
  const day = (
    <span className="holiday-date" aria-hidden="true">
      <span className="weekday">{monthLong(date).slice(0, 3)}</span>
      <span className="date">{dayOfMonth(date)}</span>
    </span>
  )
  if (!hasHours(date, shop) && !isClosed)
    return (
      <li className="is-shut-anyway">
        <div className="holiday">
          {day}
          <span>
            <b>{name}</b>
            <span className="hint">{words.closedAnyway(fullDate(date))}</span>
          </span>
        </div>
      </li>
    )
  return (
    <li>
      <label className="holiday">
        {day}
        <input
          type="checkbox"
          aria-label={[name, fullDate(date), count].filter(Boolean).join(', ')}
          aria-describedby={isClosed && count ? id : undefined}
          checked={isClosed}
          onChange={({ target }) => onChange([date], target.checked)}
        />
        <span>
          <b>{name}</b>
          <span className="hint">{fullDate(date)}</span>
          {!isClosed && count && (
            <span className="holiday-flag small row">
              <Tally count={clients.length} />
              {count}
            </span>
          )}
        </span>
        <span className="tick">
          <Icon name="check" />
        </span>
      </label>
      {isClosed && count && (
        <StillBooked
          id={id}
          title={`${count}.`}
          text={words.stay(clients.length)}
          appointments={clients}
          about={(one) => <span>{`${one.full_name}, ${formatTime(one.appointment_time)}`}</span>}
          label={words.move}
        />
      )}
    </li>
  )
}

export function HolidayList(dates: DatesProps) {
  return (
    <>
      <div className="dates-head">
        <h2 className="sheet-heading">{words.holidays}</h2>
        <p className="hint">{words.holidaysHint}</p>
      </div>
      <ul className="holidays">
        {dates.holidays.map((holiday) => (
          <HolidayRow key={holiday.date} {...holiday} {...dates} />
        ))}
      </ul>
    </>
  )
}

function weeksOf(first: string): string[][] {
  const weeks: string[][] = []
  for (let date = first; firstOfMonth(date) === first; date = addDays(date, 1)) {
    if (date === first || weekday(date) === 1) weeks.push([])
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
  Home: mondayOf,
  End: (date) => addDays(mondayOf(date), 6),
  PageUp: (date) => addMonths(date, -1),
  PageDown: (date) => addMonths(date, 1),
}

interface MonthProps extends DatesProps {
  focused: string
  onFocus: (date: string) => void
}

/** A month whose days are closed and reopened with a press. One tab stop: keys move within it. */
function Month({ focused, onFocus, shop, closedDates, today, bookedOn, onChange }: MonthProps) {
  const first = firstOfMonth(focused)
  const place = useRef<HTMLDivElement>(null)
  const isMoved = useRef(false)
  const titleId = useId()
  useLayoutEffect(() => {
    if (!isMoved.current) return
    isMoved.current = false
    place.current?.querySelector<HTMLElement>(`[data-date="${focused}"]`)?.focus()
  }, [focused])

  function onKeyDown(event: KeyboardEvent) {
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    isMoved.current = true
    onFocus(later(step(focused), today))
  }

  const turn = (months: number) => onFocus(later(addMonths(first, months), today))
  return (
    <>
      <div className="month-head apart">
        <h3 id={titleId} aria-live="polite">
          {monthWords(first, today)}
        </h3>
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
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset can't be laid out as lengths of tape in every browser. */}
      <div className="week-tapes" role="group" aria-labelledby={titleId} ref={place} onKeyDown={onKeyDown}>
        <div className="month-weekdays" aria-hidden="true">
          {days.map(({ name, date }) => (
            <span key={name} className="weekday">
              {weekdayShort(date)}
            </span>
          ))}
        </div>
        {weeksOf(first).map((week) => (
          <ol className="week-tape" key={week[0]}>
            {week.map((date, index) => {
              const clients = bookedOn(date).length
              const isOpen = hasHours(date, shop)
              const isShut = !isOpen || date < today
              const booked = clients > 0 && words.appointments(clients)
              const about = [fullDate(date), booked, !isOpen && words.closedOn(weekdayLong(date))]
              return (
                <li key={date} style={index === 0 ? { gridColumn: weekday(date) } : undefined}>
                  <button
                    type="button"
                    className="day-cell"
                    data-date={date}
                    aria-label={about.filter(Boolean).join(', ')}
                    aria-pressed={isShut ? undefined : closedDates.includes(date)}
                    aria-disabled={isShut}
                    tabIndex={date === focused ? 0 : -1}
                    onFocus={() => onFocus(date)}
                    onClick={() => isShut || onChange([date], !closedDates.includes(date))}
                  >
                    <span className="date">{dayOfMonth(date)}</span>
                    <Tally count={clients} />
                  </button>
                </li>
              )
            })}
          </ol>
        ))}
      </div>
    </>
  )
}

export function OtherDates(props: DatesProps) {
  const { closedDates, holidays, today, onChange } = props
  const dates = closedDates.filter((date) => date >= today && holidays.every((one) => one.date !== date))
  const [focused, setFocused] = useState(dates[0] ?? today)
  return (
    <>
      <Month {...props} focused={focused} onFocus={setFocused} />
      <ul className="ledger closed-dates">
        {joined(dates).map(([first, last]) => {
          const said = first === last ? fullDate(first) : words.through(fullDate(first), fullDate(last))
          const reopened = dates.filter((date) => first <= date && date <= last)
          return (
            <li key={first}>
              <p>{said}</p>
              <TextButton aria-label={words.reopenLabel(said)} onClick={() => onChange(reopened, false)}>
                {words.reopen}
              </TextButton>
            </li>
          )
        })}
      </ul>
    </>
  )
}
