import type { UseCases } from '../appointments/use-cases.ts'
import type { RemoteEvent } from '../calendar/remote-calendar.ts'
import type { FindEvent } from './follower.ts'
import type { SyncedEvent, SyncedEventStore } from './synced-events.ts'

interface Dependencies {
  calendar: string
  syncedEvents: Pick<SyncedEventStore, 'record'>
  useCases: Pick<UseCases, 'moveClosure' | 'reopenTime'>
}

/**
 * Does to a closure what the owner has done to its event: it lasts as long as that, and is opened again with its end.
 * @param seen - as it stands there now; undefined for one that is gone
 */
export function createFollowClosure({ calendar, syncedEvents, useCases }: Dependencies) {
  return async (
    id: string,
    known: SyncedEvent,
    seen: RemoteEvent | undefined,
    find: FindEvent,
  ): Promise<void> => {
    if (known.status === 'cancelled') return
    if (seen) {
      const { startEpochMs, endEpochMs } = seen
      if (startEpochMs === known.startEpochMs && endEpochMs === known.endEpochMs) return
      const moved = await useCases.moveClosure(id, { startEpochMs, endEpochMs })
      if (!moved) return
      const { sequence } = moved
      await syncedEvents.record(calendar, { ...known, startEpochMs, endEpochMs, sequence })
    } else if ((await find(known.uid)) === null) {
      const closure = await useCases.reopenTime(id, 'owner')
      const sequence = closure?.sequence ?? known.sequence
      await syncedEvents.record(calendar, { ...known, status: 'cancelled', sequence, doubt: null })
    }
  }
}
