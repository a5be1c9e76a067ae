import { dates } from '../site/copy/dates.ts'
import { weekday } from './wall-time.ts'

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

/** "10:30" as "10:30 AM", with a space that never breaks. */
export function timeWords(time: string): string {
  const [hours = 0] = time.split(':').map(Number)
  return `${hours % 12 || 12}${time.slice(2)}\u00a0${hours < 12 ? 'AM' : 'PM'}`
}
