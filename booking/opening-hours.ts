import { openingErrorWords as words } from '#copy/errors.ts'
import { business } from '#shop/business.ts'
import { opening } from '#shop/opening-hours.ts'
import type { Opening } from '#shop/types.ts'
import {
  addDays,
  epochMsToWallTime,
  formatTime,
  isCalendarDate,
  isTime,
  minutesToTime,
  msPerHour,
  msPerMinute,
  splitDate,
  timeToMinutes,
  wallTimeToEpochMs,
  weekdayName,
  weekdayNames,
} from './time.ts'

/** The hours that an open page validates bookings with; the rest is the owner's. */
export type PublicOpening = Pick<Opening, 'week' | 'durationMinutes' | 'closedDates' | 'latestDaysAhead'>

export interface PublicShop {
  opening: PublicOpening
  timeZone: string
}

export interface Shop extends PublicShop {
  opening: Opening
}

/** The shop as demo/ describes it. */
export const shop: Shop = { opening, timeZone: business.timeZone }

let asked = { minute: Number.NaN, timeZone: '', tomorrow: '' }

/** Tomorrow on the shop's clock (specification, point 5). Each request asks; within a minute the answer is the same. */
export function earliestDate(nowEpochMs: number, { timeZone }: PublicShop): string {
  const minute = Math.floor(nowEpochMs / msPerMinute)
  if (minute !== asked.minute || timeZone !== asked.timeZone) {
    asked = { minute, timeZone, tomorrow: addDays(epochMsToWallTime(nowEpochMs, timeZone).date, 1) }
  }
  return asked.tomorrow
}

export function lastFrom(earliest: string, { opening: { latestDaysAhead } }: PublicShop): string | null {
  return latestDaysAhead === null ? null : addDays(earliest, latestDaysAhead - 1)
}

export const latestDate = (nowEpochMs: number, shop: Shop) => lastFrom(earliestDate(nowEpochMs, shop), shop)

/** The first and last start of a stretch. Zero-padded "HH:MM" strings sort like the minutes they stand for. */
export type Starts = readonly [first: string, last: string]

export const toStarts = (stretch: string) => stretch.split('-') as unknown as Starts

/** When consultations can start on a date "YYYY-MM-DD" that exists, early to late; empty when the shop is closed. */
export function startsForDate(date: string, { opening: { week, closedDates } }: PublicShop): Starts[] {
  return closedDates.includes(date) ? [] : week[weekdayName(date)].map(toStarts)
}

export const isClosedOn = (date: string, shop: PublicShop) => startsForDate(date, shop).length === 0

const stretchesOf = ({ week }: PublicOpening) => weekdayNames.flatMap((name) => week[name])

export function weekStarts(opening: PublicOpening): Starts {
  const times = stretchesOf(opening).flatMap(toStarts).sort()
  return [times[0] ?? '', times.at(-1) ?? '']
}

export const isUniform = (opening: PublicOpening) => new Set(stretchesOf(opening)).size === 1

const minutesPerDay = 24 * 60
const capacityMost = 50
const daysMost = 3650

const isCount = (value: number, least: number, most: number) =>
  Number.isInteger(value) && value >= least && value <= most

const someMonday = '2026-11-23'

function dayError(name: string, stretches: readonly string[], durationMinutes: number): string | undefined {
  let free = 0
  for (const [first, last] of stretches.map(toStarts)) {
    if (first > last) return words.order(name, formatTime(first), formatTime(last))
    // The consultation that starts last must be over before the next stretch begins.
    if (timeToMinutes(first) < free) return words.overlap(name, formatTime(minutesToTime(free)))
    free = timeToMinutes(last) + durationMinutes
  }
}

function weekErrors({ week, durationMinutes }: Opening): string[] {
  // An owner types these days by hand in the shop's folder, and one can be missing.
  const days: unknown[] = weekdayNames.map((name) => week?.[name])
  const isDay = (day: unknown): day is string[] =>
    Array.isArray(day) && day.every((one) => /^[\d:]{5}-[\d:]{5}$/.test(one) && toStarts(one).every(isTime))
  if (!days.every(isDay)) return [words.times]
  if (days.flat().length === 0) return [words.oneOpen]
  return days.flatMap(
    (day, index) => dayError(splitDate(addDays(someMonday, index)).weekday, day, durationMinutes) ?? [],
  )
}

export function openingErrors(opening: Opening): string[] {
  const { durationMinutes, bufferMinutes, capacity, offeredEveryMinutes } = opening
  const { closedDates, latestDaysAhead, changesUntilHoursBefore, reminderHoursBefore } = opening
  const rules: [isKept: boolean, sentence: string][] = [
    [isCount(durationMinutes, 15, 240), words.duration],
    [
      isCount(bufferMinutes, 0, minutesPerDay) && durationMinutes + bufferMinutes <= minutesPerDay,
      words.buffer,
    ],
    [isCount(capacity, 1, capacityMost), words.capacity(capacityMost)],
    [isCount(offeredEveryMinutes, 5, minutesPerDay), words.offeredEvery],
    [closedDates.every(isCalendarDate), words.closedDates],
    [latestDaysAhead === null || isCount(latestDaysAhead, 1, daysMost), words.daysAhead(daysMost)],
    [isCount(changesUntilHoursBefore, 0, 24 * daysMost), words.changesUntil],
    [reminderHoursBefore === null || isCount(reminderHoursBefore, 1, 24 * daysMost), words.reminder],
  ]
  return [...weekErrors(opening), ...rules.flatMap(([isKept, sentence]) => (isKept ? [] : [sentence]))]
}

export function changesUntilMs(startEpochMs: number, { opening }: Shop): number {
  return startEpochMs - opening.changesUntilHoursBefore * msPerHour
}

const decentFrom = '08:00'

const decentUntil = '20:00'

/** A reminder any sooner after the last email would only repeat it. */
const quietAfterEmailMs = 12 * msPerHour

export function nextDecentMs(epochMs: number, timeZone: string): number {
  const { date, time } = epochMsToWallTime(epochMs, timeZone)
  if (time < decentFrom) return wallTimeToEpochMs(date, decentFrom, timeZone)
  return time > decentUntil ? wallTimeToEpochMs(addDays(date, 1), decentFrom, timeZone) : epochMs
}

/**
 * The owner's number of hours before the appointment, moved into that day's decent hours; null for no reminder.
 * @param notifiedEpochMs - when the confirmation, or the email about a move, told the client that time
 */
export function reminderAtMs(
  startEpochMs: number,
  notifiedEpochMs: number,
  { opening, timeZone }: Shop,
): number | null {
  if (opening.reminderHoursBefore === null) return null
  const wantedEpochMs = startEpochMs - opening.reminderHoursBefore * msPerHour
  const { date, time } = epochMsToWallTime(wantedEpochMs, timeZone)
  // Zero-padded times sort like numbers. The middle one is the nearest decent time.
  const [, decent = time] = [decentFrom, time, decentUntil].sort()
  const atMs = decent === time ? wantedEpochMs : wallTimeToEpochMs(date, decent, timeZone)
  return atMs >= startEpochMs || atMs - notifiedEpochMs < quietAfterEmailMs ? null : atMs
}
