import { isEmptied } from './emptied.ts'
import type { FindEvent, FollowerDependencies, Gone, Moved } from './follower.ts'
import type { Doubt, SyncedEvent } from './synced-events.ts'

/**
 * Cancels appointments whose events the owner has deleted, once two readings have missed them. Where the calendar is
 * being emptied they stay, and the owner is asked.
 */
export function createFollowGone(dependencies: FollowerDependencies) {
  const { calendar, syncedEvents, useCases, now, log } = dependencies

  function doubt(events: readonly Gone[], found: Doubt): Promise<void> {
    const uids = events.map(({ known }) => known.uid)
    return syncedEvents.doubt(calendar, uids, found, now())
  }

  async function cancel({ known, appointment: { id, sequence } }: Gone): Promise<void> {
    const outcome = await useCases.cancel({ id, expectedSequence: sequence, by: 'owner' })
    if (outcome.status !== 'changed') return
    log.info({ appointment: id }, 'an appointment was cancelled in the calendar')
    const found = known.doubt === 'released' ? 'released' : 'followed'
    const after = { status: 'cancelled', sequence: outcome.appointment.sequence, doubt: found } as const
    await syncedEvents.record(calendar, { ...known, ...after })
  }

  /** @returns those that the calendar has all the same, elsewhere than its listing reaches */
  return async (gone: readonly Gone[], all: readonly SyncedEvent[], find: FindEvent): Promise<Moved[]> => {
    const known = gone.map((one) => one.known)
    const isIn = (...doubts: (Doubt | null)[]) => gone.filter((one) => doubts.includes(one.known.doubt))
    const missedAgain = isIn('missing')
    const isHeld = missedAgain.length > 0 && isEmptied(all, known, now())
    if (isHeld) {
      const held = isIn(null, 'taken', 'missing')
      await doubt(held, 'held')
      log.warn({ appointments: held.length }, 'events are gone from the calendar; their appointments stay')
    } else await doubt(isIn(null, 'taken'), 'missing')

    const standing: Moved[] = []
    for (const one of [...isIn('released'), ...(isHeld ? [] : missedAgain)]) {
      const seen = await find(one.known.uid)
      if (seen) standing.push({ ...one, seen })
      else if (seen === null) await cancel(one)
    }
    return standing
  }
}
