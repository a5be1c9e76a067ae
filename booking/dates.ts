import { msPerMinute } from './milliseconds.ts'
import type { Shop } from './shop.ts'
import { addDays, epochMsToWallTime, weekday } from './wall-time.ts'

let asked = { minute: Number.NaN, timeZone: '', date: '' }

/** Today on the shop's clock. Each request asks, and within a minute the answer is the same. */
function today(nowEpochMs: number, { timeZone }: Shop): string {
  const minute = Math.floor(nowEpochMs / msPerMinute)
  if (minute !== asked.minute || timeZone !== asked.timeZone) {
    asked = { minute, timeZone, date: epochMsToWallTime(nowEpochMs, timeZone).date }
  }
  return asked.date
}

/** The first date that can be booked: tomorrow on the shop's clock (specification, point 5). */
export function earliestDate(nowEpochMs: number, shop: Shop): string {
  return addDays(today(nowEpochMs, shop), 1)
}

/** The last date that can be booked, or null when the owner sets none. */
export function latestDate(nowEpochMs: number, shop: Shop): string | null {
  const { latestDaysAhead } = shop.opening
  return latestDaysAhead === null ? null : addDays(today(nowEpochMs, shop), latestDaysAhead)
}

/** Whether the owner keeps the shop closed on a date "YYYY-MM-DD" that exists. */
export function isClosedOn(date: string, shop: Shop): boolean {
  return shop.opening.closedDates.includes(date) || shop.opening.closedWeekdays.includes(weekday(date))
}
