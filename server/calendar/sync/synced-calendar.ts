import type { OwnedEvent } from '../../../booking/calendar-event.ts'
import { appointmentIdOf, closureIdOf } from '../../appointments/identity.ts'
import { hasBegun, type SyncedEvent, type SyncedEventStore } from '../../db/calendar-events.ts'
import {
  type BusinessCalendar,
  ChangedMeanwhile,
  type KnownEvent,
  type RemoteCalendar,
  type RemoteEvent,
} from '../calendar.ts'

/** Whether the owner has done something to the event that we have not followed yet. */
function changedByOwner(
  current: RemoteEvent | null,
  known: SyncedEvent | null,
  event: OwnedEvent,
  nowEpochMs: number,
): boolean {
  if (known === null || known.status === 'cancelled') return false
  // What is held back stays, and is written anew when the client changes it.
  if (current === null && known.doubt === 'held') return false
  // Nor is it followed what becomes of what has begun, as long as it is not put to a time to come.
  const isToCome = current !== null && current.startEpochMs > nowEpochMs
  if (hasBegun(known, nowEpochMs) && !isToCome) return false
  return current?.startEpochMs !== known.startEpochMs && current?.startEpochMs !== event.startEpochMs
}

/**
 * Writes appointments into a calendar in which the owner works too.
 *
 * The owner's hand is never overwritten unseen: an event that was moved or deleted there is left as it is until
 * that has been followed, and trying again later puts what is then the appointment's state.
 */
export function syncedCalendar(
  remote: RemoteCalendar,
  syncedEvents: SyncedEventStore,
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
      // A notice to the owner is the owner's to move and delete.
      const isNotice = appointmentIdOf(uid) === null && closureIdOf(uid) === null
      if (isNotice) return show(event, await remote.find(event, signal), signal)

      const known = await syncedEvents.find(remote.id, uid)
      if (known?.sequence != null && known.sequence >= sequence) return
      const current = await remote.find(known ?? event, signal)
      // Whoever cancels, the event goes; there is nothing of the owner's to follow any more.
      if (status === 'confirmed' && changedByOwner(current, known, event, now())) {
        throw new ChangedMeanwhile()
      }
      await show(event, current, signal)
      const shown = { uid, sequence, status, startEpochMs, endEpochMs }
      if (await syncedEvents.record(remote.id, shown)) return
      // Held up beyond its lease, as where a machine sleeps; another attempt has found nothing to take away meanwhile.
      const later = await syncedEvents.find(remote.id, uid)
      if (later?.status === 'cancelled') await remove(event, signal)
    },

    forget: (event, signal) => remote.reword(event, signal),
    remove,
  }
}
