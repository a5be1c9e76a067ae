import { msPerHour } from '../../booking/time.ts'
import type { SyncedEvent } from '../db/calendar-events.ts'

/** So many appointments are not cancelled by hand one after the other. */
export const suspicious = 3

/**
 * Whether the calendar is being emptied, restored or exchanged for another, at once or event by event, as far as the
 * readings of the last hour tell.
 *
 * @param known - what we know of, what was followed lately included
 * @param gone - those of them that are to come and are not there now
 */
export function isEmptied(
  known: readonly SyncedEvent[],
  gone: readonly SyncedEvent[],
  nowEpochMs: number,
): boolean {
  const isLately = (epochMs: number | null) => epochMs !== null && Math.abs(nowEpochMs - epochMs) < msPerHour
  const followed = known.filter((event) => event.doubt === 'followed' && isLately(event.doubtedAtMs))
  const unanswered = gone.filter((event) => event.doubt !== 'released')
  return followed.length + unanswered.length >= suspicious
}
