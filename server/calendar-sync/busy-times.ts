import type { Interval } from '../../booking/interval.ts'
import type { BusyTime } from '../calendar/remote-calendar.ts'
import type { Copy } from './synced-events.ts'

/** The part of a time that lies after the consultation that we know of: the owner has made its event longer. */
function beyond({ startEpochMs, endEpochMs }: BusyTime, copy: Copy | undefined): Interval[] {
  const isLonger = copy?.startEpochMs === startEpochMs && endEpochMs > copy.endEpochMs
  return isLonger ? [{ startEpochMs: copy.endEpochMs, endEpochMs }] : []
}

/** Overlapping and adjoining times as one. */
function merged(times: readonly Interval[]): Interval[] {
  const result: Interval[] = []
  for (const { startEpochMs, endEpochMs } of [...times].sort((a, b) => a.startEpochMs - b.startEpochMs)) {
    const last = result.at(-1)
    if (last && startEpochMs <= last.endEpochMs) last.endEpochMs = Math.max(last.endEpochMs, endEpochMs)
    else result.push({ startEpochMs, endEpochMs })
  }
  return result
}

/**
 * When the owner is busy with something else than our appointments, which occupy their own fitters.
 * @param copies - what we know that the calendar shows of appointments
 */
export function busyTimesOf(times: readonly BusyTime[], copies: readonly Copy[]): Interval[] {
  const copyOf = new Map(copies.map((copy) => [copy.uid, copy]))
  return merged(
    times.flatMap((time) => (time.ownUid === null ? [time] : beyond(time, copyOf.get(time.ownUid)))),
  )
}
