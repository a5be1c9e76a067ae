import { business } from '#shop/business.ts'
import { opening } from '#shop/opening-hours.ts'
import type { Opening } from '#shop/types.ts'
import {
  addDays,
  epochMsToWallTime,
  isCalendarDate,
  isTime,
  minutesToTime,
  msPerHour,
  msPerMinute,
  timeToMinutes,
  wallTimeToEpochMs,
  weekdayName,
  weekdayNames,
} from './time.ts'

/** The hours that an open page needs to validate bookings. The other fields are private. */
export type PublicOpening = Pick<
  Opening,
  'week' | 'durationMinutes' | 'dates' | 'earliestHoursAhead' | 'latestDaysAhead'
>

export interface PublicShop {
  opening: PublicOpening
  timeZone: string
}

export interface Shop extends PublicShop {
  opening: Opening
}

/** The shop as demo/ describes it. */
export const shop: Shop = { opening, timeZone: business.timeZone }

/** The first bookable start: a date, and a time on that date. */
export interface Earliest {
  date: string
  time: string
}

function startsFrom(nowEpochMs: number, { opening: { earliestHoursAhead }, timeZone }: PublicShop): Earliest {
  // Tomorrow on the shop's clock (specification, point 5).
  if (earliestHoursAhead === null)
    return { date: addDays(epochMsToWallTime(nowEpochMs, timeZone).date, 1), time: '00:00' }
  const fromMs = nowEpochMs + earliestHoursAhead * msPerHour
  return epochMsToWallTime(Math.ceil(fromMs / msPerMinute) * msPerMinute, timeZone)
}

let asked = {
  minute: Number.NaN,
  timeZone: '',
  hours: null as number | null,
  earliest: { date: '', time: '' },
}

/** Every request asks, but the answer only changes each minute. */
export function earliestStart(nowEpochMs: number, shop: PublicShop): Earliest {
  const minute = Math.floor(nowEpochMs / msPerMinute)
  const { earliestHoursAhead: hours } = shop.opening
  if (minute !== asked.minute || shop.timeZone !== asked.timeZone || hours !== asked.hours)
    asked = { minute, timeZone: shop.timeZone, hours, earliest: startsFrom(nowEpochMs, shop) }
  return asked.earliest
}

export const earliestDate = (nowEpochMs: number, shop: PublicShop) => earliestStart(nowEpochMs, shop).date

export function lastFrom(earliest: string, { opening: { latestDaysAhead } }: PublicShop): string | null {
  return latestDaysAhead === null ? null : addDays(earliest, latestDaysAhead - 1)
}

export const latestDate = (nowEpochMs: number, shop: Shop) => lastFrom(earliestDate(nowEpochMs, shop), shop)

/** The first and last start of a stretch. Zero-padded "HH:MM" strings sort like the minutes they stand for. */
export type Starts = readonly [first: string, last: string]

export function toStarts(stretch: string): Starts {
  const [first = '', last = ''] = stretch.split('-')
  return [first, last]
}

/**
 * When appointments can start on a valid date "YYYY-MM-DD", early to late; empty when the shop is closed.
 * @param minutes - length of the appointment. One longer than a consultation starts earlier, to end with the stretch
 */
export function startsForDate(
  date: string,
  { opening }: PublicShop,
  minutes = opening.durationMinutes,
): Starts[] {
  const stretches = (opening.dates[date] ?? opening.week[weekdayName(date)]).map(toStarts)
  const longer = minutes - opening.durationMinutes
  if (longer <= 0) return stretches
  return stretches.flatMap(([first, last]) => {
    const at = timeToMinutes(last) - longer
    return at < timeToMinutes(first) ? [] : [[first, minutesToTime(at)] as const]
  })
}

export const isClosedOn = (date: string, shop: PublicShop) => startsForDate(date, shop).length === 0

const stretchesOf = ({ week }: PublicOpening) => weekdayNames.flatMap((name) => week[name])

function rangeOf(stretches: readonly string[]): Starts {
  const times = stretches.flatMap(toStarts).sort()
  return [times[0] ?? '', times.at(-1) ?? '']
}

export const weekStarts = (opening: PublicOpening) => rangeOf(stretchesOf(opening))

/** The first and last start of any day, including special hours. */
export const allStarts = (opening: PublicOpening) =>
  rangeOf([...stretchesOf(opening), ...Object.values(opening.dates).flat()])

export const isUniform = (opening: PublicOpening) => new Set(stretchesOf(opening)).size === 1

const minutesPerDay = 24 * 60
export const capacityMax = 50
const daysMax = 3650
const hoursAheadMax = 72

const isCount = (value: number, least: number, most: number) =>
  Number.isInteger(value) && value >= least && value <= most

export type OpeningDay = (typeof weekdayNames)[number] | { date: string }

/** A contradiction in the opening hours. `sentences.ts` has its message. */
export type OpeningFault =
  | { rule: 'times' | 'oneOpen' | 'dates' | 'duration' | 'buffer' | 'offeredEvery' }
  | { rule: 'busyCloses' | 'changesUntil' | 'reminder' }
  | { rule: 'capacity' | 'hoursAhead' | 'daysAhead'; most: number }
  | { rule: 'day'; on: OpeningDay }
  | { rule: 'stretch'; on: OpeningDay; typed: string }
  | { rule: 'order'; on: OpeningDay; starts: Starts }
  | { rule: 'overlap'; on: OpeningDay; free: string }

/** A day's stretches, as the owner typed them. */
type TypedDay = readonly [on: OpeningDay, stretches: readonly string[]]

/** An impossible stretch: it runs backward, or it starts before the previous one ends. */
export type Disorder =
  | { why: 'order'; index: number; starts: Starts }
  /** `free`: when the stretch can start, in minutes since midnight. */
  | { why: 'overlap'; index: number; free: number }

/** The first impossible stretch of a day, ignoring anything after one that is still being typed. */
export function findDisorder(day: readonly Starts[], durationMinutes: number): Disorder | undefined {
  let free = 0
  for (const [index, starts] of day.entries()) {
    const [first, last] = starts
    if (!isTime(first) || !isTime(last)) return undefined
    if (first > last) return { why: 'order', index, starts }
    if (timeToMinutes(first) < free) return { why: 'overlap', index, free }
    // The last consultation must end before the next stretch begins.
    free = timeToMinutes(last) + durationMinutes
  }
}

function orderFaults([on, stretches]: TypedDay, durationMinutes: number): OpeningFault[] {
  const found = findDisorder(stretches.map(toStarts), durationMinutes)
  if (!found) return []
  if (found.why === 'order') return [{ rule: 'order', on, starts: found.starts }]
  return [{ rule: 'overlap', on, free: minutesToTime(found.free) }]
}

/** Owners write these days by hand in the shop's folder, so one can be missing. */
function typingFaults([on, day]: readonly [on: OpeningDay, day: unknown]): OpeningFault[] {
  if (!Array.isArray(day)) return [{ rule: 'day', on }]
  const isStretch = (typed: unknown) =>
    typeof typed === 'string' && /^[\d:]{5}-[\d:]{5}$/.test(typed) && toStarts(typed).every(isTime)
  const wrong = day.find((typed) => !isStretch(typed))
  return wrong === undefined ? [] : [{ rule: 'stretch', on, typed: String(wrong) }]
}

/** The first mistyped day, or all days that are out of order. */
function dayFaults(days: readonly TypedDay[], durationMinutes: number): OpeningFault[] {
  const mistyped = days.flatMap(typingFaults)
  if (mistyped.length > 0) return mistyped.slice(0, 1)
  return days.flatMap((day) => orderFaults(day, durationMinutes))
}

function dateFaults({ dates, durationMinutes }: Opening): OpeningFault[] {
  const days = Object.entries<readonly string[]>(dates ?? {})
  if (!days.every(([date]) => isCalendarDate(date))) return [{ rule: 'dates' }]
  const typed = days.map(([date, stretches]) => [{ date }, stretches] as const)
  return dayFaults(typed, durationMinutes)
}

function weekFaults({ week, durationMinutes }: Opening): OpeningFault[] {
  if (typeof week !== 'object' || week === null) return [{ rule: 'times' }]
  const days = weekdayNames.map((name) => [name, week[name]] as const)
  const isClosed = days.every(([, stretches]) => Array.isArray(stretches) && stretches.length === 0)
  return isClosed ? [{ rule: 'oneOpen' }] : dayFaults(days, durationMinutes)
}

export function findOpeningFaults(opening: Opening): OpeningFault[] {
  const { durationMinutes, bufferMinutes, capacity, offeredEveryMinutes } = opening
  const { earliestHoursAhead, busyCloses, latestDaysAhead, changesUntilHoursBefore, reminderHoursBefore } =
    opening
  const rules: [isKept: boolean, fault: OpeningFault][] = [
    [isCount(durationMinutes, 15, 240), { rule: 'duration' }],
    [
      isCount(bufferMinutes, 0, minutesPerDay) && durationMinutes + bufferMinutes <= minutesPerDay,
      { rule: 'buffer' },
    ],
    [isCount(capacity, 1, capacityMax), { rule: 'capacity', most: capacityMax }],
    [isCount(offeredEveryMinutes, 5, minutesPerDay), { rule: 'offeredEvery' }],
    [busyCloses === 'everyone' || busyCloses === 'one', { rule: 'busyCloses' }],
    [
      earliestHoursAhead === null || isCount(earliestHoursAhead, 0, hoursAheadMax),
      { rule: 'hoursAhead', most: hoursAheadMax },
    ],
    [latestDaysAhead === null || isCount(latestDaysAhead, 1, daysMax), { rule: 'daysAhead', most: daysMax }],
    [isCount(changesUntilHoursBefore, 0, 24 * daysMax), { rule: 'changesUntil' }],
    [reminderHoursBefore === null || isCount(reminderHoursBefore, 1, 24 * daysMax), { rule: 'reminder' }],
  ]
  return [
    ...weekFaults(opening),
    ...dateFaults(opening),
    ...rules.flatMap(([isKept, fault]) => (isKept ? [] : [fault])),
  ]
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
