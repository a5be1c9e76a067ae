import type { AppointmentFields } from './fields.ts'
import type { Interval } from './interval.ts'

/** The agreement of client and shop, as the calls answer it. */
export interface Appointment extends AppointmentFields {
  /** UUIDv7 */
  id: string
  /** Instant, ISO 8601 in UTC. */
  created_at: string
}

export type AppointmentStatus = 'confirmed' | 'cancelled'

/** An appointment with the instants that were derived when it was booked, and what has become of it. */
export interface StoredAppointment extends Appointment, Interval {
  status: AppointmentStatus
  /** Counts its changes, as iCalendar's SEQUENCE does (RFC 5545, 3.8.7.4). */
  sequence: number
}

export type ChangedBy = 'client' | 'owner'

/** Who asks for something: a client, or the owner, in the calendar or at the desk. */
export type Asker = ChangedBy | 'desk'

/** One step in the history of an appointment. */
export interface AppointmentChange {
  what: 'rescheduled' | 'cancelled'
  fromEpochMs: number
  /** null when it was cancelled */
  toEpochMs: number | null
  by: ChangedBy
  /** What the owner has written to the client about it. */
  message?: string
}
