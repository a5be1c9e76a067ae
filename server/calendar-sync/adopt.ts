import { appointmentIdOf, closureIdOf, closureUid, eventUid } from '../appointments/identity.ts'
import type { RemoteEvent } from '../calendar/remote-calendar.ts'
import type { Subject } from '../db/jobs.ts'
import type { FollowerDependencies } from './follower.ts'

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
