import { useState } from 'react'
import { deskHours as words } from '#copy/desk-hours.ts'
import type { Opening } from '#shop/types.ts'
import { type Starts, toStarts } from '../../../booking/opening-hours.ts'
import type { DeskCalls } from '../../../booking/owner-api.ts'
import { days, isSame, type TypedWeek, toTypedWeek, toWeek, type Weekday } from './week.ts'

type NumberName = Exclude<keyof Opening, 'week' | 'dates' | 'busyCloses'>

/** Special hours as typed, by date. */
export type TypedDates = Readonly<Record<string, readonly Starts[]>>

/** The opening hours in the fields: numbers as digits, empty for none. */
export type TypedOpening = Record<NumberName, string> &
  Pick<Opening, 'busyCloses'> & { week: TypedWeek; dates: TypedDates }
type FieldName = keyof TypedOpening

type Unit = (count: number) => string

/** The fields below the week: name, label, unit, and the meaning of an empty field. */
export const numbers: readonly (readonly [NumberName, label: string, unit: Unit, none?: string])[] = [
  ['durationMinutes', words.duration, words.minutes],
  ['bufferMinutes', words.buffer, words.minutes],
  ['capacity', words.capacity, () => ''],
  ['offeredEveryMinutes', words.every, words.minutes],
  ['changesUntilHoursBefore', words.changes, words.hoursBefore],
  ['reminderHoursBefore', words.reminder, words.hoursBefore, words.reminderNone],
  ['earliestHoursAhead', words.earliest, words.hoursAhead, words.earliestNone],
  ['latestDaysAhead', words.latest, words.daysAhead, words.latestNone],
]

/** In the order of the dates, so equal hours are equal text. */
const inOrder = (days: readonly (readonly [string, readonly Starts[]])[]): TypedDates =>
  Object.fromEntries(days.toSorted(([a], [b]) => a.localeCompare(b)))

/** @param day - without it, the date is as usual */
export function withDate(dates: TypedDates, date: string, day: readonly Starts[] | undefined): TypedDates {
  const others = Object.entries(dates).filter(([other]) => other !== date)
  return inOrder(day ? [...others, [date, day]] : others)
}

export const toDates = (typed: TypedDates): Opening['dates'] =>
  Object.fromEntries(
    Object.entries(typed).map(([date, day]) => [date, day.map((starts) => starts.join('-'))]),
  )

export const toTyped = (opening: Opening): TypedOpening => ({
  ...(Object.fromEntries(numbers.map(([name]) => [name, String(opening[name] ?? '')])) as Record<
    NumberName,
    string
  >),
  week: toTypedWeek(opening.week),
  dates: inOrder(Object.entries(opening.dates).map(([date, day]) => [date, day.map(toStarts)])),
  busyCloses: opening.busyCloses,
})

function toSent(name: FieldName, typed: TypedOpening) {
  if (name === 'week') return toWeek(typed.week)
  if (name === 'dates') return toDates(typed.dates)
  if (name === 'busyCloses') return typed.busyCloses
  const canBeNone = numbers.some(([field, , , none]) => field === name && none)
  return canBeNone && typed[name].trim() === '' ? null : Number(typed[name])
}

export const changedFields = (seen: TypedOpening, typed: TypedOpening) =>
  (Object.keys(typed) as FieldName[]).filter(
    (name) => JSON.stringify(typed[name]) !== JSON.stringify(seen[name]),
  )

export const changedDays = (seen: TypedWeek, typed: TypedWeek) =>
  days.filter(({ name }) => !isSame(seen[name], typed[name]))

export const changedDates = ({ dates: seen }: TypedOpening, { dates: typed }: TypedOpening) =>
  Object.keys({ ...seen, ...typed }).filter((date) => String(seen[date]) !== String(typed[date]))

/** The changed fields, and the values that the owner saw. The rest stays as another desk may have set it. */
export function toChanges(seen: TypedOpening, typed: TypedOpening): DeskCalls['set_opening']['takes'] {
  const names = changedFields(seen, typed)
  const sent = (opening: TypedOpening) =>
    Object.fromEntries(names.map((name) => [name, toSent(name, opening)]))
  return { ...sent(typed), before: sent(seen) }
}

/** The values of fields when the owner first changed them. */
export type Seen = Partial<TypedOpening>
type Days = Partial<TypedWeek>

interface TypedParts {
  touched: Partial<Omit<TypedOpening, 'week'>>
  touchedDays: Days
  own: Days
  seen: Seen
}

const firstHours: readonly Starts[] = [['09:00', '17:00']]

export function useTyped(current: TypedOpening) {
  const [touched, setTouched] = useState<Partial<Omit<TypedOpening, 'week'>>>({})
  const [touchedDays, setTouchedDays] = useState<Days>({})
  /** The hours of a day before the owner copied another day's, or closed it. */
  const [own, setOwn] = useState<Days>({})
  const [seen, setSeen] = useState<Seen>({})
  const week: TypedWeek = { ...current.week, ...touchedDays }
  const setDays = (changed: Days) => {
    setTouchedDays((all) => ({ ...all, ...changed }))
    setSeen((all) => ({ week: current.week, ...all }))
  }
  return {
    typed: { ...current, ...touched, week },
    /** Everything that was typed, for restoring the form. */
    parts: { touched, touchedDays, own, seen },
    bringBack: (parts: TypedParts) => {
      setTouched(parts.touched)
      setTouchedDays(parts.touchedDays)
      setOwn(parts.own)
      setSeen(parts.seen)
    },
    durationMinutes: Number(touched.durationMinutes ?? current.durationMinutes) || 0,
    seen,
    setSeen,
    set: <Name extends keyof typeof touched>(name: Name, value: TypedOpening[Name]) => {
      setTouched((all) => ({ ...all, [name]: value }))
      setSeen((all) => ({ [name]: current[name], ...all }))
    },
    setDay: (name: Weekday, day: readonly Starts[]) => {
      if (day.length === 0) setOwn((all) => ({ ...all, [name]: week[name] }))
      setDays({ [name]: day })
    },
    copy: (from: Weekday, to: readonly Weekday[]) => {
      const others = to.filter((name) => name !== from)
      setOwn((all) => ({ ...Object.fromEntries(others.map((name) => [name, week[name]])), ...all }))
      setDays(Object.fromEntries(others.map((name) => [name, week[from]])))
    },
    /** Restores a day's own hours. A closed day opens with those, or with another day's. */
    restore: (name: Weekday) => {
      const before = own[name] ?? current.week[name]
      const others = days.map((other) => week[other.name])
      const isClosed = week[name].length === 0
      const day = isClosed ? [before, ...others].find((hours) => hours.length > 0) : before
      setDays({ [name]: day ?? firstHours })
      setOwn(({ [name]: _, ...rest }) => rest)
    },
  }
}
