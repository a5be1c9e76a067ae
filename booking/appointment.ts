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
  /** How many fitters are away; everyone without it. */
  places?: number
}

export const noteLengthMax = 2000

export const clientNoteLengthMax = 4000

export const messageLengthMax = 500

export const blockedTimeMaxDays = 366

interface FieldTraits {
  /** Clients must fill it in; the owner may leave it empty. */
  isRequired: boolean
  /** A different value makes a different booking. */
  isIdentity: boolean
  /** Deleting the client's data deletes it. */
  isPersonal: boolean
}

/** The fields of an appointment, in the form's order (specification, point 3). Each is a column of the same name. */
const fields = {
  full_name: { isRequired: true, isIdentity: true, isPersonal: true },
  email: { isRequired: true, isIdentity: true, isPersonal: true },
  phone: { isRequired: true, isIdentity: true, isPersonal: true },
  /** "YYYY-MM-DD" on the shop's clock. */
  appointment_date: { isRequired: true, isIdentity: true, isPersonal: false },
  /** "HH:MM" on the shop's clock. */
  appointment_time: { isRequired: true, isIdentity: true, isPersonal: false },
  /** A short name from demo/sources.ts, or one that the shop has since removed. */
  referral_source: { isRequired: true, isIdentity: true, isPersonal: false },
} as const satisfies Record<string, FieldTraits>

export type FieldName = keyof typeof fields

export type AppointmentFields = Record<FieldName, string>

export const fieldNames = Object.keys(fields) as FieldName[]

const fieldsWith = (trait: keyof FieldTraits) => fieldNames.filter((name) => fields[name][trait])

export const requiredFields = fieldsWith('isRequired')
export const identityFields = fieldsWith('isIdentity')
export const personalFields = fieldsWith('isPersonal')

/** Picks these fields of a row or a request. */
export const pickFields = <Name extends FieldName>(names: readonly Name[], from: Record<Name, string>) =>
  Object.fromEntries(names.map((name) => [name, from[name]])) as Record<Name, string>

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
  /** When the client confirmed that they'll come; null again once it moves. */
  confirmedAtMs?: number
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

/** Details that the owner can correct: the first three belong to the client, the others to one appointment. */
export type CorrectedDetail = 'full_name' | 'email' | 'phone' | 'kind' | 'length'

export interface StoredBlockedTime
  extends BlockedTime,
    Interval,
    Pick<StoredAppointment, 'status' | 'sequence'> {}

/**
 * For a day, the same six fields are the same booking. Later, a stranger could use them to find out when a client
 * comes.
 */
export const repeatableForMs = 24 * 60 * 60_000
