import type { DeskCalls } from '../../../booking/owner-api.ts'
import type { Opening } from '../../../demo/types.ts'

/** The opening as it stands in the fields: numbers as digits, empty for none, dates with commas between them. */
export type TypedOpening = Pick<Opening, 'closedWeekdays'> &
  Record<Exclude<keyof Opening, 'closedWeekdays'>, string>

const digits = (value: number | null) => (value === null ? '' : String(value))
const orNone = (typed: string) => (typed.trim() === '' ? null : Number(typed))

export function toTyped(opening: Opening): TypedOpening {
  return {
    firstStart: opening.firstStart,
    lastStart: opening.lastStart,
    durationMinutes: digits(opening.durationMinutes),
    bufferMinutes: digits(opening.bufferMinutes),
    capacity: digits(opening.capacity),
    offeredEveryMinutes: digits(opening.offeredEveryMinutes),
    changesUntilHoursBefore: digits(opening.changesUntilHoursBefore),
    reminderHoursBefore: digits(opening.reminderHoursBefore),
    latestDaysAhead: digits(opening.latestDaysAhead),
    closedWeekdays: opening.closedWeekdays,
    closedDates: opening.closedDates.join(', '),
  }
}

/** The fields that another one has, too. */
export const fieldsOf = (opening: TypedOpening, like: Partial<TypedOpening>): Partial<TypedOpening> =>
  Object.fromEntries(Object.entries(opening).filter(([name]) => name in like))

/**
 * What was changed in the fields, and on what it was decided: what was not stays as another desk may have set it
 * meanwhile. Whether it makes sense together is the server's to say.
 */
export function changesOf(seen: TypedOpening, typed: TypedOpening): DeskCalls['set_opening']['takes'] {
  const isChanged = ([name]: [string, unknown]) =>
    String(typed[name as keyof TypedOpening]) !== String(seen[name as keyof TypedOpening])
  const changed = (opening: TypedOpening) =>
    Object.fromEntries(Object.entries(toOpening(opening)).filter(isChanged))
  return { ...changed(typed), before: changed(seen) }
}

function toOpening(typed: TypedOpening): Opening {
  return {
    firstStart: typed.firstStart,
    lastStart: typed.lastStart,
    durationMinutes: Number(typed.durationMinutes),
    bufferMinutes: Number(typed.bufferMinutes),
    capacity: Number(typed.capacity),
    offeredEveryMinutes: Number(typed.offeredEveryMinutes),
    changesUntilHoursBefore: Number(typed.changesUntilHoursBefore),
    reminderHoursBefore: orNone(typed.reminderHoursBefore),
    latestDaysAhead: orNone(typed.latestDaysAhead),
    closedWeekdays: typed.closedWeekdays,
    closedDates: typed.closedDates.split(/[\s,;]+/).filter(Boolean),
  }
}
