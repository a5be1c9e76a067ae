import type { Interval } from './time.ts'

export type Attendance = 'came' | 'did_not_come'

/** A stretch of wall time; its end does not belong to it. */
export interface WallStretch {
  from: string
  to: string
}

/** A time at which the owner receives nobody. */
export interface BlockedTime extends WallStretch {
  id: string
  reason: string
}

export const noteLengthMax = 2000

/** Of the message to a client whose appointment is cancelled, and of a closure's reason. */
export const messageLengthMax = 500

/** No time is closed for longer. */
export const blockedTimeMaxDays = 366
/** The six fields of an appointment, in the order of the form (specification, point 3). */
export const fieldNames = [
  'full_name',
  'email',
  'phone',
  'appointment_date',
  'appointment_time',
  'referral_source',
] as const

export type FieldName = (typeof fieldNames)[number]

export const referralSources = ['facebook', 'instagram', 'google', 'linkedin', 'tiktok', 'friend'] as const

export type ReferralSource = (typeof referralSources)[number]

/**
 * What a client tells us; the date and the time are wall time on the shop's clock. Where the owner has booked for the
 * client, the address, the number and the source can be empty.
 */
export interface AppointmentFields {
  full_name: string
  email: string
  phone: string
  /** "YYYY-MM-DD" */
  appointment_date: string
  /** "HH:MM" */
  appointment_time: string
  referral_source: ReferralSource | ''
}

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

/** A client, or the owner: at the desk, or in the calendar. */
export type Actor = 'client' | 'desk' | 'calendar'

/** One step in the history of an appointment. */
export interface AppointmentChange {
  what: 'rescheduled' | 'cancelled'
  fromEpochMs: number
  /** null when it was cancelled */
  toEpochMs: number | null
  by: Actor
  /** What the owner has written to the client about it. */
  message?: string
}

/** A closure with the instants that its wall times meant when it was made; cancelled once the time is open again. */
export interface StoredBlockedTime
  extends BlockedTime,
    Interval,
    Pick<StoredAppointment, 'status' | 'sequence'> {}
