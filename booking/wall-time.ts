/**
 * The shop's clock. A wall time ("2026-12-03" and "10:30") is what that clock shows; an instant is a point in
 * time. Only here is one turned into the other, with the platform's own time zone rules.
 *
 * @see https://tc39.es/proposal-temporal/docs/timezone.html
 */

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
  return Temporal.PlainDateTime.from(`${date}T${time}`, { overflow: 'reject' }).toZonedDateTime(timeZone, {
    disambiguation: 'reject',
  }).epochMilliseconds
}

/** What the shop's clock shows at an instant: the date "YYYY-MM-DD" and the time "HH:MM". */
export function epochMsToWallTime(epochMs: number, timeZone: string): { date: string; time: string } {
  const shown = Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(timeZone)
  return {
    date: shown.toPlainDate().toString(),
    time: shown.toPlainTime().toString({ smallestUnit: 'minute' }),
  }
}

/** @returns the date "YYYY-MM-DD" that lies this many days after the given one. */
export function addDays(date: string, days: number): string {
  return Temporal.PlainDate.from(date).add({ days }).toString()
}

/** @returns 1 for Monday to 7 for Sunday. */
export function weekday(date: string): number {
  return Temporal.PlainDate.from(date).dayOfWeek
}

/** @returns whether "YYYY-MM-DD" names a day that the calendar has. */
export function isCalendarDate(date: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return false
  try {
    Temporal.PlainDate.from(date, { overflow: 'reject' })
    return true
  } catch {
    return false
  }
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
