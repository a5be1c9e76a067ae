import { business } from '../site/business.ts'
import { dates } from '../site/copy/dates.ts'
import { fieldFaults } from '../site/copy/field-faults.ts'
import type { Shop } from './shop.ts'
import { epochMsToWallTime, weekday } from './wall-time.ts'

/** The parts of "YYYY-MM-DD", in words where there are any. */
export function partsOf(date: string) {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  return { weekday: dates.weekdays[weekday(date) - 1] ?? '', month: dates.months[month - 1] ?? '', day, year }
}

/** "2026-12-03" as "Thursday, December 3". */
export function dayWords(date: string): string {
  const { weekday, month, day } = partsOf(date)
  return dates.day(weekday, month, day)
}

/** "2026-12-03" as "Thursday, December 3, 2026". */
export function dateWords(date: string): string {
  const { weekday, month, day, year } = partsOf(date)
  return dates.date(weekday, month, day, year)
}

/**
 * On which weekdays the shop is open, in the shorter way to say it; null when it is open on the weekday of this date.
 */
export function openDaysWords(date: string, { opening: { closedWeekdays } }: Shop): string | null {
  if (!closedWeekdays.includes(weekday(date))) return null
  const named = (isClosed: boolean) =>
    dates.weekdays.filter((_, index) => closedWeekdays.includes(index + 1) === isClosed)
  const [open, closed] = [named(false), named(true)]
  return open.length <= closed.length
    ? fieldFaults.openOn(dates.several(open))
    : fieldFaults.openExcept(dates.several(closed))
}

function clockWords(time: string): string {
  const [hour = '', minute = ''] = time.split(':')
  return dates.time(Number(hour) % 12 || 12, minute, Number(hour) < 12)
}

/** "10:30" as "10:30 AM", with a space that never breaks. */
export const timeWords = (time: string) => clockWords(time).replace(' ', '\u00a0')

/** "Thursday, December 3, 2026 at 10:30 AM, Dallas time", as mails and pages say it. */
export function shownTime(startEpochMs: number, { timeZone }: Shop): string {
  const { date, time } = epochMsToWallTime(startEpochMs, timeZone)
  return dates.moment(dateWords(date), clockWords(time), business.timeZoneName)
}
