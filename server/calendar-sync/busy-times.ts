import type { Interval } from '../../booking/interval.ts'
import type { BusyTime } from '../calendar/remote-calendar.ts'
import type { SyncedEvent } from './synced-events.ts'

/** The part of a time that lies after the consultation that we know of: the owner has made its event longer. */
function beyond({ startEpochMs, endEpochMs }: BusyTime, known: SyncedEvent | undefined): Interval[] {
  const isLonger = known?.startEpochMs === startEpochMs && endEpochMs > known.endEpochMs
  return isLonger ? [{ startEpochMs: known.endEpochMs, endEpochMs }] : []
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
 * @param known - what we know that the calendar shows of appointments
 */
export function busyTimesOf(times: readonly BusyTime[], known: readonly SyncedEvent[]): Interval[] {
  const knownOf = new Map(known.map((event) => [event.uid, event]))
  return merged(
    times.flatMap((time) => (time.ownUid === null ? [time] : beyond(time, knownOf.get(time.ownUid)))),
  )
}
