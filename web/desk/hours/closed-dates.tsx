import './holidays.css'
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import type { Shop } from '../../../booking/opening-hours.ts'
import type { DeskAppointment } from '../../../booking/owner-api.ts'
import { addDays, mondayOf, timeWords, weekday, weekdayName, weekdayNames } from '../../../booking/time.ts'
import { desk } from '../../../copy/desk.ts'
import { deskHours as words } from '../../../copy/desk-hours.ts'
import { Tally } from '../layout/day-row.tsx'
import { appointmentRoute, LinkButton } from '../navigation.tsx'
import { Icon } from '../ui/icons.tsx'
import { dayOfMonth, fullDate, monthLong, monthWords, weekdayLong, weekdayShort } from '../ui/words.ts'
import { type Holiday, joined } from './holidays.ts'

interface DatesProps {
  /** With the hours as they are typed. */
  shop: Shop
  closedDates: readonly string[]
  today: string
  /** The coming appointments by their date. */
  booked: ReadonlyMap<string, readonly DeskAppointment[]>
  onChange: (dates: readonly string[], isClosed: boolean) => void
}

const hasHours = (date: string, { opening: { week } }: Shop) => week[weekdayName(date)].length > 0

/** Who stays booked on a date that is closed, and the way to move them. */
function StillBooked({ id, booked }: { id: string; booked: readonly DeskAppointment[] }) {
  return (
    <div className="standing" id={id}>
      <p>
        <b>{words.thatDay(booked.length)}.</b> {words.stay(booked.length)}
      </p>
      <ul>
        {booked.map((one) => (
          <li key={one.id}>
            <span>{`${one.full_name}, ${timeWords(one.appointment_time)}`}</span>
            <LinkButton
              className="button"
              to={`${appointmentRoute(one)}/move`}
              label={words.move(one.full_name)}
            >
              {desk.appointment.move}
            </LinkButton>
          </li>
        ))}
      </ul>
    </div>
  )
}

function HolidayRow({ date, name, ...dates }: Holiday & DatesProps) {
  const { shop, closedDates, booked, onChange } = dates
  const id = useId()
  const isClosed = closedDates.includes(date)
  const clients = booked.get(date) ?? []
  const about = (
    <>
      <span className="holiday-date" aria-hidden="true">
        <span className="weekday">{monthLong(date).slice(0, 3)}</span>
        <span className="date">{dayOfMonth(date)}</span>
      </span>
    </>
  )
  if (!hasHours(date, shop) && !isClosed) {
    return (
      <li className="is-shut-anyway">
        <div className="holiday">
          {about}
          <span>
            <b>{name}</b>
            <span className="hint">{words.closedAnyway(fullDate(date))}</span>
          </span>
        </div>
      </li>
    )
  }
  return (
    <li>
      <label className="holiday">
        {about}
        <input
          type="checkbox"
          aria-label={[name, fullDate(date), clients.length > 0 && words.thatDay(clients.length)]
            .filter(Boolean)
            .join(', ')}
          aria-describedby={isClosed && clients.length > 0 ? id : undefined}
          checked={isClosed}
          onChange={({ target }) => onChange([date], target.checked)}
        />
        <span>
          <b>{name}</b>
          <span className="hint">{fullDate(date)}</span>
          {!isClosed && clients.length > 0 && (
            <span className="holiday-flag">
              <Tally count={clients.length} />
              {words.thatDay(clients.length)}
            </span>
          )}
        </span>
        <span className="tick">
          <Icon name="check" />
        </span>
      </label>
      {isClosed && clients.length > 0 && <StillBooked id={id} booked={clients} />}
    </li>
  )
}

/** The year's federal holidays; a checked one closes its day. */
export function HolidayList({ holidays, ...dates }: DatesProps & { holidays: readonly Holiday[] }) {
  return (
    <>
      <div className="dates-head">
        <h2 className="sheet-heading">{words.holidays}</h2>
        <p className="hint">{words.holidaysHint}</p>
      </div>
      <ul className="holidays">
        {holidays.map((holiday) => (
          <HolidayRow key={holiday.date} {...holiday} {...dates} />
        ))}
      </ul>
    </>
  )
}

const firstOf = (date: string) => `${date.slice(0, 7)}-01`

/** @param step - 1 for the month after, -1 for the one before */
function monthFrom(first: string, step: number): string {
  const [year = 0, month = 1] = first.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 + step)).toISOString().slice(0, 10)
}

/** The weeks of a month: only its own days. */
function weeksOf(first: string): string[][] {
  const weeks: string[][] = []
  for (let date = first; firstOf(date) === first; date = addDays(date, 1)) {
    if (date === first || weekday(date) === 1) weeks.push([])
    weeks.at(-1)?.push(date)
  }
  return weeks
}

const later = (a: string, b: string) => (a < b ? b : a)

/** How far each key goes in the month, in days. */
const steps: Readonly<Record<string, (date: string) => string>> = {
  ArrowLeft: (date) => addDays(date, -1),
  ArrowRight: (date) => addDays(date, 1),
  ArrowUp: (date) => addDays(date, -7),
  ArrowDown: (date) => addDays(date, 7),
  Home: mondayOf,
  End: (date) => addDays(mondayOf(date), 6),
  PageUp: (date) => sameDayIn(date, -1),
  PageDown: (date) => sameDayIn(date, 1),
}

function sameDayIn(date: string, step: number): string {
  const first = monthFrom(firstOf(date), step)
  const last = addDays(monthFrom(first, 1), -1)
  const wanted = `${first.slice(0, 8)}${date.slice(8)}`
  return wanted < last ? wanted : last
}

/** A month whose days are closed and reopened with a press. One tab stop: keys move within it. */
function Month({ first, focused, onFocus, ...dates }: DatesProps & MonthProps) {
  const { shop, closedDates, today, booked, onChange } = dates
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
    const next = step(focused)
    isMoved.current = true
    onFocus(later(next, today))
  }

  const turn = (step: number) => {
    onFocus(later(monthFrom(first, step), today))
  }
  return (
    <>
      <div className="month-head">
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
          {weekdayNames.map((name, index) => (
            <span key={name} className="weekday">
              {weekdayShort(addDays(mondayOf(first), index))}
            </span>
          ))}
        </div>
        {weeksOf(first).map((week) => (
          <ol className="week-tape" key={week[0]}>
            {week.map((date, index) => {
              const clients = booked.get(date)?.length ?? 0
              const isShut = !hasHours(date, shop) || date < today
              const about = [
                fullDate(date),
                clients > 0 && words.appointments(clients),
                !hasHours(date, shop) && words.closedOn(weekdayLong(date)),
              ]
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

interface MonthProps {
  first: string
  /** The day that a tab stops at. */
  focused: string
  onFocus: (date: string) => void
}

function PickedDates({ dates, onReopen }: { dates: readonly string[]; onReopen: (dates: string[]) => void }) {
  return (
    <ul className="ledger closed-dates">
      {joined(dates).map(([first, last]) => {
        const said = first === last ? fullDate(first) : words.through(fullDate(first), fullDate(last))
        return (
          <li key={first}>
            <p>{said}</p>
            <button
              type="button"
              className="text-button"
              aria-label={words.reopenLabel(said)}
              onClick={() => onReopen(dates.filter((date) => first <= date && date <= last))}
            >
              {words.reopen}
            </button>
          </li>
        )
      })}
    </ul>
  )
}

/** The closed dates that are no holidays, picked in a month. */
export function OtherDates({ holidays, ...dates }: DatesProps & { holidays: readonly Holiday[] }) {
  const { closedDates, today, onChange } = dates
  const others = closedDates.filter(
    (date) => date >= today && !holidays.some((holiday) => holiday.date === date),
  )
  const [focused, setFocused] = useState(others[0] ?? today)
  return (
    <>
      <Month {...dates} first={firstOf(focused)} focused={focused} onFocus={setFocused} />
      <PickedDates dates={others} onReopen={(reopened) => onChange(reopened, false)} />
    </>
  )
}
