import './appointment/appointment.css'
import './hours/hours.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { desk } from '#copy/desk.ts'
import { deskHours as words } from '#copy/desk-hours.ts'
import { type Shop, startsForDate } from '../../booking/opening-hours.ts'
import type { DeskAppointment } from '../../booking/owner-api.ts'
import { addDays, weekdayName } from '../../booking/time.ts'
import { call, queryClient } from './api.ts'
import { StillBooked } from './appointment/move.tsx'
import { useChange } from './changes.ts'
import { ErrorMessage, isChanged } from './errors.tsx'
import { HolidayList, OtherDates } from './hours/closed-dates.tsx'
import { DayEditor } from './hours/day-editor.tsx'
import { holidaysFrom } from './hours/holidays.ts'
import {
  changedDates,
  changedDays,
  changedFields,
  numbers,
  type Seen,
  type TypedOpening,
  toChanges,
  toTyped,
  useTyped,
} from './hours/typed.ts'
import { getSampleDate, openDuring, toWeek, type Weekday } from './hours/week.ts'
import { WeekRows } from './hours/week-rows.tsx'
import { dayRoute, LinkButton, useDay, useFullView } from './navigation.tsx'
import { Dialog } from './ui/dialog.tsx'
import { InputField } from './ui/field.tsx'
import { useIsWide, useNow } from './ui/hooks.ts'
import { Icon } from './ui/icons.tsx'
import { showNotice } from './ui/notices.tsx'
import { fullDate, hoursWords, startWords, weekdayLong } from './ui/words.ts'

const lookedAheadDays = 365

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

/** Whether an appointment starts within a shop's hours. */
function fits({ appointment_date, appointment_time: time }: DeskAppointment, shop: Shop): boolean {
  const starts = startsForDate(appointment_date, { ...shop, opening: { ...shop.opening, closedDates: [] } })
  return starts.some(([first, last]) => time >= first && time <= last)
}

function currentSentences(seen: Seen, current: TypedOpening): string[] {
  const fields = changedFields({ ...current, ...seen }, current)
  const ofWeek = changedDays(seen.week ?? current.week, current.week).map(({ name, date }) => {
    const open = openDuring(current.week[name], Number(current.durationMinutes))
    return [weekdayLong(date), open.map(hoursWords).join(', ') || words.closed] as const
  })
  const ofNumbers = numbers
    .filter(([name]) => fields.includes(name))
    .map(([name, label]) => [label, current[name]] as const)
  const ofDates = [desk.closedDates, current.closedDates.map(fullDate).join('; ')] as const
  return [...ofWeek, ...ofNumbers, ...(fields.includes('closedDates') ? [ofDates] : [])].map(
    ([field, value]) => words.standing(field, value || words.none),
  )
}

export function OpeningHoursDialog() {
  const { date, shop, table, finishWith } = useDay()
  const isWide = useIsWide()
  const { today } = useNow()
  const showsDates = useFullView() === 'opening/dates'
  const current = toTyped(shop.opening)
  const hours = useTyped(current)
  const { typed, durationMinutes, seen, setSeen, set } = hours
  const { week, closedDates } = typed
  const [edited, setEdited] = useState<Weekday | null>(null)
  const coming = useComing()
  const typedShop = { ...shop, opening: { ...shop.opening, week: toWeek(week), closedDates } }
  const change = useChange('set_opening', 'opening', (opening) => {
    queryClient.setQueryData(['opening'], opening)
    showNotice({ title: words.saved })
    finishWith(showsDates ? dayRoute(date) : undefined)
  })

  function save() {
    // Once the server returned another desk's change, the owner decides on that.
    const decidedOn = isChanged(change.error)
      ? Object.fromEntries(Object.keys(seen).map((name) => [name, current[name as keyof TypedOpening]]))
      : seen
    setSeen(decidedOn)
    change.mutate(toChanges({ ...current, ...decidedOn }, typed))
  }

  const isUnsaved = changedFields(current, typed).length > 0
  const daysChanged = changedDays(current.week, week).length + changedDates(current, typed).length
  const unsaved = [words.unsaved, ...(daysChanged > 0 ? [words.daysChanged(daysChanged)] : [])]
  const sheet = {
    isView: !isWide,
    caps: isUnsaved ? unsaved : [words.inEffect],
    onSubmit: save,
    verb: words.save,
    isBusy: change.isPending,
  }
  const error = (
    <ErrorMessage error={change.error}>
      {isChanged(change.error) &&
        currentSentences(seen, current).map((sentence) => <p key={sentence}>{sentence}</p>)}
    </ErrorMessage>
  )
  const holidays = holidaysFrom(today)

  if (showsDates) {
    const dates = {
      shop: typedShop,
      closedDates,
      today,
      bookedOn: (date: string) => coming.filter((one) => one.appointment_date === date),
      holidays,
      onChange: (changed: readonly string[], isClosed: boolean) => {
        const others = closedDates.filter((one) => !changed.includes(one))
        set('closedDates', (isClosed ? [...others, ...changed] : others).toSorted())
      },
    }
    const list = <HolidayList {...dates} />
    return (
      <>
        {isWide && table && createPortal(<div className="dates">{list}</div>, table)}
        <Dialog key="dates" {...sheet} title={isWide ? words.otherDates : desk.closedDates}>
          {!isWide && list}
          {!isWide && <h2 className="sheet-heading">{words.otherDates}</h2>}
          <OtherDates {...dates} />
          {error}
        </Dialog>
      </>
    )
  }

  const leftOut = coming.filter((one) => fits(one, shop) && !fits(one, typedShop))
  const closedAhead = closedDates.filter((one) => one >= today)
  const closedHolidays = closedAhead.filter((one) => holidays.some((holiday) => holiday.date === one))
  const shownDay = edited ?? (isWide ? 'monday' : null)
  const editor = shownDay && <DayEditor key={shownDay} name={shownDay} hours={hours} />
  const rows = (
    <WeekRows
      week={week}
      durationMinutes={durationMinutes}
      edited={shownDay}
      outside={(name) => leftOut.filter((one) => weekdayName(one.appointment_date) === name).length}
      onEdit={setEdited}
    >
      {!isWide && editor}
    </WeekRows>
  )
  const notice = (
    <StillBooked
      className="still-booked hours-still-booked"
      title={words.outside(leftOut.length)}
      text={words.stay(leftOut.length)}
      appointments={leftOut}
      about={(one) => (
        <span>
          <b>{one.full_name}</b>
          {startWords(one.starts_at)}
        </span>
      )}
      label={words.move}
    />
  )
  const toDates = (
    <LinkButton className="to-dates small apart" to={`${dayRoute(date)}/opening/dates`}>
      <span>
        <b>{desk.closedDates}</b>
        <span className="hint">
          {words.datesCount(closedHolidays.length, closedAhead.length - closedHolidays.length)}
        </span>
      </span>
      <Icon name="right" />
    </LinkButton>
  )
  const heading = <h2 className="sheet-heading">{words.settings}</h2>
  const fields = (
    <div className="fields">
      {numbers.map(([name, label, unit, none]) => (
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
      ))}
      {isWide && toDates}
    </div>
  )
  if (!isWide)
    return (
      <Dialog key="week" {...sheet} title={desk.opening}>
        {rows}
        {notice}
        {toDates}
        {heading}
        {fields}
        {error}
      </Dialog>
    )
  const view = (
    <>
      {rows}
      <div className="settings">
        {notice}
        {heading}
        {fields}
      </div>
    </>
  )
  return (
    <>
      {table && createPortal(view, table)}
      <Dialog key="week" {...sheet} title={weekdayLong(getSampleDate(shownDay))}>
        {editor}
        {error}
      </Dialog>
    </>
  )
}
