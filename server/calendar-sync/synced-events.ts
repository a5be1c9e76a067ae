import type { Interval } from '../../booking/interval.ts'
import type { StoredAppointment } from '../storage/appointment-row.ts'

/** What we know that the owner's calendar shows of an appointment. */
export interface Copy extends Interval {
  uid: string
  /** The appointment's sequence that is shown; below it, something is owed. */
  sequence: number
  status: 'confirmed' | 'cancelled'
}

/** Why an owner's move of an event was not followed. */
export type Refusal = 'taken' | 'all-day' | 'past' | 'clock-change'

export interface RefusedMove {
  /** Where the owner had moved the event to. */
  startEpochMs: number
  why: Refusal
  /** Counts the refused moves of one appointment. */
  count: number
}

/** Our notes on what stands in a calendar on somebody else's server. */
export interface CopyStore {
  find(calendar: string, uid: string): Promise<Copy | null>
  /** Those that stand in the calendar and end after that time. */
  endingAfter(calendar: string, epochMs: number): Promise<Copy[]>
  record(calendar: string, copy: Copy): Promise<void>
  /**
   * Notes that the owner has moved the event to where it cannot stay, and owes, in the same transaction, that it is
   * put back and that the owner is told.
   */
  refuse(
    calendar: string,
    copy: Copy,
    appointment: StoredAppointment,
    why: Refusal,
    nowEpochMs: number,
  ): Promise<void>
  /** The last refused move of an event. */
  findRefusal(calendar: string, uid: string): Promise<RefusedMove | null>
}
