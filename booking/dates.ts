import { msPerMinute } from './milliseconds.ts'
import type { Shop } from './shop.ts'
import { addDays, epochMsToWallTime, weekday } from './wall-time.ts'

let asked = { minute: Number.NaN, timeZone: '', tomorrow: '' }

/**
 * The first date that can be booked: tomorrow on the shop's clock (specification, point 5). Each request asks, and
 * within a minute the answer is the same.
 */
export function earliestDate(nowEpochMs: number, { timeZone }: Shop): string {
  const minute = Math.floor(nowEpochMs / msPerMinute)
  if (minute !== asked.minute || timeZone !== asked.timeZone) {
    asked = { minute, timeZone, tomorrow: addDays(epochMsToWallTime(nowEpochMs, timeZone).date, 1) }
  }
  return asked.tomorrow
}

/** The last date that can be booked, counted from the first; null when the owner sets none. */
export function lastFrom(earliest: string, { opening: { latestDaysAhead } }: Shop): string | null {
  return latestDaysAhead === null ? null : addDays(earliest, latestDaysAhead - 1)
}

/** The last date that can be booked, or null when the owner sets none. */
export const latestDate = (nowEpochMs: number, shop: Shop) => lastFrom(earliestDate(nowEpochMs, shop), shop)

/** Whether the owner keeps the shop closed on a date "YYYY-MM-DD" that exists. */
export function isClosedOn(date: string, shop: Shop): boolean {
  return shop.opening.closedDates.includes(date) || shop.opening.closedWeekdays.includes(weekday(date))
}
