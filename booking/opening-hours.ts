import { business } from '#shop/business.ts'
import { opening } from '#shop/opening-hours.ts'
import type { Opening } from '#shop/types.ts'
import { openingFaultWords as words } from '../copy/errors.ts'
import {
  addDays,
  epochMsToWallTime,
  isCalendarDate,
  isTime,
  msPerHour,
  msPerMinute,
  wallTimeToEpochMs,
  weekday,
} from './time.ts'

/** The shop as the rules see it: its opening times and the time zone of its clock. */
export interface Shop {
  opening: Opening
  /** IANA name */
  timeZone: string
}

/** The shop that the owner describes in demo/. */
export const shop: Shop = { opening, timeZone: business.timeZone }

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

const minutesPerDay = 24 * 60

const capacityMost = 50

const daysMost = 3650

const isCount = (value: number, least: number, most: number) =>
  Number.isInteger(value) && value >= least && value <= most

/** What is wrong with opening hours, in sentences; none when they can be in force. */
export function openingErrors(opening: Opening): string[] {
  const { firstStart, lastStart, durationMinutes, bufferMinutes, capacity, offeredEveryMinutes } = opening
  const { closedWeekdays, closedDates, latestDaysAhead, changesUntilHoursBefore, reminderHoursBefore } =
    opening
  const areTimes = isTime(firstStart) && isTime(lastStart)
  const rules: [isKept: boolean, sentence: string][] = [
    [areTimes, words.times],
    // Zero-padded times compare like the minutes they stand for.
    [!areTimes || firstStart <= lastStart, words.order],
    [isCount(durationMinutes, 5, minutesPerDay), words.duration],
    [
      isCount(bufferMinutes, 0, minutesPerDay) && durationMinutes + bufferMinutes <= minutesPerDay,
      words.buffer,
    ],
    [isCount(capacity, 1, capacityMost), words.capacity(capacityMost)],
    [isCount(offeredEveryMinutes, 5, minutesPerDay), words.offeredEvery],
    [closedWeekdays.every((day) => isCount(day, 1, 7)), words.weekdays],
    [new Set(closedWeekdays).size < 7, words.oneOpen],
    [closedDates.every(isCalendarDate), words.closedDates],
    [latestDaysAhead === null || isCount(latestDaysAhead, 1, daysMost), words.daysAhead(daysMost)],
    [isCount(changesUntilHoursBefore, 0, 24 * daysMost), words.changesUntil],
    [reminderHoursBefore === null || isCount(reminderHoursBefore, 1, 24 * daysMost), words.reminder],
  ]
  return rules.flatMap(([isKept, sentence]) => (isKept ? [] : [sentence]))
}

/** Until when a client can move or cancel an appointment without calling, epoch milliseconds. */
export function changesUntilMs(startEpochMs: number, { opening }: Shop): number {
  return startEpochMs - opening.changesUntilHoursBefore * msPerHour
}

/** Nobody is reminded before eight in the morning or after eight in the evening, on the shop's clock. */
const decentFrom = '08:00'

const decentUntil = '20:00'

/** Sooner after the mail that has told the same, a reminder is noise. */
const quietAfterNewsMs = 12 * msPerHour

/** From when on somebody may be reminded who could not be in time: now or in the morning. Epoch milliseconds. */
export function decentFromMs(epochMs: number, timeZone: string): number {
  const { date, time } = epochMsToWallTime(epochMs, timeZone)
  if (time < decentFrom) return wallTimeToEpochMs(date, decentFrom, timeZone)
  return time > decentUntil ? wallTimeToEpochMs(addDays(date, 1), decentFrom, timeZone) : epochMs
}

/**
 * When a client is reminded of an appointment: the owner's number of hours before it, moved to a decent hour of
 * that day. Epoch milliseconds; null when the owner wants no reminders, or the client has no use for one.
 * @param toldEpochMs - when the client was told of that time: by the confirmation, or by the news of a move
 */
export function reminderAtMs(
  startEpochMs: number,
  toldEpochMs: number,
  { opening, timeZone }: Shop,
): number | null {
  if (opening.reminderHoursBefore === null) return null
  const wantedEpochMs = startEpochMs - opening.reminderHoursBefore * msPerHour
  const { date, time } = epochMsToWallTime(wantedEpochMs, timeZone)
  // Zero-padded times sort like the minutes they stand for: the one in the middle is decent.
  const [, decent = time] = [decentFrom, time, decentUntil].sort()
  const atMs = decent === time ? wantedEpochMs : wallTimeToEpochMs(date, decent, timeZone)
  return atMs >= startEpochMs || atMs - toldEpochMs < quietAfterNewsMs ? null : atMs
}
