import type { StoredAppointment } from '../../../booking/appointment.ts'
import { firstDueAtMs, jobsOfRestoredEvent } from '../../appointments/follow-up-jobs.ts'
import { appointmentIdOf, closureIdOf, closureUid, eventUid } from '../../appointments/identity.ts'
import { hasBegun, type SyncedEvent } from '../../db/calendar-events.ts'
import type { Subject } from '../../db/jobs.ts'
import type { Reading, RemoteEvent } from '../calendar.ts'
import { type ClosureSeen, createFollowClosure, createFollowGone, isEmptied } from './apply-deletions.ts'
import {
  createFollowMoves,
  type FindEvent,
  type FollowerDependencies,
  type Gone,
  type Moved,
} from './apply-moves.ts'

/** One reading of the calendar, beside what was known when it began. */
export interface SyncRound {
  beganAtMs: number
  /** What we knew when it began. */
  began: readonly SyncedEvent[]
  reading: Reading
  find: FindEvent
}

const isSame = (a: SyncedEvent, b: SyncedEvent | undefined) =>
  a.sequence === b?.sequence &&
  a.status === b.status &&
  a.startEpochMs === b.startEpochMs &&
  // What another process has found amiss meanwhile was found once, and not by two readings, one after the other.
  a.doubt === b.doubt

/** An event that stands where a refused move left it waits to be put back. */
const isMoved = (known: SyncedEvent, seen: RemoteEvent) =>
  seen.startEpochMs !== known.startEpochMs || (seen.allDay && known.sequence !== null)

/** Does to appointments what the owner has done to their events. Doing it again changes nothing. */
export function createFollower(dependencies: FollowerDependencies) {
  const { calendar, syncedEvents, appointments, wakeOutbox, now } = dependencies
  const adopt = createAdopt(dependencies)
  const followGone = createFollowGone(dependencies)
  const followMoves = createFollowMoves(dependencies)
  const followClosure = createFollowClosure(dependencies)

  /** What is left of a cancelled appointment is none: whoever brings its event back has to know. */
  async function tellOfRestored(known: SyncedEvent, appointment: StoredAppointment): Promise<void> {
    const followUps = jobsOfRestoredEvent(now())
    await syncedEvents.restore(calendar, known, appointment, followUps, now())
    wakeOutbox(firstDueAtMs(followUps))
  }

  /** What was over when the reading began, although it stands among these: the owner has moved a missed consultation. */
  async function whatWasOver(beganAtMs: number, events: readonly RemoteEvent[]): Promise<SyncedEvent[]> {
    const copies = await Promise.all(events.map(({ uid }) => syncedEvents.find(calendar, uid)))
    return copies.flatMap((known) => (known && known.endEpochMs <= beganAtMs ? [known] : []))
  }

  return async ({ beganAtMs, began, reading, find }: SyncRound): Promise<void> => {
    const lasting = await syncedEvents.endingAfter(calendar, beganAtMs)
    const uids = new Set(lasting.map(({ uid }) => uid))
    const others = reading.events.filter(({ uid, startEpochMs }) => startEpochMs > now() && !uids.has(uid))
    const over = await whatWasOver(beganAtMs, others)
    const all = [...lasting, ...over]
    const before = new Map([...over, ...began].map((event) => [event.uid, event]))
    const ids = all.flatMap(({ uid }) => appointmentIdOf(uid) ?? [])
    const byId = new Map((await appointments.findByIds(ids)).map((one) => [one.id, one]))
    const standing = new Map(reading.events.map((event) => [event.uid, event]))
    const gone: Gone[] = []
    const closures: ClosureSeen[] = []
    const moved: Moved[] = []
    for (const known of all) {
      const { uid, doubt } = known
      const closureId = closureIdOf(uid)
      const isNew = !isSame(known, before.get(uid)) || reading.unreadable.includes(uid)
      if (closureId !== null && !isNew) closures.push({ id: closureId, known, seen: standing.get(uid) })
      const appointment = byId.get(appointmentIdOf(uid) ?? '')
      // What was written while the calendar was read, or could not be read, is left to the next reading.
      if (!appointment || isNew) continue
      const seen = standing.get(uid)
      const isConfirmed = appointment.status === 'confirmed'
      if (known.status === 'cancelled') {
        if (seen && doubt !== 'restored' && (await find(seen))) await tellOfRestored(known, appointment)
        if (!seen && doubt === 'restored') await syncedEvents.doubt(calendar, [known], null, now())
      } else if (!seen) {
        if (!isConfirmed) await syncedEvents.record(calendar, { ...known, status: 'cancelled', doubt: null })
        else if (appointment.startEpochMs > now() && !hasBegun(known, now()))
          gone.push({ known, appointment })
      } else if (isMoved(known, seen)) {
        if (isConfirmed) moved.push({ known, appointment, seen })
      } else if (doubt) await syncedEvents.doubt(calendar, [known], null, now())
    }
    const { standing: elsewhere, missing, isHeld } = await followGone(gone, all, find)
    const going = { isEmptied: isEmptied(all, missing, now()), isHeld }
    for (const closure of closures) await followClosure(closure, going, find)
    await followMoves([...moved, ...elsewhere.filter(({ known, seen }) => isMoved(known, seen))])
    await adopt(others)
  }
}

/**
 * Notes events as ours of which nothing is noted in this calendar, because it has another address than before, or the
 * owner has brought them here from another calendar. Only where an appointment or a closure is confirmed at that very
 * time: whether the owner has moved another one, and from where, nobody can tell.
 */
export function createAdopt({ calendar, syncedEvents, appointments, closures }: FollowerDependencies) {
  return async (events: readonly RemoteEvent[]): Promise<void> => {
    const booked = await appointments.findByIds(events.flatMap(({ uid }) => appointmentIdOf(uid) ?? []))
    const closed = await closures.findByIds(events.flatMap(({ uid }) => closureIdOf(uid) ?? []))
    const subjects = new Map<string, Subject>([
      ...booked.map((one) => [eventUid(one.id), one] as const),
      ...closed.map((one) => [closureUid(one.id), one] as const),
    ])
    for (const { uid, startEpochMs, allDay } of events) {
      const subject = subjects.get(uid)
      if (subject?.status !== 'confirmed' || subject.startEpochMs !== startEpochMs || allDay) continue
      // Asked last, so that what was written meanwhile is not covered.
      if (await syncedEvents.find(calendar, uid)) continue
      const { sequence, status, endEpochMs } = subject
      await syncedEvents.record(calendar, { uid, sequence, status, startEpochMs, endEpochMs })
    }
  }
}
