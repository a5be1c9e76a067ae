import type { Shop } from './shop.ts'
import { addDays, epochMsToWallTime, weekday } from './wall-time.ts'

/** The first date that can be booked: tomorrow on the shop's clock (specification, point 5). */
export function earliestDate(nowEpochMs: number, { timeZone }: Shop): string {
  return addDays(epochMsToWallTime(nowEpochMs, timeZone).date, 1)
}

/** The last date that can be booked, or null when the owner sets none. */
export function latestDate(nowEpochMs: number, shop: Shop): string | null {
  const { latestDaysAhead } = shop.opening
  return latestDaysAhead === null ? null : addDays(earliestDate(nowEpochMs, shop), latestDaysAhead - 1)
}

/** Whether the owner keeps the shop closed on a date "YYYY-MM-DD" that exists. */
export function isClosedOn(date: string, shop: Shop): boolean {
  return shop.opening.closedDates.includes(date) || shop.opening.closedWeekdays.includes(weekday(date))
}
