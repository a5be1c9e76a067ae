import type { StoredAppointment } from '../../booking/appointment.ts'
import type { Interval } from '../../booking/interval.ts'
import type { FollowUp } from '../appointments/follow-ups.ts'
import type { Refusal, RefusedMove } from '../appointments/ports.ts'

/** What we know that the owner's calendar shows of an appointment. */
export interface SyncedEvent extends Interval {
  uid: string
  /** The appointment's sequence that is shown; below it, something is owed. */
  sequence: number
  status: 'confirmed' | 'cancelled'
}

/** Our notes on what stands in a calendar on somebody else's server. */
export interface SyncedEventStore {
  find(calendar: string, uid: string): Promise<SyncedEvent | null>
  /** Those that stand in the calendar and end after that time. */
  endingAfter(calendar: string, epochMs: number): Promise<SyncedEvent[]>
  record(calendar: string, event: SyncedEvent): Promise<void>
  /** Notes, with what follows from it, that the owner has moved the event to where it cannot stay. */
  refuse(
    calendar: string,
    event: SyncedEvent,
    appointment: StoredAppointment,
    why: Refusal,
    followUps: readonly FollowUp[],
  ): Promise<void>
  /** The last refused move of an event. */
  findRefusal(calendar: string, uid: string): Promise<RefusedMove | null>
}
