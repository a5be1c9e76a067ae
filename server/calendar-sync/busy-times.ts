import type { Interval } from '../../booking/time.ts'
import type { BusyTime } from '../calendar/remote-calendar.ts'
import type { SyncedEvent } from '../db/calendar-events.ts'
import type { Subject } from '../db/jobs.ts'

/** What we know of the appointment or the closure whose event keeps a time busy. */
export interface OwnEvent {
  subject: Subject
  /** What the calendar showed of it when the reading began. */
  began: Pick<SyncedEvent, 'sequence' | 'status' | 'startEpochMs'> | undefined
}

/**
 * The part of a busy time that belongs to no appointment or closure of ours. An event is ours where one is confirmed at
 * that time; then only what the owner has added to its length counts. One that stands where we had left it, and whose
 * appointment or closure has changed since, is about to go.
 */
function beyondOurs({ startEpochMs, endEpochMs }: BusyTime, { subject, began }: OwnEvent): Interval[] {
  if (subject.status === 'confirmed' && subject.startEpochMs === startEpochMs) {
    const ours = subject.endEpochMs
    return endEpochMs > ours ? [{ startEpochMs: ours, endEpochMs }] : []
  }
  const isLeft = began?.status === 'confirmed' && began.startEpochMs === startEpochMs
  return isLeft && (began.sequence === null || subject.sequence > began.sequence)
    ? []
    : [{ startEpochMs, endEpochMs }]
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
 * When the owner is busy with something else than our appointments, which occupy their own fitters, and our closures.
 * @param ownEvents - by UID; an event of something that is not known here, as after a restore, is none of ours
 */
export function busyTimesOf(
  times: readonly BusyTime[],
  ownEvents: ReadonlyMap<string, OwnEvent>,
): Interval[] {
  return merged(
    times.flatMap((time) => {
      const own = time.ownUid === null ? undefined : ownEvents.get(time.ownUid)
      return own ? beyondOurs(time, own) : [time]
    }),
  )
}
