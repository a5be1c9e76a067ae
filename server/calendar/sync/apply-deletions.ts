import { msPerHour } from '../../../booking/time.ts'
import type { SyncedEvent } from '../../db/calendar-events.ts'
import type { SuspectedChange } from '../../db/schema.ts'
import type { RemoteEvent } from '../calendar.ts'
import type { FindEvent, FollowerDependencies, Gone, Moved } from './apply-moves.ts'

interface Followed {
  /** Those that the calendar has all the same, elsewhere than its listing reaches. */
  standing: Moved[]
  /** The others, as they were known. */
  missing: SyncedEvent[]
  /** Whether some of those are held back until the owner has answered. */
  isHeld: boolean
}

/**
 * Cancels appointments whose events the owner has deleted, once two readings have missed them. Where the calendar is
 * being emptied they stay, and the owner is asked.
 */
export function createFollowGone(dependencies: FollowerDependencies) {
  const { calendar, syncedEvents, useCases, now, log } = dependencies

  function doubt(events: readonly Gone[], found: SuspectedChange): Promise<void> {
    const known = events.map((one) => one.known)
    return syncedEvents.doubt(calendar, known, found, now())
  }

  async function cancel({ known, appointment: { id, sequence } }: Gone): Promise<void> {
    const outcome = await useCases.cancel({ id, expectedSequence: sequence, by: 'owner' })
    if (outcome.status !== 'changed') return
    log.info({ appointment: id }, 'an appointment was cancelled in the calendar')
    const found = known.doubt === 'released' ? 'released' : 'followed'
    const after = { status: 'cancelled', sequence: outcome.appointment.sequence, doubt: found } as const
    await syncedEvents.record(calendar, { ...known, ...after })
  }

  return async (gone: readonly Gone[], all: readonly SyncedEvent[], find: FindEvent): Promise<Followed> => {
    const standing: Moved[] = []
    const missing: Gone[] = []
    const denied: Gone[] = []
    let missedAgain = 0
    for (const one of gone) {
      const { doubt } = one.known
      // Once as many are missed as are held back, the others are, too: a calendar that is gone is not asked for each.
      const isAsked = doubt === 'released' || (doubt === 'missing' && missedAgain < suspicious)
      const seen = isAsked ? await find(one.known) : undefined
      if (seen) standing.push({ ...one, seen })
      else missing.push(one)
      if (seen === null) denied.push(one)
      if (!seen && doubt === 'missing') missedAgain += 1
    }
    const isIn = (...doubts: (SuspectedChange | null)[]) =>
      missing.filter((one) => doubts.includes(one.known.doubt))
    const known = missing.map((one) => one.known)
    const isHeld = isIn('missing').length > 0 && isEmptied(all, known, now())
    if (isHeld) {
      const held = isIn(null, 'taken', 'missing')
      await doubt(held, 'held')
      log.warn({ appointments: held.length }, 'events are gone from the calendar; their appointments stay')
    } else await doubt(isIn(null, 'taken'), 'missing')
    for (const one of denied) if (!isHeld || one.known.doubt === 'released') await cancel(one)
    return { standing, missing: known, isHeld: isHeld || isIn('held').length > 0 }
  }
}

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
