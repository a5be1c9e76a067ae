import type { AppointmentFields } from './fields.ts'
import { msPerMinute } from './milliseconds.ts'
import type { Shop } from './shop.ts'
import { wallTimeToEpochMs } from './wall-time.ts'

/** A stretch of time, epoch milliseconds; the start belongs to it, the end does not. */
export interface Interval {
  startEpochMs: number
  endEpochMs: number
}

/** From start to end of the consultation: what stands in calendars (specification, point 7: start plus 1 hour). */
export function appointmentInterval(
  fields: Pick<AppointmentFields, 'appointment_date' | 'appointment_time'>,
  shop: Shop,
): Interval {
  const startEpochMs = wallTimeToEpochMs(fields.appointment_date, fields.appointment_time, shop.timeZone)
  return { startEpochMs, endEpochMs: startEpochMs + shop.opening.durationMinutes * msPerMinute }
}

/** The time a fitter is not free for others: the consultation and the owner's buffer after it. */
export function occupiedInterval(consultation: Interval, shop: Shop): Interval {
  return {
    startEpochMs: consultation.startEpochMs,
    endEpochMs: consultation.endEpochMs + shop.opening.bufferMinutes * msPerMinute,
  }
}

export function overlaps(a: Interval, b: Interval): boolean {
  return a.startEpochMs < b.endEpochMs && b.startEpochMs < a.endEpochMs
}

/** The largest number of the given intervals that hold at one moment within `during`. */
export function peakOverlap(intervals: readonly Interval[], during: Interval): number {
  const changes = intervals
    .filter((interval) => overlaps(interval, during))
    .flatMap((interval) => [
      { at: interval.startEpochMs, by: 1 },
      { at: interval.endEpochMs, by: -1 },
    ])
    // An interval ends before another begins at the same moment.
    .sort((a, b) => a.at - b.at || a.by - b.by)
  let current = 0
  let peak = 0
  for (const { by } of changes) {
    current += by
    peak = Math.max(peak, current)
  }
  return peak
}
