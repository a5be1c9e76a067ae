import type { WallStretch } from '../../booking/appointment.ts'
import { type Shop, startsForDate, weekStarts } from '../../booking/opening-hours.ts'
import { addDays, isCalendarDate, minutesToTime, timeToMinutes } from '../../booking/time.ts'

export type HowLong = 'afternoon' | 'days' | 'hours'

/** The form as typed. For whole days, the times don't count. */
export interface TypedClosing {
  how: HowLong
  fromDate: string
  fromTime: string
  toDate: string
  toTime: string
}

const noon = '12:00'
const midnight = '00:00'
const lastMinute = '23:59'

/** Afternoon, or the rest of today: from noon, or from now, to the end of the last appointment. */
export function afternoon(
  typed: TypedClosing,
  shop: Shop,
  now: { today: string; minutes: number },
): TypedClosing {
  const date = isCalendarDate(typed.toDate) ? typed.toDate : now.today
  const [, last] = startsForDate(date, shop).at(-1) ?? weekStarts(shop.opening)
  const closing = timeToMinutes(last) + shop.opening.durationMinutes
  const toTime = minutesToTime(Math.min(closing, timeToMinutes(lastMinute)))
  const isToday = typed.fromDate === now.today
  return { ...typed, how: 'afternoon', fromTime: isToday ? minutesToTime(now.minutes) : noon, toTime }
}

/** Moves the end along, so the duration stays the same. */
export function withFromDate(typed: TypedClosing, fromDate: string): TypedClosing {
  const follows = typed.toDate === typed.fromDate || typed.toDate < fromDate
  return { ...typed, fromDate, toDate: follows ? fromDate : typed.toDate }
}

/** Closing a day until its last minute closes it until midnight. */
export function closedBy({ how, fromDate, fromTime, toDate, toTime }: TypedClosing): WallStretch {
  // While the owner types, a date can be incomplete, or have a five-digit year.
  const isWhole = isCalendarDate(toDate) && (how === 'days' || toTime === lastMinute)
  const from = `${fromDate}T${how === 'days' ? midnight : fromTime}`
  return { from, to: isWhole ? `${addDays(toDate, 1)}T${midnight}` : `${toDate}T${toTime}` }
}
