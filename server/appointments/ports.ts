import type {
  AppointmentChange,
  AppointmentFields,
  Asker,
  StoredAppointment,
} from '../../booking/appointment.ts'
import type { Seated } from '../../booking/availability.ts'
import type { Interval } from '../../booking/time.ts'
import type { FollowUp } from './follow-ups.ts'

// What the use cases need from storage and outbox, each of which implements its part.

/** The database cannot work at the moment: locked, full, read-only or out of reach. Trying later may help. */
export class StorageUnavailable extends Error {
  override name = 'StorageUnavailable'
}

/** The database was lost while it kept something: nobody knows yet whether it has. Sending the same again tells. */
export class OutcomeUnknown extends StorageUnavailable {
  override name = 'OutcomeUnknown'
}

/** What every change of what is booked is stored with, in the same transaction. */
export interface Write {
  nowEpochMs: number
  followUps: readonly FollowUp[]
}

/** Where an appointment is to stand. */
interface Place {
  /** The consultation itself, as calendars show it. */
  consultation: Interval
  /** The consultation and the buffer after it. */
  occupied: Interval
  capacity: number
}

/** How often a mailbox may be booked with. */
export interface MailboxAllowance {
  mailbox: string
  /** "YYYY-MM-DD" */
  day: string
  perDay: number
}

export interface BookingRequest extends Write, Place {
  fields: AppointmentFields
  /** Without it, as often as anybody likes. */
  allowance?: MailboxAllowance | undefined
  /** The owner may book while the shop is closed or busy. */
  by: 'client' | 'desk'
  note: string
  /** The same six fields under another key are another appointment. */
  entryKey: string
}

export type BookingOutcome =
  | { status: 'booked'; appointment: StoredAppointment }
  /** The very same six fields stand stored already, under the same key; nothing was stored again. */
  | { status: 'repeated'; appointment: StoredAppointment }
  | { status: 'taken' }
  /** The mailbox has been booked with so often that day that one more would be too many. */
  | { status: 'too-many' }

export interface AppointmentStore {
  /** Stores the appointment and what follows from it in one transaction, or neither. */
  book(request: BookingRequest): Promise<BookingOutcome>
  findById(id: string): Promise<StoredAppointment | null>
  /** Those of them that are there, in any order. */
  findByIds(ids: readonly string[]): Promise<StoredAppointment[]>
  /** The confirmed appointment with those six fields; they say when it starts. */
  findByFields(fields: AppointmentFields, startEpochMs: number): Promise<StoredAppointment | null>
  /** The confirmed appointment of that e-mail address at that instant, the newest if there are several. */
  findByAttendeeAndStart(email: string, startEpochMs: number): Promise<StoredAppointment | null>
  /** The times that occupy fitters and overlap the given one, buffers included. */
  occupiedDuring(interval: Interval): Promise<Seated[]>
  /** When the newest appointment was booked until now; null when there is none. */
  lastBookedAtMs(nowEpochMs: number): Promise<number | null>
}

/** Which appointment is to be changed, as whoever asks has seen it. */
export interface Change {
  id: string
  /** A change since this sequence wins. */
  expectedSequence: number
  by: Asker
  /** What the client's mail says of it in the owner's words. */
  message?: string
}

export type WallTime = Pick<AppointmentFields, 'appointment_date' | 'appointment_time'>

export type CancelRequest = Change & Write

export type RescheduleRequest = Change & Write & Place & { to: WallTime }

export type ChangeOutcome =
  | { status: 'changed'; appointment: StoredAppointment }
  /** The wanted time is not free; nothing was changed. */
  | { status: 'taken' }
  /** Changed since it was seen, cancelled, or not there; nothing was changed. */
  | { status: 'stale' }

export interface ChangeStore {
  /**
   * Moves appointments: frees their times, takes the new ones, keeps the history and what follows, all in one
   * transaction or not at all. What was still to follow from the earlier state is not done any more. None stands in
   * the way of another that moves, too; one whose new time is not free stays, and the others are judged without it.
   *
   * @returns the outcomes in the order of the requests
   */
  reschedule(requests: readonly RescheduleRequest[]): Promise<ChangeOutcome[]>
  /** Cancels an appointment: frees its time and keeps the history and what follows, in one transaction. */
  cancel(request: CancelRequest): Promise<ChangeOutcome>
  /** The change that gave the appointment this sequence; null for a booking that was never changed. */
  findChange(appointmentId: string, sequence: number): Promise<AppointmentChange | null>
}

/** Where the digests of the links' tokens are kept. */
export interface ManageTokenStore {
  add(tokenHash: string, appointmentId: string, nowEpochMs: number): Promise<void>
  findAppointmentId(tokenHash: string): Promise<string | null>
}

/** Who has the page open, so that several processes agree on it. */
export interface VisitorStore {
  /** Notes that this visitor is here now and forgets those who have not been seen since. */
  see(visitor: string, nowEpochMs: number, forgetBeforeMs: number): Promise<void>
  countSince(epochMs: number, nowEpochMs: number): Promise<number>
}

/** Says that a follow-up falls due at that time, epoch milliseconds. */
export type WakeOutbox = (dueAtMs: number) => void
