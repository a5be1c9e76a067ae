import type { Opening } from '#shop/types.ts'
import type { DeskCalls } from '../../../booking/owner-api.ts'
import { deskHours as words } from '../../../copy/desk-hours.ts'
import { days, isSame, type TypedWeek, toTypedWeek, toWeek } from './week.ts'

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
