import { msPerDay, msPerHour } from '../../booking/time.ts'

/** What this shop's clocks have shown, epoch milliseconds. */
export interface ClockReadings {
  readAtMs: number
  /** The latest moment that two readings agree has passed; null until there are two. */
  agreedMs: number | null
}

/** A clock that is ahead is set right sooner than that, or nobody looks at it at all. */
const apartMs = 20 * msPerHour

/**
 * What another reading adds. What cannot be undone waits for two readings far enough apart that both say its time has
 * come: a clock that was ahead for once gains no more than a day on the reading before.
 */
export function withReading(known: ClockReadings | null, nowEpochMs: number): ClockReadings {
  if (!known) return { readAtMs: nowEpochMs, agreedMs: null }
  const { readAtMs, agreedMs } = known
  // One of them is wrong, and nobody knows which.
  if (nowEpochMs < readAtMs) {
    return { readAtMs: nowEpochMs, agreedMs: agreedMs === null ? null : Math.min(agreedMs, nowEpochMs) }
  }
  if (nowEpochMs - readAtMs < apartMs) return known
  return { readAtMs: nowEpochMs, agreedMs: Math.min(nowEpochMs, readAtMs + msPerDay) }
}
