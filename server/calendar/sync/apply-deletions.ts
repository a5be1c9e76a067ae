import { msPerHour } from '../../../booking/time.ts'
import type { SyncedEvent } from '../../db/calendar-events.ts'
import type { SuspectedChange } from '../../db/schema.ts'
import type { RemoteEvent } from '../calendar.ts'
import type { FindEvent, Gone, Moved, SyncDeps } from './apply-moves.ts'

/** How far the polls are with an event that the calendar no longer lists. */
type Missed = 'listed' | 'missing' | 'on-hold' | 'confirmed'

/** 'emptied': so many are gone that it may be an accident. 'asked': the server has asked the owner about them. */
export type Situation = 'usual' | 'emptied' | 'asked'

/** 'delete' is for an event that the calendar itself reports as gone. 'wait' changes nothing. */
export type Step = 'suspect' | 'hold' | 'delete' | 'wait'

const steps: Record<Missed, Record<Situation, Step>> = {
  listed: { usual: 'suspect', emptied: 'suspect', asked: 'hold' },
  missing: { usual: 'delete', emptied: 'wait', asked: 'hold' },
  'on-hold': { usual: 'suspect', emptied: 'suspect', asked: 'wait' },
  confirmed: { usual: 'delete', emptied: 'delete', asked: 'delete' },
}

/** Decides how a poll handles a missing event of an appointment or a closed time. */
export function decideStep(
  known: Pick<SyncedEvent, 'suspectedChange' | 'sequence'>,
  situation: Situation,
): Step {
  const { suspectedChange: change, sequence } = known
  const isMissed = change === 'missing' || change === 'on-hold' || change === 'confirmed'
  // Without a sequence, the server is about to write it again, as the owner asked.
  if (change === 'on-hold' && sequence === null) return 'wait'
  return steps[isMissed ? change : 'listed'][situation]
}

/**
 * Cancels appointments whose events are missing from two polls in a row. If the calendar is being emptied, they go on
 * hold, and the server asks the owner. Also returns the events that the calendar has even though its listing misses
 * them.
 */
export function createApplyDeletions(deps: SyncDeps) {
  const { calendar, syncedEvents, service, now, log } = deps

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
    log.info({ appointment: id }, 'the owner canceled an appointment in the calendar')
    const suspectedChange = known.suspectedChange === 'confirmed' ? 'confirmed' : 'applied'
    const after = { status: 'cancelled', sequence: outcome.appointment.sequence, suspectedChange } as const
    await syncedEvents.record(calendar, { ...known, ...after })
  }

  return async (gone: readonly Gone[], all: readonly SyncedEvent[], find: FindEvent) => {
    const present: Moved[] = []
    const missing: Gone[] = []
    const denied = new Set<Gone>()
    let missedAgain = 0
    for (const event of gone) {
      const { suspectedChange } = event.known
      // Beyond the limit, the others also go on hold, so the server doesn't request each event of a deleted calendar.
      const isAsked =
        suspectedChange === 'confirmed' || (suspectedChange === 'missing' && missedAgain < suspicious)
      const seen = isAsked ? await find(event.known) : undefined
      if (seen) present.push({ ...event, seen })
      else missing.push(event)
      if (seen === null) denied.add(event)
      if (!seen && suspectedChange === 'missing') missedAgain += 1
    }
    const known = missing.map((event) => event.known)
    const has = (change: SuspectedChange) => known.some((event) => event.suspectedChange === change)
    const isAsking = has('missing') && isEmptied(all, known, now())
    // The server has already asked the owner about an appointment on hold.
    const situationOf = ({ suspectedChange }: SyncedEvent) =>
      isAsking || suspectedChange === 'on-hold' ? 'asked' : 'usual'
    const doing = Object.groupBy(missing, (event) => decideStep(event.known, situationOf(event.known)))
    await suspect(doing.suspect ?? [], 'missing')
    const held = doing.hold ?? []
    await suspect(held, 'on-hold')
    if (isAsking)
      log.warn({ appointments: held.length }, 'events are gone from the calendar; their appointments stay')
    for (const event of doing.delete ?? []) if (denied.has(event)) await cancel(event)
    return { present, missing: known, isOnHold: isAsking || has('on-hold') }
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
    async function follow({ startEpochMs, endEpochMs }: RemoteEvent): Promise<void> {
      if (suspectedChange) await suspect(null)
      // An event without length has no end to block until.
      if (endEpochMs <= startEpochMs) return
      if (startEpochMs === known.startEpochMs && endEpochMs === known.endEpochMs) return
      const moved = await blocking.move(id, { startEpochMs, endEpochMs })
      if (!moved) return
      const after = { startEpochMs, endEpochMs, sequence: moved.sequence, suspectedChange: null }
      await syncedEvents.record(calendar, { ...known, ...after })
    }

    if (known.status === 'cancelled') return
    if (seen) return follow(seen)
    const step = decideStep(known, isOnHold ? 'asked' : isEmptied ? 'emptied' : 'usual')
    if (step === 'suspect') return suspect('missing')
    if (step === 'hold') return suspect('on-hold')
    if (step === 'wait' || (await find(known)) !== null) return
    const blocked = await blocking.unblock(id, 'calendar')
    const sequence = blocked?.sequence ?? known.sequence
    await syncedEvents.record(calendar, { ...known, status: 'cancelled', sequence, suspectedChange: null })
  }
}
