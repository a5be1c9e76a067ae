import type { AppointmentFields } from './appointment.ts'
import { earliestStart, latestDate, type PublicShop, type Shop, startsForDate } from './opening-hours.ts'
import {
  type Interval,
  isCalendarDate,
  minutesToTime,
  msPerMinute,
  timeToMinutes,
  wallTimeToEpochMs,
} from './time.ts'

/** The appointment, as calendars show it. A consultation takes as long as the opening hours say. */
export function appointmentInterval(
  fields: Pick<AppointmentFields, 'appointment_date' | 'appointment_time'>,
  shop: PublicShop,
  durationMinutes = shop.opening.durationMinutes,
): Interval {
  const startEpochMs = wallTimeToEpochMs(fields.appointment_date, fields.appointment_time, shop.timeZone)
  return { startEpochMs, endEpochMs: startEpochMs + durationMinutes * msPerMinute }
}

export function occupiedInterval(consultation: Interval, shop: Shop): Interval {
  return {
    startEpochMs: consultation.startEpochMs,
    endEpochMs: consultation.endEpochMs + shop.opening.bufferMinutes * msPerMinute,
  }
}

export const overlaps = (a: Interval, b: Interval) =>
  a.startEpochMs < b.endEpochMs && b.startEpochMs < a.endEpochMs

/** Joins intervals that overlap or touch. */
export function mergeIntervals(intervals: readonly Interval[]): Interval[] {
  const joined: Interval[] = []
  for (const { startEpochMs, endEpochMs } of [...intervals].sort((a, b) => a.startEpochMs - b.startEpochMs)) {
    const last = joined.at(-1)
    if (last && startEpochMs <= last.endEpochMs) last.endEpochMs = Math.max(last.endEpochMs, endEpochMs)
    else joined.push({ startEpochMs, endEpochMs })
  }
  return joined
}

/** The largest number of intervals that overlap at any moment within `during`. */
export function peakOverlap(intervals: readonly Interval[], during: Interval): number {
  const changes = intervals
    .filter((interval) => overlaps(interval, during))
    .flatMap((interval) => [
      { at: interval.startEpochMs, by: 1 },
      { at: interval.endEpochMs, by: -1 },
    ])
    .sort((a, b) => a.at - b.at || a.by - b.by)
  let current = 0
  let peak = 0
  for (const { by } of changes) {
    current += by
    peak = Math.max(peak, current)
  }
  return peak
}

/** A time when this many fitters are away; all of them without a number. */
type ClosedTime = Interval & { places?: number | null }

export type Places = Pick<Shop['opening'], 'capacity' | 'busyCloses'>

/** Overlapping events of one person close one place, not several. */
function joined(busy: readonly Interval[]): Interval[] {
  const runs: Interval[] = []
  for (const event of busy.toSorted((a, b) => a.startEpochMs - b.startEpochMs)) {
    const run = runs.at(-1)
    if (run && event.startEpochMs <= run.endEpochMs)
      run.endEpochMs = Math.max(run.endEpochMs, event.endEpochMs)
    else runs.push({ ...event })
  }
  return runs
}

/**
 * One interval for each closed place, as if someone were booked there.
 * @param busy - the owner's own events
 */
export function closedPlaces(
  closed: readonly ClosedTime[],
  busy: readonly Interval[],
  { capacity, busyCloses }: Places,
): Interval[] {
  const ofOne = busyCloses === 'one'
  const own = (ofOne ? joined(busy) : busy).map((event) => ({ ...event, places: ofOne ? 1 : null }))
  return [...closed, ...own].flatMap(({ startEpochMs, endEpochMs, places }) =>
    Array.from({ length: Math.min(places ?? capacity, capacity) }, () => ({ startEpochMs, endEpochMs })),
  )
}

interface Day {
  date: string
  /** The times that occupy fitters around that day, buffers included. */
  occupied: readonly Interval[]
  nowEpochMs: number
  shop: Shop
  durationMinutes?: number
}

export function offeredTimes(date: string, shop: Shop, durationMinutes?: number): string[] {
  const times: string[] = []
  for (const [first, last] of startsForDate(date, shop, durationMinutes)) {
    for (let at = timeToMinutes(first); at <= timeToMinutes(last); at += shop.opening.offeredEveryMinutes) {
      times.push(minutesToTime(at))
    }
  }
  return times
}

export const isFree = (consultation: Interval, occupied: readonly Interval[], shop: Shop) =>
  peakOverlap(occupied, occupiedInterval(consultation, shop)) < shop.opening.capacity

/** The start times that a client can still book, "HH:MM"; empty for a day that isn't bookable or doesn't exist. */
export function openTimes({ date, occupied, nowEpochMs, shop, durationMinutes }: Day): string[] {
  const earliest = earliestStart(nowEpochMs, shop)
  if (!isCalendarDate(date) || date < earliest.date) return []
  const latest = latestDate(nowEpochMs, shop)
  if (latest !== null && date > latest) return []
  return offeredTimes(date, shop, durationMinutes).filter((time) => {
    if (date === earliest.date && time < earliest.time) return false
    try {
      const wallTime = { appointment_date: date, appointment_time: time }
      return isFree(appointmentInterval(wallTime, shop, durationMinutes), occupied, shop)
    } catch {
      return false
    }
  })
}

/** Counts more than the open times if there are several fitters, and fewer if times overlap. */
export function countClientsLeft(day: Day): number {
  const { date, occupied, shop } = day
  const seated: Interval[] = []
  for (const time of openTimes(day)) {
    const consultation = appointmentInterval({ appointment_date: date, appointment_time: time }, shop)
    while (isFree(consultation, [...occupied, ...seated], shop))
      seated.push(occupiedInterval(consultation, shop))
  }
  return seated.length
}

export function nearestTimes(open: readonly string[], wanted: string, count: number): string[] {
  const distance = (time: string) => Math.abs(timeToMinutes(time) - timeToMinutes(wanted))
  return [...open].sort((a, b) => distance(a) - distance(b) || a.localeCompare(b)).slice(0, count)
}

/** A day with its bookable times, early to late. */
export interface OpenDay {
  date: string
  times: readonly string[]
}

/** The first time of a day, one before noon, and one in the afternoon; all of them if there are few. */
export function pickSpreadTimes(times: readonly string[]): string[] {
  const last = times.length - 1
  const at = new Set([0, Math.round(last / 3), Math.round((last * 3) / 4)])
  return times.filter((_, index) => at.has(index))
}

export interface Seated extends Interval {
  id: string
  seat: number
}

/** The seat of a new appointment, and the appointments that change seats for it. */
export interface SeatPlan {
  seat: number
  moves: { id: string; seat: number }[]
}

export function findFreeSeat(
  wanted: Interval,
  seated: readonly Omit<Seated, 'id'>[],
  capacity: number,
): number | null {
  const taken = new Set(seated.filter((other) => overlaps(other, wanted)).map((other) => other.seat))
  for (let seat = 0; seat < capacity; seat++) if (!taken.has(seat)) return seat
  return null
}

/**
 * Appointments of different lengths can leave each fitter a gap too short, even though two gaps together would fit.
 * Reseating all of them in the order of their starts needs only as many seats as overlap at one moment. Returns null
 * when there is no room.
 * @param group - everything that overlaps the wanted time, directly or through others
 */
export function reseatAll(wanted: Interval, group: readonly Seated[], capacity: number): SeatPlan | null {
  const newcomer = { ...wanted, id: null, seat: null }
  // Seats beyond the capacity date from a time with more fitters. They conflict with no one.
  const within = group.filter(({ seat }) => seat < capacity)
  const inOrder = [...within, newcomer].sort((a, b) => a.startEpochMs - b.startEpochMs)
  const placed: Omit<Seated, 'id'>[] = []
  const plan: SeatPlan = { seat: 0, moves: [] }
  for (const appointment of inOrder) {
    const seat = findFreeSeat(appointment, placed, capacity)
    if (seat === null) return null
    placed.push({ ...appointment, seat })
    if (appointment.id === null) plan.seat = seat
    else if (appointment.seat !== seat) plan.moves.push({ id: appointment.id, seat })
  }
  return plan
}
