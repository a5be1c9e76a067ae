import { useState } from 'react'
import type { Opening } from '#shop/types.ts'
import type { Starts } from '../../../booking/opening-hours.ts'
import type { DeskCalls } from '../../../booking/owner-api.ts'
import { weekdayNames } from '../../../booking/time.ts'
import { deskHours as words } from '../../../copy/desk-hours.ts'
import { days, isSame, type TypedWeek, toTypedWeek, toWeek, type Weekday } from './week.ts'

/** The opening hours as they stand in the fields: numbers as digits, empty for none. */
export type TypedOpening = Record<Exclude<keyof Opening, 'week' | 'closedDates'>, string> & {
  week: TypedWeek
  closedDates: readonly string[]
}

/** The fields below the week: name, label, unit, and what an empty field stands for. */
export const numbers = [
  ['durationMinutes', words.duration, words.minutes, undefined],
  ['bufferMinutes', words.buffer, words.minutes, undefined],
  ['capacity', words.capacity, '', undefined],
  ['offeredEveryMinutes', words.every, words.minutes, undefined],
  ['changesUntilHoursBefore', words.changes, words.hoursBefore, undefined],
  ['reminderHoursBefore', words.reminder, words.hoursBefore, words.reminderNone],
  ['latestDaysAhead', words.latest, words.daysAhead, words.latestNone],
] as const

const digits = (value: number | null) => (value === null ? '' : String(value))

const orNone = (typed: string) => (typed.trim() === '' ? null : Number(typed))

export function toTyped(opening: Opening): TypedOpening {
  return {
    week: toTypedWeek(opening.week),
    durationMinutes: digits(opening.durationMinutes),
    bufferMinutes: digits(opening.bufferMinutes),
    capacity: digits(opening.capacity),
    offeredEveryMinutes: digits(opening.offeredEveryMinutes),
    changesUntilHoursBefore: digits(opening.changesUntilHoursBefore),
    reminderHoursBefore: digits(opening.reminderHoursBefore),
    latestDaysAhead: digits(opening.latestDaysAhead),
    closedDates: opening.closedDates,
  }
}

function toOpening(typed: TypedOpening): Opening {
  return {
    week: toWeek(typed.week),
    durationMinutes: Number(typed.durationMinutes),
    bufferMinutes: Number(typed.bufferMinutes),
    capacity: Number(typed.capacity),
    offeredEveryMinutes: Number(typed.offeredEveryMinutes),
    changesUntilHoursBefore: Number(typed.changesUntilHoursBefore),
    reminderHoursBefore: orNone(typed.reminderHoursBefore),
    latestDaysAhead: orNone(typed.latestDaysAhead),
    closedDates: typed.closedDates,
  }
}

const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** The fields whose typed value is another one than was seen. */
export const changedFields = (seen: TypedOpening, typed: TypedOpening) =>
  (Object.keys(typed) as (keyof TypedOpening)[]).filter((name) => !isEqual(typed[name], seen[name]))

/** The weekdays whose hours differ. */
export const changedDays = (seen: TypedWeek, typed: TypedWeek) =>
  days.filter(({ name }) => !isSame(seen[name], typed[name]))

/** The dates that are closed in one and open in the other. */
export function changedDates(seen: TypedOpening, typed: TypedOpening): string[] {
  const only = (dates: readonly string[], others: readonly string[]) =>
    dates.filter((date) => !others.includes(date))
  return [...only(seen.closedDates, typed.closedDates), ...only(typed.closedDates, seen.closedDates)]
}

/**
 * The changed fields, and what each was when the owner decided. The rest stays as another desk may have set it since
 * then. The server decides whether it makes sense together.
 */
export function changesOf(seen: TypedOpening, typed: TypedOpening): DeskCalls['set_opening']['takes'] {
  const names = new Set<string>(changedFields(seen, typed))
  const changed = (opening: TypedOpening) =>
    Object.fromEntries(Object.entries(toOpening(opening)).filter(([name]) => names.has(name)))
  return { ...changed(typed), before: changed(seen) }
}

/** Fields as they were when the owner first changed them. */
export type Seen = Partial<TypedOpening>

type Days = Partial<Record<Weekday, readonly Starts[]>>

/** Offered for a day when no day has hours. */
const firstHours: readonly Starts[] = [['09:00', '17:00']]

/** The owner’s edits on top of the hours in effect. */
export function useTyped(standing: TypedOpening) {
  const [touched, setTouched] = useState<Partial<Omit<TypedOpening, 'week'>>>({})
  const [touchedDays, setTouchedDays] = useState<Days>({})
  /** The hours of a day before another day's were copied to it, or before it was closed. */
  const [own, setOwn] = useState<Days>({})
  const [seen, setSeen] = useState<Seen>({})
  const typed: TypedOpening = { ...standing, ...touched, week: { ...standing.week, ...touchedDays } }

  const setDays = (changed: Days) => {
    setTouchedDays((all) => ({ ...all, ...changed }))
    setSeen((all) => ({ week: standing.week, ...all }))
  }
  return {
    typed,
    seen,
    setSeen,
    set: <Name extends keyof typeof touched>(name: Name, value: TypedOpening[Name]) => {
      setTouched((all) => ({ ...all, [name]: value }))
      setSeen((all) => ({ [name]: standing[name], ...all }))
    },
    setDay: (name: Weekday, day: readonly Starts[]) => {
      if (day.length === 0) setOwn((all) => ({ ...all, [name]: typed.week[name] }))
      setDays({ [name]: day })
    },
    copy: (from: Weekday, to: readonly Weekday[]) => {
      const others = to.filter((name) => name !== from)
      setOwn((all) => ({ ...Object.fromEntries(others.map((name) => [name, typed.week[name]])), ...all }))
      setDays(Object.fromEntries(others.map((name) => [name, typed.week[from]])))
    },
    /** Gives a day back the hours of its own; a closed day opens with those, or with another day's. */
    restore: (name: Weekday) => {
      const others = weekdayNames.map((other) => typed.week[other])
      const isClosed = typed.week[name].length === 0
      const before = own[name] ?? standing.week[name]
      const day = isClosed ? [before, ...others].find((one) => one.length > 0) : before
      setDays({ [name]: day ?? firstHours })
      setOwn(({ [name]: _, ...rest }) => rest)
    },
  }
}
