import type { RemoteEvent } from '../calendar/remote-calendar.ts'
import type { FindEvent, FollowerDependencies } from './follower.ts'
import type { SyncedEvent } from './synced-events.ts'

export interface ClosureSeen {
  id: string
  known: SyncedEvent
  /** As it stands there now; undefined for one that is gone. */
  seen: RemoteEvent | undefined
}

/**
 * Does to a closure what the owner has done to its event: it lasts as long as that, and is opened again once two
 * readings have missed it. In a calendar that is being emptied it stays closed, until the owner has said what becomes of
 * the appointments that are held back with it.
 */
export function createFollowClosure({ calendar, syncedEvents, useCases, now }: FollowerDependencies) {
  return async ({ id, known, seen }: ClosureSeen, isEmptied: boolean, find: FindEvent): Promise<void> => {
    const { uid, doubt } = known
    if (known.status === 'cancelled') return
    if (seen) {
      const { startEpochMs, endEpochMs } = seen
      if (doubt) await syncedEvents.doubt(calendar, [known], null, now())
      // An event without length does not say until when it is closed.
      if (endEpochMs <= startEpochMs) return
      if (startEpochMs === known.startEpochMs && endEpochMs === known.endEpochMs) return
      const moved = await useCases.moveClosure(id, { startEpochMs, endEpochMs })
      if (!moved) return
      const { sequence } = moved
      await syncedEvents.record(calendar, { ...known, startEpochMs, endEpochMs, sequence, doubt: null })
    } else if (doubt === null || (doubt === 'missing' && isEmptied)) {
      await syncedEvents.doubt(calendar, [known], isEmptied ? 'held' : 'missing', now())
    } else if (doubt !== 'held' && (await find(uid)) === null) {
      const closure = await useCases.reopenTime(id, 'owner')
      const sequence = closure?.sequence ?? known.sequence
      await syncedEvents.record(calendar, { ...known, status: 'cancelled', sequence, doubt: null })
    }
  }
}
