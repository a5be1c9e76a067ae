import type { SyncedEvent } from '../db/calendar-events.ts'
import type { SuspectedChange } from '../db/schema.ts'
import { isEmptied, suspicious } from './emptied.ts'
import type { FindEvent, FollowerDependencies, Gone, Moved } from './follower.ts'

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
