import type { StoredAppointment } from '../../../booking/appointment.ts'
import { parseAppointmentId, parseBlockedTimeId } from '../../../booking/calendar-event.ts'
import { firstDueAtMs, jobsForRestoredEvent } from '../../appointments/follow-up-jobs.ts'
import { hasBegun, type SyncedEvent } from '../../db/calendar-events.ts'
import type { PollResult, RemoteEvent } from '../calendar.ts'
import {
  type BlockedTimeSeen,
  createApplyDeletions,
  createApplyToBlockedTime,
  isEmptied,
} from './apply-deletions.ts'
import {
  createApplyMoves,
  type FindEvent,
  type Gone,
  loadSubjects,
  type Moved,
  type SyncDeps,
} from './apply-moves.ts'

export interface SyncRound {
  beganAtMs: number
  /** The known events when the poll began. */
  began: readonly SyncedEvent[]
  found: PollResult
  find: FindEvent
}

const isSame = (a: SyncedEvent, b: SyncedEvent | undefined) =>
  a.sequence === b?.sequence &&
  a.status === b.status &&
  a.startEpochMs === b.startEpochMs &&
  // Two processes that suspect a change at the same time don't count as two polls in a row.
  a.suspectedChange === b.suspectedChange

/** An event at the time of a rejected move is waiting to go back. */
const isMoved = (known: SyncedEvent, seen: RemoteEvent) =>
  seen.startEpochMs !== known.startEpochMs || (seen.allDay && known.sequence !== null)

/** Applies the owner's changes of events to appointments. Applying them again changes nothing. */
export function createApply(deps: SyncDeps) {
  const { calendar, syncedEvents, appointments, wakeWorker, uidDomain, now } = deps
  const importEvents = createImport(deps)
  const applyDeletions = createApplyDeletions(deps)
  const applyMoves = createApplyMoves(deps)
  const applyToBlockedTime = createApplyToBlockedTime(deps)

  /** Restoring the event doesn't restore its canceled appointment, and the owner must know that. */
  async function reportRestored(known: SyncedEvent, appointment: StoredAppointment): Promise<void> {
    const jobs = jobsForRestoredEvent(now())
    await syncedEvents.restore(calendar, known, appointment, jobs, now())
    wakeWorker(firstDueAtMs(jobs))
  }

  const settle = (known: SyncedEvent) => syncedEvents.suspect(calendar, [known], null, now())

  return async ({ beganAtMs, began, found, find }: SyncRound): Promise<void> => {
    const lasting = await syncedEvents.endingAfter(calendar, beganAtMs)
    const uids = new Set(lasting.map(({ uid }) => uid))
    const others = found.events.filter(({ uid, startEpochMs }) => startEpochMs > now() && !uids.has(uid))
    const othersKnown = await Promise.all(others.map(({ uid }) => syncedEvents.find(calendar, uid)))
    // The owner moved a consultation that had been missing.
    const over = othersKnown.flatMap((known) => (known && known.endEpochMs <= beganAtMs ? [known] : []))
    const all = [...lasting, ...over]
    const before = new Map([...over, ...began].map((event) => [event.uid, event]))
    const ids = all.flatMap(({ uid }) => parseAppointmentId(uid, uidDomain) ?? [])
    const byId = new Map(
      (await appointments.findByIds(ids)).map((appointment) => [appointment.id, appointment]),
    )
    const present = new Map(found.events.map((event) => [event.uid, event]))
    const gone: Gone[] = []
    const blockedTimesSeen: BlockedTimeSeen[] = []
    const moved: Moved[] = []
    for (const known of all) {
      const { uid, suspectedChange } = known
      const blockedTimeId = parseBlockedTimeId(uid, uidDomain)
      const isNew = !isSame(known, before.get(uid)) || found.unreadable.includes(uid)
      if (blockedTimeId !== null && !isNew)
        blockedTimesSeen.push({ id: blockedTimeId, known, seen: present.get(uid) })
      const appointment = byId.get(parseAppointmentId(uid, uidDomain) ?? '')
      // An event that changed during the poll, or that is unreadable, waits for the next poll.
      if (!appointment || isNew) continue
      const seen = present.get(uid)
      const isConfirmed = appointment.status === 'confirmed'
      if (known.status === 'cancelled') {
        if (seen && suspectedChange !== 'restored' && (await find(seen)))
          await reportRestored(known, appointment)
        if (!seen && suspectedChange === 'restored') await settle(known)
      } else if (!seen) {
        if (!isConfirmed)
          await syncedEvents.record(calendar, { ...known, status: 'cancelled', suspectedChange: null })
        else if (appointment.startEpochMs > now() && !hasBegun(known, now()))
          gone.push({ known, appointment })
      } else if (isMoved(known, seen)) {
        if (isConfirmed) moved.push({ known, appointment, seen })
      } else if (suspectedChange) await settle(known)
    }
    const { present: elsewhere, missing, isOnHold } = await applyDeletions(gone, all, find)
    const going = { isEmptied: isEmptied(all, missing, now()), isOnHold }
    for (const blocked of blockedTimesSeen) await applyToBlockedTime(blocked, going, find)
    await applyMoves([...moved, ...elsewhere.filter(({ known, seen }) => isMoved(known, seen))])
    await importEvents(others)
  }
}

/**
 * Imports events that this calendar isn't known to hold, because its address changed, or the owner brought them from
 * another calendar. Only at their confirmed time: otherwise no one knows whether the owner moved them.
 */
function createImport(deps: SyncDeps) {
  const { calendar, syncedEvents } = deps
  return async (events: readonly RemoteEvent[]): Promise<void> => {
    const uids = events.map(({ uid }) => uid)
    const subjects = await loadSubjects(uids, deps)
    for (const { uid, startEpochMs, allDay } of events) {
      const subject = subjects.get(uid)
      if (subject?.status !== 'confirmed' || subject.startEpochMs !== startEpochMs || allDay) continue
      // Last, so it doesn't overwrite anything written since.
      if (await syncedEvents.find(calendar, uid)) continue
      const { sequence, status, endEpochMs } = subject
      await syncedEvents.record(calendar, { uid, sequence, status, startEpochMs, endEpochMs })
    }
  }
}
