import './hours/hours.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import type { Opening } from '#shop/types.ts'
import { type Shop, type Starts, startsOn } from '../../booking/opening-hours.ts'
import type { DeskAppointment } from '../../booking/owner-api.ts'
import { addDays, weekdayName } from '../../booking/time.ts'
import { desk } from '../../copy/desk.ts'
import { deskHours as words } from '../../copy/desk-hours.ts'
import { call, queryClient } from './api.ts'
import { useChange } from './changes.ts'
import { ErrorMessage, isChanged } from './errors.tsx'
import { HolidayList, OtherDates } from './hours/closed-dates.tsx'
import { DayEditor } from './hours/day-editor.tsx'
import { holidaysFrom } from './hours/holidays.ts'
import {
  changedDates,
  changedDays,
  changedFields,
  changesOf,
  numbers,
  type Seen,
  type TypedOpening,
  toTyped,
  useTyped,
} from './hours/typed.ts'
import { dateOf, openDuring, toWeek, type Weekday } from './hours/week.ts'
import { WeekRows } from './hours/week-rows.tsx'
import { appointmentRoute, dayRoute, LinkButton, useDay, useFullView } from './navigation.tsx'
import { Dialog } from './ui/dialog.tsx'
import { InputField } from './ui/field.tsx'
import { useIsWide, useNow } from './ui/hooks.ts'
import { Icon } from './ui/icons.tsx'
import { showNotice } from './ui/notices.tsx'
import { fullDate, hoursWords, startWords, weekdayLong } from './ui/words.ts'

const lookedAheadDays = 365

const isWithin = (starts: readonly Starts[], time: string) =>
  starts.some(([first, last]) => time >= first && time <= last)

/** The coming appointments, for as long as hours are changed. */
function useComing(): readonly DeskAppointment[] {
  const { today, epochMs } = useNow()
  const { data } = useQuery({
    queryKey: ['year', today],
    queryFn: ({ signal }) => call('agenda', { from: today, to: addDays(today, lookedAheadDays) }, signal),
  })
  return (data?.appointments ?? []).filter(
    ({ status, starts_at }) => status === 'confirmed' && Date.parse(starts_at) > epochMs,
  )
}

/** Whether an appointment starts within a shop's hours, whatever dates it closes. */
function fits({ appointment_date, appointment_time }: DeskAppointment, { opening, timeZone }: Shop) {
  const starts = startsOn(appointment_date, { opening: { ...opening, closedDates: [] }, timeZone })
  return isWithin(starts, appointment_time)
}

/** Who stays booked outside the hours, and the way to move them. */
function LeftOut({ appointments }: { appointments: readonly DeskAppointment[] }) {
  const count = appointments.length
  return (
    <section className={count > 0 ? 'standing hours-standing' : undefined}>
      {/* Screen readers announce it when its text arrives. */}
      <p role="status">
        {count > 0 && (
          <>
            <b>{words.outside(count)}</b> {words.stay(count)}
          </>
        )}
      </p>
      <ul>
        {appointments.map((one) => (
          <li key={one.id}>
            <span>
              <b>{one.full_name}</b>
              {startWords(one.starts_at)}
            </span>
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
    </section>
  )
}

/** The changed fields that another desk set to something else since then, each in a sentence. */
function standingSentences(seen: Seen, standing: TypedOpening): string[] {
  const fields = changedFields({ ...standing, ...seen }, standing)
  const ofWeek = changedDays(seen.week ?? standing.week, standing.week).map(({ name, date }) => {
    const open = openDuring(standing.week[name], Number(standing.durationMinutes))
    return words.standing(weekdayLong(date), open.map(hoursWords).join(', ') || words.closed)
  })
  const ofNumbers = numbers
    .filter(([name]) => fields.includes(name))
    .map(([name, label]) => words.standing(label, standing[name] || words.none))
  const ofDates = fields.includes('closedDates')
    ? [words.standing(desk.closedDates, standing.closedDates.map(fullDate).join('; ') || words.none)]
    : []
  return [...ofWeek, ...ofNumbers, ...ofDates]
}

function byDate(appointments: readonly DeskAppointment[]): Map<string, DeskAppointment[]> {
  const dates = new Map<string, DeskAppointment[]>()
  for (const one of appointments)
    dates.set(one.appointment_date, [...(dates.get(one.appointment_date) ?? []), one])
  return dates
}

/** How many of them are on each weekday. */
function countByDay(appointments: readonly DeskAppointment[]): ReadonlyMap<Weekday, number> {
  const counts = new Map<Weekday, number>()
  for (const { appointment_date } of appointments) {
    const name = weekdayName(appointment_date)
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return counts
}

/** When clients can come. Takes effect as soon as it is saved. */
export function OpeningHoursDialog() {
  const { date, shop, table, back, finishWith } = useDay()
  const isWide = useIsWide()
  const { today } = useNow()
  const showsDates = useFullView() === 'opening/dates'
  const standing = toTyped(shop.opening)
  const { typed, seen, setSeen, set, setDay, copy, restore } = useTyped(standing)
  const [edited, setEdited] = useState<Weekday | null>(null)
  const coming = useComing()
  const typedShop = {
    ...shop,
    opening: { ...shop.opening, week: toWeek(typed.week), closedDates: typed.closedDates },
  }

  function done(opening: Opening) {
    queryClient.setQueryData(['opening'], opening)
    showNotice({ title: words.saved })
    finishWith(showsDates ? dayRoute(date) : undefined)
  }
  const change = useChange('set_opening', 'opening', done)

  function save() {
    // Once the server said what another desk changed, the owner decides on that.
    const fields = Object.keys(seen) as (keyof TypedOpening)[]
    const told = isChanged(change.error)
      ? Object.fromEntries(fields.map((name) => [name, standing[name]]))
      : seen
    setSeen(told)
    change.mutate(changesOf({ ...standing, ...told }, typed))
  }

  const isUnsaved = changedFields(standing, typed).length > 0
  const daysChanged = changedDays(standing.week, typed.week).length + changedDates(standing, typed).length
  const unsaved = [words.unsaved, ...(daysChanged > 0 ? [words.daysChanged(daysChanged)] : [])]
  const sheet = {
    isView: !isWide,
    caps: isUnsaved ? unsaved : [words.inEffect],
    onBack: back,
    onSubmit: save,
    verb: words.save,
    isBusy: change.isPending,
  }
  const error = (
    <ErrorMessage error={change.error}>
      {isChanged(change.error) &&
        standingSentences(seen, standing).map((sentence) => <p key={sentence}>{sentence}</p>)}
    </ErrorMessage>
  )
  const holidays = holidaysFrom(today)

  if (showsDates) {
    const dates = {
      shop: typedShop,
      closedDates: typed.closedDates,
      today,
      booked: byDate(coming),
      holidays,
      onChange: (changed: readonly string[], isClosed: boolean) => {
        const others = typed.closedDates.filter((one) => !changed.includes(one))
        set('closedDates', (isClosed ? [...others, ...changed] : others).toSorted())
      },
    }
    const list = <HolidayList {...dates} />
    return (
      <>
        {isWide && table && createPortal(<div className="dates">{list}</div>, table)}
        <Dialog key="dates" {...sheet} title={isWide ? words.otherDates : desk.closedDates}>
          {!isWide && (
            <>
              {list}
              <h2 className="sheet-heading">{words.otherDates}</h2>
            </>
          )}
          <OtherDates {...dates} />
          {error}
        </Dialog>
      </>
    )
  }

  const durationMinutes = Number(typed.durationMinutes) || 0
  const leftOut = coming.filter((one) => fits(one, shop) && !fits(one, typedShop))
  const closedAhead = typed.closedDates.filter((one) => one >= today)
  const closedHolidays = closedAhead.filter((one) => holidays.some((holiday) => holiday.date === one))
  // The panel of a wide screen always has a day in it.
  const shownDay = edited ?? (isWide ? 'monday' : null)
  const editor = shownDay && (
    <DayEditor
      key={shownDay}
      name={shownDay}
      week={typed.week}
      durationMinutes={durationMinutes}
      onChange={setDay}
      onCopy={(to) => copy(shownDay, to)}
      onRestore={restore}
    />
  )
  const week = (
    <WeekRows
      week={typed.week}
      durationMinutes={durationMinutes}
      edited={shownDay}
      outside={countByDay(leftOut)}
      isWide={isWide}
      onEdit={setEdited}
    >
      {!isWide && editor}
    </WeekRows>
  )
  const toDates = (
    <LinkButton className="to-dates" to={`${dayRoute(date)}/opening/dates`}>
      <span>
        <b>{desk.closedDates}</b>
        <span className="hint">
          {words.datesCount(closedHolidays.length, closedAhead.length - closedHolidays.length)}
        </span>
      </span>
      <Icon name="right" />
    </LinkButton>
  )
  const fields = numbers.map(([name, label, unit, none]) => (
    <InputField
      key={name}
      label={label}
      unit={unit}
      placeholder={none}
      type="number"
      min="0"
      required={!none}
      value={typed[name]}
      onType={(value) => set(name, value)}
    />
  ))
  const heading = <h2 className="sheet-heading">{words.settings}</h2>

  if (isWide) {
    return (
      <>
        {table &&
          createPortal(
            <>
              {week}
              <div className="settings">
                <LeftOut appointments={leftOut} />
                {heading}
                <div className="fields">
                  {fields}
                  {toDates}
                </div>
              </div>
            </>,
            table,
          )}
        <Dialog key="week" {...sheet} title={weekdayLong(dateOf(shownDay))}>
          {editor}
          {error}
        </Dialog>
      </>
    )
  }
  return (
    <Dialog key="week" {...sheet} title={desk.opening}>
      {week}
      <LeftOut appointments={leftOut} />
      {toDates}
      {heading}
      <div className="fields">{fields}</div>
      {error}
    </Dialog>
  )
}
