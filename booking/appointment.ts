import type { Interval } from './time.ts'

export type Attendance = 'came' | 'did_not_come'

/** A range of wall time. Its end is exclusive. */
export interface WallStretch {
  from: string
  to: string
}

export interface BlockedTime extends WallStretch {
  id: string
  reason: string
}

export const noteLengthMax = 2000

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
  /** "YYYY-MM-DD" on the shop's clock. */
  appointment_date: string
  /** "HH:MM" */
  appointment_time: string
  referral_source: ReferralSource | ''
}

export interface Appointment extends AppointmentFields {
  id: string
  /** Instant, ISO 8601 in UTC. */
  created_at: string
}

export type AppointmentStatus = 'confirmed' | 'cancelled'

export interface StoredAppointment extends Appointment, Interval {
  kind: string
  status: AppointmentStatus
  /** Counts its changes, as iCalendar's SEQUENCE does (RFC 5545, 3.8.7.4). */
  sequence: number
}

/** Keeps a sequence within what PostgreSQL can store plus one. No appointment changes that often. */
export const countable = (sequence: number) => Math.min(sequence, 2 ** 31 - 2)

export type Actor = 'client' | 'desk' | 'calendar'

export interface AppointmentChange {
  what: 'rescheduled' | 'cancelled'
  fromEpochMs: number
  toEpochMs: number | null
  by: Actor
  message?: string
}

export interface StoredBlockedTime
  extends BlockedTime,
    Interval,
    Pick<StoredAppointment, 'status' | 'sequence'> {}
