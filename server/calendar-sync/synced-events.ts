import type { AppointmentStatus, StoredAppointment } from '../../booking/appointment.ts'
import type { Interval } from '../../booking/time.ts'
import type { Refusal } from '../appointments/calendar-news.ts'
import type { FollowUp } from '../appointments/follow-ups.ts'

/**
 * What a reading has found amiss with an event. Nothing is taken back at first sight, because the owner may be in the
 * middle of it: what is 'missing', or moved to where the time is 'taken', is looked at again by the next reading.
 *
 * 'held': gone together with so many others that the owner is asked. 'released': the owner has answered that its
 * appointment is cancelled. 'followed': the appointment was cancelled because the event was gone. 'restored': it
 * stands there although its appointment is cancelled.
 */
export type Doubt = 'missing' | 'taken' | 'held' | 'released' | 'followed' | 'restored'

/** What we know that the owner's calendar shows of an appointment. */
export interface SyncedEvent extends Interval {
  uid: string
  /** The appointment's sequence that is shown; null for an event that is to be written anew, whatever stands there. */
  sequence: number | null
  status: AppointmentStatus
  doubt: Doubt | null
  doubtedAtMs: number | null
  /** How many of the owner's moves of it could not be followed so far. */
  refusals: number
}

/**
 * Whether the event stood at a time that has begun: whoever deletes it then tidies away, and calls nothing off. Where a
 * move that was refused has left it says nothing of that.
 */
export const hasBegun = ({ sequence, startEpochMs }: SyncedEvent, nowEpochMs: number) =>
  sequence !== null && startEpochMs <= nowEpochMs

/** What is noted of an event that was written, or followed. */
export type ShownEvent = Omit<SyncedEvent, 'doubt' | 'doubtedAtMs' | 'refusals'> &
  Partial<Pick<SyncedEvent, 'doubt' | 'doubtedAtMs'>>

/** Our notes on what stands in a calendar on somebody else's server. */
export interface SyncedEventStore {
  find(calendar: string, uid: string): Promise<SyncedEvent | null>
  /** Those that end after that time, the cancelled ones too. */
  endingAfter(calendar: string, epochMs: number): Promise<SyncedEvent[]>
  /** Notes what is shown now, without doubt unless it comes with one. @returns whether nothing later is noted already */
  record(calendar: string, event: ShownEvent): Promise<boolean>
  // What a reading has found is noted where the event is still known as it was then: another process may read, too.

  /** Notes, with what follows from it, that the owner has moved the event to where it cannot stay. */
  refuse(
    calendar: string,
    known: SyncedEvent,
    seen: Interval,
    appointment: StoredAppointment,
    why: Refusal,
    followUps: readonly FollowUp[],
  ): Promise<void>
  /** Notes what is amiss with these events, or that nothing is. */
  doubt(
    calendar: string,
    known: readonly SyncedEvent[],
    doubt: Doubt | null,
    nowEpochMs: number,
  ): Promise<void>
  /** Notes, with what follows from it, that the event of a cancelled appointment stands there again. */
  restore(
    calendar: string,
    known: SyncedEvent,
    appointment: StoredAppointment,
    followUps: readonly FollowUp[],
    nowEpochMs: number,
  ): Promise<void>
}
