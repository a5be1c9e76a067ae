import { earliestDate, isClosedOn, latestDate } from './dates.ts'
import { appointmentInterval, type Interval, occupiedInterval, peakOverlap } from './interval.ts'
import type { Shop } from './shop.ts'
import { isCalendarDate, minutesOfDay, timeOfMinutes } from './wall-time.ts'

interface Day {
  /** "YYYY-MM-DD" */
  date: string
  /** What occupies fitters around that day, buffers included. */
  occupied: readonly Interval[]
  nowEpochMs: number
  shop: Shop
}

/** The start times of a day that could be offered if nobody had booked, each "HH:MM". */
export function offeredTimes({ opening }: Shop): string[] {
  const times: string[] = []
  const last = minutesOfDay(opening.lastStart)
  for (let at = minutesOfDay(opening.firstStart); at <= last; at += opening.offeredEveryMinutes) {
    times.push(timeOfMinutes(at))
  }
  return times
}

/** Whether a fitter is free for the whole of a consultation. */
export function isFree(consultation: Interval, occupied: readonly Interval[], shop: Shop): boolean {
  return peakOverlap(occupied, occupiedInterval(consultation, shop)) < shop.opening.capacity
}

/**
 * The start times of a day at which a client can still come, "HH:MM", early to late.
 * Empty for a day that is over, too near, too far, closed, or no day at all.
 */
export function openTimes({ date, occupied, nowEpochMs, shop }: Day): string[] {
  if (!isCalendarDate(date) || date < earliestDate(nowEpochMs, shop) || isClosedOn(date, shop)) return []
  const latest = latestDate(nowEpochMs, shop)
  if (latest !== null && date > latest) return []
  return offeredTimes(shop).filter((time) => {
    try {
      const consultation = appointmentInterval({ appointment_date: date, appointment_time: time }, shop)
      return isFree(consultation, occupied, shop)
    } catch {
      // A clock change skips or repeats this wall time.
      return false
    }
  })
}

/** How many more clients can come that day: more than its open times with several fitters, fewer where they overlap. */
export function clientsLeft(day: Day): number {
  const { date, occupied, shop } = day
  const seated: Interval[] = []
  for (const time of openTimes(day)) {
    // Whoever takes the earliest time leaves the most room.
    const consultation = appointmentInterval({ appointment_date: date, appointment_time: time }, shop)
    while (isFree(consultation, [...occupied, ...seated], shop))
      seated.push(occupiedInterval(consultation, shop))
  }
  return seated.length
}

/** The open times nearest to the wanted one, nearest first, the earlier of two equally near. */
export function nearestTimes(open: readonly string[], wanted: string, count: number): string[] {
  const distance = (time: string) => Math.abs(minutesOfDay(time) - minutesOfDay(wanted))
  return [...open].sort((a, b) => distance(a) - distance(b) || a.localeCompare(b)).slice(0, count)
}
