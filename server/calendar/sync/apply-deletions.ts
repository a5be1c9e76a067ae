import { msPerHour } from '../../../booking/time.ts'
import type { SyncedEvent } from '../../db/calendar-events.ts'
import type { SuspectedChange } from '../../db/schema.ts'
import type { RemoteEvent } from '../calendar.ts'
import type { FindEvent, Gone, Moved, SyncDeps } from './apply-moves.ts'

/**
 * Cancels appointments whose events are missing from two polls in a row. If the calendar is being emptied, they go on
 * hold, and the server asks the owner. Also returns the events that the calendar has even though its listing misses
 * them.
 */
export function createApplyDeletions(dependencies: SyncDeps) {
  const { calendar, syncedEvents, service, now, log } = dependencies

  const suspect = (events: readonly Gone[], found: SuspectedChange): Promise<void> =>
    syncedEvents.suspect(
      calendar,
      events.map(({ known }) => known),
      found,
      now(),
    )

  async function cancel({ known, appointment: { id, sequence } }: Gone): Promise<void> {
    const outcome = await service.cancel({ id, expectedSequence: sequence, by: 'calendar' })
    if (outcome.status !== 'changed') return
    log.info({ appointment: id }, 'an appointment was cancelled in the calendar')
    const suspectedChange = known.suspectedChange === 'confirmed' ? 'confirmed' : 'applied'
    const after = { status: 'cancelled', sequence: outcome.appointment.sequence, suspectedChange } as const
    await syncedEvents.record(calendar, { ...known, ...after })
  }

  return async (gone: readonly Gone[], all: readonly SyncedEvent[], find: FindEvent) => {
    const present: Moved[] = []
    const missing: Gone[] = []
    const denied: Gone[] = []
    let missedAgain = 0
    for (const one of gone) {
      const { suspectedChange } = one.known
      // Past the limit the others go on hold also: do not ask a deleted calendar for each event.
      const isAsked =
        suspectedChange === 'confirmed' || (suspectedChange === 'missing' && missedAgain < suspicious)
      const seen = isAsked ? await find(one.known) : undefined
      if (seen) present.push({ ...one, seen })
      else missing.push(one)
      if (seen === null) denied.push(one)
      if (!seen && suspectedChange === 'missing') missedAgain += 1
    }
    const isIn = (...changes: (SuspectedChange | null)[]) =>
      missing.filter((one) => changes.includes(one.known.suspectedChange))
    const known = missing.map((one) => one.known)
    const isOnHold = isIn('missing').length > 0 && isEmptied(all, known, now())
    if (isOnHold) {
      const onHold = isIn(null, 'slot-taken', 'missing')
      await suspect(onHold, 'on-hold')
      log.warn({ appointments: onHold.length }, 'events are gone from the calendar; their appointments stay')
    } else await suspect(isIn(null, 'slot-taken'), 'missing')
    for (const one of denied) if (!isOnHold || one.known.suspectedChange === 'confirmed') await cancel(one)
    return { present, missing: known, isOnHold: isOnHold || isIn('on-hold').length > 0 }
  }
}

/** No one cancels this many appointments by hand in a row. */
const suspicious = 3

type Suspected = Pick<SyncedEvent, 'suspectedChange' | 'suspectedAtMs'>

/**
 * Whether the owner is emptying, restoring, or replacing the calendar, by the polls of the last hour.
 * @param known - includes recent cancellations
 */
export function isEmptied(
  known: readonly Suspected[],
  gone: readonly Suspected[],
  nowEpochMs: number,
): boolean {
  const isLately = (epochMs: number | null) => epochMs !== null && Math.abs(nowEpochMs - epochMs) < msPerHour
  const applied = known.filter(
    (event) => event.suspectedChange === 'applied' && isLately(event.suspectedAtMs),
  )
  const unanswered = gone.filter((event) => event.suspectedChange !== 'confirmed')
  return applied.length + unanswered.length >= suspicious
}

export interface BlockedTimeSeen {
  id: string
  known: SyncedEvent
  seen: RemoteEvent | undefined
}

/**
 * Applies the owner's change of its event to a closed time, which reopens once two polls miss the event. It goes on
 * hold with appointments, never alone: the server asks the owner only about appointments.
 */
export function createApplyToBlockedTime({ calendar, syncedEvents, blocking, now }: SyncDeps) {
  return async (
    { id, known, seen }: BlockedTimeSeen,
    consultations: { isEmptied: boolean; isOnHold: boolean },
    find: FindEvent,
  ): Promise<void> => {
    const { isEmptied, isOnHold } = consultations
    const { suspectedChange } = known
    const suspect = (change: SuspectedChange | null) => syncedEvents.suspect(calendar, [known], change, now())
    if (known.status === 'cancelled') return
    if (seen) {
      const { startEpochMs, endEpochMs } = seen
      if (suspectedChange) await suspect(null)
      // An event without length has no end to block until.
      if (endEpochMs <= startEpochMs) return
      if (startEpochMs === known.startEpochMs && endEpochMs === known.endEpochMs) return
      const moved = await blocking.move(id, { startEpochMs, endEpochMs })
      if (!moved) return
      const after = { startEpochMs, endEpochMs, sequence: moved.sequence, suspectedChange: null }
      await syncedEvents.record(calendar, { ...known, ...after })
    } else if (suspectedChange === 'on-hold') {
      // Without a sequence it is about to be written again, as the owner asked.
      if (!isOnHold && known.sequence !== null) await suspect('missing')
    } else if (suspectedChange === null || (suspectedChange === 'missing' && isOnHold)) {
      await suspect(isOnHold ? 'on-hold' : 'missing')
    } else if ((suspectedChange === 'confirmed' || !isEmptied) && (await find(known)) === null) {
      const blocked = await blocking.unblock(id, 'calendar')
      const sequence = blocked?.sequence ?? known.sequence
      await syncedEvents.record(calendar, { ...known, status: 'cancelled', sequence, suspectedChange: null })
    }
  }
}
