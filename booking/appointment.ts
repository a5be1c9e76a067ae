import type { Interval } from './time.ts'

export type Attendance = 'came' | 'did_not_come'

/** A stretch of wall time; its end does not belong to it. */
export interface WallStretch {
  from: string
  to: string
}

/** A time at which the owner receives no one. */
export interface BlockedTime extends WallStretch {
  id: string
  reason: string
}

export const noteLengthMax = 2000

/** For the message to a client whose appointment is canceled, and the reason for a blocked time. */
export const messageLengthMax = 500

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

/** Date and time are wall time on the shop's clock. Address, number, and source can be empty if the owner booked. */
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

export interface Appointment extends AppointmentFields {
  /** UUIDv7 */
  id: string
  /** Instant, ISO 8601 in UTC. */
  created_at: string
}

export type AppointmentStatus = 'confirmed' | 'cancelled'

/** An appointment with its instants, as derived when it was booked, and its state. */
export interface StoredAppointment extends Appointment, Interval {
  /** The id of one of the shop's kinds. */
  kind: string
  status: AppointmentStatus
  /** Counts its changes, as iCalendar's SEQUENCE does (RFC 5545, 3.8.7.4). */
  sequence: number
}

/** Limits a sequence to what PostgreSQL stores and can add one to; no appointment changes that often. */
export const countable = (sequence: number) => Math.min(sequence, 2 ** 31 - 2)

/** A client, or the owner: at the desk, or in the calendar. */
export type Actor = 'client' | 'desk' | 'calendar'

export interface AppointmentChange {
  what: 'rescheduled' | 'cancelled'
  fromEpochMs: number
  toEpochMs: number | null
  by: Actor
  /** From the owner to the client. */
  message?: string
}

/** A blocked time with its instants, as derived when it was made; canceled once it is unblocked. */
export interface StoredBlockedTime
  extends BlockedTime,
    Interval,
    Pick<StoredAppointment, 'status' | 'sequence'> {}
