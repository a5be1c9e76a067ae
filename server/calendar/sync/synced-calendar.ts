import { type OwnedEvent, parseAppointmentId, parseBlockedTimeId } from '../../../booking/calendar-event.ts'
import { hasBegun, type SyncedEvent, type SyncedEventStore } from '../../db/calendar-events.ts'
import {
  type BusinessCalendar,
  ChangedMeanwhile,
  type KnownEvent,
  type RemoteCalendar,
  type RemoteEvent,
} from '../calendar.ts'

function changedByOwner(
  current: RemoteEvent | null,
  known: SyncedEvent | null,
  event: OwnedEvent,
  nowEpochMs: number,
): boolean {
  if (known === null || known.status === 'cancelled') return false
  // If the client changes the appointment, the server writes an event on hold again.
  if (current === null && known.suspectedChange === 'on-hold') return false
  // A past event counts only if it moved to the future.
  const isToCome = current !== null && current.startEpochMs > nowEpochMs
  if (hasBegun(known, nowEpochMs) && !isToCome) return false
  return current?.startEpochMs !== known.startEpochMs && current?.startEpochMs !== event.startEpochMs
}

/**
 * Writes appointments into a calendar in which the owner also works. It doesn't overwrite an event that the owner moved
 * or deleted: a poll applies that change first, and a later attempt writes the result.
 */
export function createSyncedCalendar(
  remote: RemoteCalendar,
  syncedEvents: SyncedEventStore,
  uidDomain: string,
  now: () => number,
): BusinessCalendar {
  async function remove(event: KnownEvent, signal: AbortSignal): Promise<void> {
    const current = await remote.find(event, signal)
    if (current) await remote.erase(current, signal)
  }

  async function show(event: OwnedEvent, current: RemoteEvent | null, signal: AbortSignal): Promise<void> {
    if (event.status === 'cancelled') {
      if (current) await remote.erase(current, signal)
    } else if (!current) {
      await remote.create(event, signal)
    } else if (current.startEpochMs !== event.startEpochMs || current.allDay) {
      await remote.move(current, event, signal)
    }
  }

  return {
    where: remote.where,

    async put(event, signal) {
      const { uid, sequence, status, startEpochMs, endEpochMs } = event
      // The owner may move or delete a notice.
      const isNotice =
        parseAppointmentId(uid, uidDomain) === null && parseBlockedTimeId(uid, uidDomain) === null
      if (isNotice) return show(event, await remote.find(event, signal), signal)

      const known = await syncedEvents.find(remote.id, uid)
      if (known?.sequence != null && known.sequence >= sequence) return
      const current = await remote.find(known ?? event, signal)
      if (status === 'confirmed' && changedByOwner(current, known, event, now())) throw new ChangedMeanwhile()
      await show(event, current, signal)
      const shown = { uid, sequence, status, startEpochMs, endEpochMs }
      if (await syncedEvents.record(remote.id, shown)) return
      // This attempt outlived its lease, and another found nothing to remove before this one wrote the event.
      const later = await syncedEvents.find(remote.id, uid)
      if (later?.status === 'cancelled') await remove(event, signal)
    },

    forget: (event, signal) => remote.reword(event, signal),
    remove,
  }
}
