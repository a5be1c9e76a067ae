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
import { Ahead, HolidayList } from './hours/ahead.tsx'
import { DateEditor } from './hours/date-editor.tsx'
import { usualHours, yearKey } from './hours/dates.ts'
import { DayEditor } from './hours/day-editor.tsx'
import { holidaysFrom } from './hours/holidays.ts'
import { Months } from './hours/months.tsx'
import {
  changedDates,
  changedDays,
  changedFields,
  numbers,
  type Seen,
  type TypedDates,
  type TypedOpening,
  toChanges,
  toDates,
  toTyped,
  useTyped,
  withDate,
} from './hours/typed.ts'
import { getSampleDate, openDuring, toWeek, type Weekday } from './hours/week.ts'
import { WeekRows } from './hours/week-rows.tsx'
import { useKeepEditing } from './keep-editing.ts'
import { dayRoute, LinkButton, useDay, useFullView } from './navigation.tsx'
import { Dialog } from './ui/dialog.tsx'
import { InputField, SelectField } from './ui/field.tsx'
import { useIsWide, useNow } from './ui/hooks.ts'
import { Icon } from './ui/icons.tsx'
import { showNotice } from './ui/notices.tsx'
import { fullDate, hoursWords, startWords, weekdayLong } from './ui/words.ts'

const lookedAheadDays = 365

function useComing() {
  const { today, epochMs } = useNow()
  const { data } = useQuery({
    queryKey: [...yearKey, today],
    queryFn: ({ signal }) => call('agenda', { from: today, to: addDays(today, lookedAheadDays) }, signal),
  })
  const coming = (data?.appointments ?? []).filter(
    ({ status, starts_at }) => status === 'confirmed' && Date.parse(starts_at) > epochMs,
  )
  return { coming, blocked: data?.blocked ?? [] }
}

/** Whether an appointment starts within a shop's hours. */
function fits({ appointment_date, appointment_time: time }: DeskAppointment, shop: Shop): boolean {
  const starts = startsForDate(appointment_date, shop)
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
  const ofDates = changedDates({ ...current, ...seen }, current).map((date) => {
    const day = current.dates[date]
    const open = openDuring(day ?? [], Number(current.durationMinutes))
    return [fullDate(date), day ? open.map(hoursWords).join(', ') || words.closed : words.asUsual] as const
  })
  const ofBusy = [words.busyCloses, words.busyClosesWhom[current.busyCloses]] as const
  return [...ofWeek, ...ofNumbers, ...(fields.includes('busyCloses') ? [ofBusy] : []), ...ofDates].map(
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
  const { week, dates } = typed
  const [edited, setEdited] = useState<Weekday | null>(null)
  const [editedDate, setEditedDate] = useState<string | null>(null)
  const [focused, setFocused] = useState<string | null>(null)
  const { coming, blocked } = useComing()
  const typedShop = { ...shop, opening: { ...shop.opening, week: toWeek(week), dates: toDates(dates) } }
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
  useKeepEditing(hours.parts, isUnsaved && !change.isPending, hours.bringBack)
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
    const props = {
      shop: { ...typedShop, opening: { ...typedShop.opening, durationMinutes } },
      dates,
      today,
      blocked,
      bookedOn: (date: string) => coming.filter((appointment) => appointment.appointment_date === date),
      holidays,
      onDate: (date: string, day: TypedDates[string] | undefined) => set('dates', withDate(dates, date, day)),
    }
    const leaveDate = (left: string) => {
      setEditedDate(null)
      table?.querySelector<HTMLElement>(`[data-date="${left}"]`)?.focus()
    }
    const editor = editedDate && (
      <DateEditor key={editedDate} {...props} date={editedDate} isTitled={isWide} />
    )
    const view = (
      <>
        <Months
          {...props}
          focused={focused ?? today}
          onFocus={setFocused}
          edited={editedDate}
          onEdit={setEditedDate}
          count={isWide ? 2 : 1}
          editor={!isWide && editor}
        />
        <Ahead {...props} />
        <HolidayList {...props} />
      </>
    )
    return (
      <>
        {isWide && table && createPortal(<div className="dates">{view}</div>, table)}
        <Dialog
          key="dates"
          {...sheet}
          title={isWide && editedDate ? fullDate(editedDate) : desk.dates}
          {...(isWide && editedDate && { onBack: () => leaveDate(editedDate) })}
        >
          {!isWide && view}
          {isWide && editedDate && (
            <p className="about hint">{words.usuallySentence(usualHours(editedDate, typedShop))}</p>
          )}
          {isWide && (editor || <p className="about hint">{words.pickDate}</p>)}
          {error}
        </Dialog>
      </>
    )
  }

  const leftOut = coming.filter((appointment) => fits(appointment, shop) && !fits(appointment, typedShop))
  const ahead = Object.entries(dates).filter(([day]) => day >= today)
  const closedAhead = ahead.filter(([, day]) => day.length === 0)
  const shownDay = edited ?? (isWide ? 'monday' : null)
  const editor = shownDay && <DayEditor key={shownDay} name={shownDay} hours={hours} />
  const rows = (
    <WeekRows
      week={week}
      durationMinutes={durationMinutes}
      edited={shownDay}
      outside={(name) =>
        leftOut.filter((appointment) => weekdayName(appointment.appointment_date) === name).length
      }
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
      about={(appointment) => (
        <span>
          <b>{appointment.full_name}</b>
          {startWords(appointment.starts_at)}
        </span>
      )}
      label={words.move}
    />
  )
  const linkToDates = (
    <LinkButton className="to-dates small apart" to={`${dayRoute(date)}/opening/dates`}>
      <span>
        <b>{desk.dates}</b>
        <span className="hint">
          {words.datesCount(closedAhead.length, ahead.length - closedAhead.length)}
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
          unit={unit(Number(typed[name]))}
          placeholder={none}
          type="number"
          min="0"
          required={!none}
          value={typed[name]}
          onType={(value) => set(name, value)}
        />
      ))}
      {Number(typed.capacity) > 1 && (
        <SelectField
          label={words.busyCloses}
          value={typed.busyCloses}
          options={[
            ['everyone', words.busyClosesWhom.everyone],
            ['one', words.busyClosesWhom.one],
          ]}
          onSelect={(busyCloses) => set('busyCloses', busyCloses)}
        />
      )}
      {isWide && linkToDates}
    </div>
  )
  if (!isWide)
    return (
      <Dialog key="week" {...sheet} title={desk.opening}>
        {rows}
        {notice}
        {linkToDates}
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
