/**
 * The shop's clock. A wall time ("2026-12-03" and "10:30") is what that clock shows; an instant is a point in time.
 * Only this file converts between them, by the platform's time zone rules.
 * @see https://tc39.es/proposal-temporal/docs/timezone.html
 */

import { fieldErrors } from '#copy/booking-form.ts'
import { dates } from '#copy/dates.ts'
import { business } from '#shop/business.ts'
import type { PublicShop, Shop } from './opening-hours.ts'

/** Epoch milliseconds; the end is exclusive. */
export interface Interval {
  startEpochMs: number
  endEpochMs: number
}

export const msPerMinute = 60_000
export const msPerHour = 60 * msPerMinute
export const msPerDay = 24 * msPerHour

/**
 * The instant when the shop's clock shows "YYYY-MM-DD" and "HH:MM", in epoch milliseconds.
 * @param timeZone - IANA name, e.g. "America/Chicago"
 * @throws {RangeError} if the date doesn't exist, or a clock change skips or repeats that wall time
 */
export function wallTimeToEpochMs(date: string, time: string, timeZone: string): number {
  const wallTime = Temporal.PlainDateTime.from(`${date}T${time}`, { overflow: 'reject' })
  return wallTime.toZonedDateTime(timeZone, { disambiguation: 'reject' }).epochMilliseconds
}

/** Whether the clock shows this date and time exactly once: a clock change can skip or repeat it. */
export function isShownOnce(date: string, time: string, timeZone: string): boolean {
  try {
    wallTimeToEpochMs(date, time, timeZone)
    return true
  } catch {
    return false
  }
}

export function epochMsToWallTime(epochMs: number, timeZone: string): { date: string; time: string } {
  const shown = Temporal.Instant.fromEpochMilliseconds(epochMs).toString({ timeZone })
  const at = shown.indexOf('T')
  return { date: shown.slice(0, at), time: shown.slice(at + 1, at + 6) }
}

/** A date alone has no clock changes, so UTC can count days. The year can have six digits. */
const isoDate = (epochMs: number) => new Date(epochMs).toISOString().slice(0, -'T00:00:00.000Z'.length)

export function addDays(date: string, days: number): string {
  return isoDate(Date.parse(date) + days * msPerDay)
}

export const firstOfMonth = (date: string) => `${date.slice(0, 7)}-01`

/** The same day that many months later, or the last day of a shorter month. */
export const addMonths = (date: string, months: number) =>
  Temporal.PlainDate.from(date).add({ months }).toString()

export const weekdayNames = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const

/** 1 for Monday to 7 for Sunday. */
export function weekday(date: string): number {
  return new Date(date).getUTCDay() || 7
}

export const weekdayName = (date: string) => weekdayNames[weekday(date) - 1] as (typeof weekdayNames)[number]

/** From 1, for the day on which the desk's weeks begin, to 7. */
export function placeInWeek(date: string, { weekBegins } = business): number {
  const first = weekBegins === 'sunday' ? 7 : 1
  return ((weekday(date) - first + 7) % 7) + 1
}

/** The first day of the week at the desk: a Sunday, or a Monday if the shop's folder says so. */
export const startOfWeek = (date: string, shop = business) => addDays(date, 1 - placeInWeek(date, shop))

export function isCalendarDate(date: string): boolean {
  const epochMs = /^\d{4}-\d{2}-\d{2}$/.test(date) ? Date.parse(date) : Number.NaN
  // Some engines read February 30 as a day in March.
  return !Number.isNaN(epochMs) && isoDate(epochMs) === date
}

export function isTime(time: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(time)
}

export function timeToMinutes(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

export function minutesToTime(minutes: number): string {
  const two = (part: number) => String(part).padStart(2, '0')
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

/** Turns "12/1/2026" into "2026-12-01". Any other text is unchanged. */
export const toIsoDate = (typed: string) =>
  typed.replace(
    /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/,
    (_, month, day, year) => `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`,
  )

export function splitDate(date: string) {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  return { weekday: dates.weekdays[weekday(date) - 1] ?? '', month: dates.months[month - 1] ?? '', day, year }
}

/** Eleven months. */
const daysWithoutYear = 334

export function formatDay(date: string): string {
  const { weekday, month, day } = splitDate(date)
  return dates.day(weekday, month, day)
}

/** Adds the year once the day is more than eleven months ahead. */
export const formatDayFrom = (earliest: string, date: string) =>
  date > addDays(earliest, daysWithoutYear) ? formatDate(date) : formatDay(date)

/** "2026-12-03" as "Thu" and "Dec 3". */
export function formatTapeDay(date: string): readonly [weekday: string, monthDay: string] {
  const { weekday, month, day } = splitDate(date)
  return dates.tape(weekday, month, day)
}

/** "2026-12-03" as "Thursday, December 3, 2026". */
export function formatDate(date: string): string {
  const { weekday, month, day, year } = splitDate(date)
  return dates.date(weekday, month, day, year)
}

/** "9:00 AM, 11:30 AM, or 3:00 PM" */
export const joinTimes = (times: readonly string[]) => dates.either(times.map(formatTime))

/** In the shorter of two wordings; null if the shop is open on this date's weekday. */
export function formatOpenDays(date: string, { opening: { week } }: PublicShop): string | null {
  const isOpen = weekdayNames.map((name) => week[name].length > 0)
  if (isOpen[weekday(date) - 1]) return null
  const open = dates.weekdays.filter((_, index) => isOpen[index])
  const closed = dates.weekdays.filter((_, index) => !isOpen[index])
  return open.length <= closed.length
    ? fieldErrors.openOn(dates.several(open))
    : fieldErrors.openExcept(dates.several(closed))
}

function clockWords(time: string): string {
  const [hour = '', minute = ''] = time.split(':')
  return dates.time(Number(hour) % 12 || 12, minute, Number(hour) < 12)
}

/** "10:30" as "10:30 AM", with a non-breaking space. */
export const formatTime = (time: string) => clockWords(time).replace(' ', '\u00a0')

/** "Thursday, December 3, 2026 at 10:30 AM, Dallas time". */
export function formatMoment(startEpochMs: number, { timeZone }: Pick<Shop, 'timeZone'>): string {
  const { date, time } = epochMsToWallTime(startEpochMs, timeZone)
  return dates.moment(formatDate(date), clockWords(time), business.timeZoneName)
}
/** "20261203T163000Z": the basic ISO 8601 format of calendars (RFC 5545, 3.3.5). */
export function toBasicInstant(epochMs: number): string {
  return new Date(epochMs).toISOString().replace(/[-:]|\.\d{3}/g, '')
}
