/**
 * The shop's clock. A wall time ("2026-12-03" and "10:30") is what that clock shows; an instant is a point in
 * time. Only here is one turned into the other, with the platform's own time zone rules.
 *
 * @see https://tc39.es/proposal-temporal/docs/timezone.html
 */
import { msPerDay } from './milliseconds.ts'

/**
 * The instant at which the shop's clock shows this date and time.
 *
 * @param date - "YYYY-MM-DD"
 * @param time - "HH:MM"
 * @param timeZone - IANA name, e.g. "America/Chicago"
 * @returns epoch milliseconds
 * @throws {RangeError} when no such date exists, or when a clock change skips or repeats that wall time
 */
export function wallTimeToEpochMs(date: string, time: string, timeZone: string): number {
  const wallTime = Temporal.PlainDateTime.from(`${date}T${time}`, { overflow: 'reject' })
  return wallTime.toZonedDateTime(timeZone, { disambiguation: 'reject' }).epochMilliseconds
}

/** @returns whether the shop's clock shows this date and time, and once: a clock change can skip or repeat it */
export function isShownOnce(date: string, time: string, timeZone: string): boolean {
  try {
    wallTimeToEpochMs(date, time, timeZone)
    return true
  } catch {
    return false
  }
}

/** What the shop's clock shows at an instant: the date "YYYY-MM-DD" and the time "HH:MM". */
export function epochMsToWallTime(epochMs: number, timeZone: string): { date: string; time: string } {
  const shown = Temporal.Instant.fromEpochMilliseconds(epochMs).toString({ timeZone })
  const at = shown.indexOf('T')
  return { date: shown.slice(0, at), time: shown.slice(at + 1, at + 6) }
}

/** A date by itself has no clock and no clock changes, so that UTC can count it; the year can have six digits. */
const isoDate = (epochMs: number) => new Date(epochMs).toISOString().slice(0, -'T00:00:00.000Z'.length)

/** @returns the date "YYYY-MM-DD" that lies this many days after the given one. */
export function addDays(date: string, days: number): string {
  return isoDate(Date.parse(date) + days * msPerDay)
}

/** @returns 1 for Monday to 7 for Sunday. */
export function weekday(date: string): number {
  return new Date(date).getUTCDay() || 7
}

export const mondayOf = (date: string) => addDays(date, 1 - weekday(date))

/** @returns whether "YYYY-MM-DD" names a day that the calendar has. */
export function isCalendarDate(date: string): boolean {
  const epochMs = /^\d{4}-\d{2}-\d{2}$/.test(date) ? Date.parse(date) : Number.NaN
  // Some engines take the 30th of February for a day in March.
  return !Number.isNaN(epochMs) && isoDate(epochMs) === date
}

/** @returns whether "HH:MM" is a time that a clock shows. */
export function isTime(time: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(time)
}

/** Minutes since midnight of a time "HH:MM". */
export function minutesOfDay(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** The time "HH:MM" of so many minutes since midnight. */
export function timeOfMinutes(minutes: number): string {
  const two = (part: number) => String(part).padStart(2, '0')
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}
