import type { RemoteEvent } from '../calendar/remote-calendar.ts'
import type { SyncedEvent } from '../db/calendar-events.ts'
import type { FindEvent, FollowerDependencies } from './follower.ts'

export interface ClosureSeen {
  id: string
  known: SyncedEvent
  /** As it stands there now; undefined for one that is gone. */
  seen: RemoteEvent | undefined
}

/** What becomes of the consultations that have disappeared. */
interface Going {
  /** Whether there are so many that the calendar is being emptied. */
  isEmptied: boolean
  /** Whether the owner is asked about some of them. */
  isHeld: boolean
}

/**
 * Does to a closure what the owner has done to its event: it lasts as long as that, and is opened again once two
 * readings have missed it. In a calendar that is being emptied it stays closed, until the owner has said what becomes of
 * the appointments that are held back with it. Without such it is not held back: nobody would be asked about it.
 */
export function createFollowClosure({ calendar, syncedEvents, useCases, now }: FollowerDependencies) {
  return async (
    { id, known, seen }: ClosureSeen,
    { isEmptied, isHeld }: Going,
    find: FindEvent,
  ): Promise<void> => {
    const { doubt } = known
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
    } else if (doubt === 'held') {
      // One that the owner wants back is about to be written.
      if (!isHeld && known.sequence !== null) await syncedEvents.doubt(calendar, [known], 'missing', now())
    } else if (doubt === null || (doubt === 'missing' && isHeld)) {
      await syncedEvents.doubt(calendar, [known], isHeld ? 'held' : 'missing', now())
    } else if ((doubt === 'released' || !isEmptied) && (await find(known)) === null) {
      const closure = await useCases.reopenTime(id, 'owner')
      const sequence = closure?.sequence ?? known.sequence
      await syncedEvents.record(calendar, { ...known, status: 'cancelled', sequence, doubt: null })
    }
  }
}
