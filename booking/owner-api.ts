/**
 * What the desk and the server say to each other: arguments and answers of the owner's calls under `/rest/v1/rpc/`,
 * as they travel in JSON. Instants are ISO 8601 in UTC, wall times "YYYY-MM-DDTHH:MM" on the shop's clock, dates
 * "YYYY-MM-DD".
 */

import type { Opening } from '#shop/types.ts'
import type {
  Appointment,
  AppointmentChange,
  Attendance,
  BlockedTime,
  ReferralSource,
  StoredAppointment,
  WallStretch,
} from './appointment.ts'
import type { ReportedKind } from './job-kinds.ts'

/** Who made, moved or cancelled an appointment. */
export type Party = 'client' | 'shop'

/** One step in an appointment's life; booking it is none. */
export interface HistoryEntry extends Pick<AppointmentChange, 'what'> {
  by: Party
  /** When it was done; an instant. */
  at: string
  /** The start before it; an instant. */
  from: string
}

/** An overdue job. */
export interface OverdueJob {
  id: number
  kind: ReportedKind
  /** When it was due; an instant. */
  since: string
  /** Kind of the last failure; empty while there was none. */
  fault: string
}

/** A finished job: an email that was sent, an event in the calendar. */
export interface FinishedJob {
  kind: ReportedKind
  /** Instant. */
  at: string
}

/** An appointment at the desk. What the owner was not told, when they booked for a client, is null. */
export interface DeskAppointment
  extends Omit<Appointment, 'email' | 'phone' | 'referral_source'>,
    Pick<StoredAppointment, 'status' | 'sequence'> {
  email: string | null
  phone: string | null
  referral_source: ReferralSource | null
  /** Instants of the consultation itself, without the buffer. */
  starts_at: string
  ends_at: string
  attendance: Attendance | null
  booked_by: Party
  /** Which visit of this client it is, by address or number: 1 for the first; cancelled ones are not counted. */
  visit: number
  /** The owner's own note; empty when there is none. */
  note: string
  /** Oldest first. */
  history: HistoryEntry[]
  owed: OverdueJob[]
  /** Oldest first. */
  delivered: FinishedJob[]
}

/** The days asked for, both ends included. */
export interface Agenda {
  /** In the order of their starts, cancelled ones too. */
  appointments: DeskAppointment[]
  closures: BlockedTime[]
  /** What the owner's calendar holds besides. */
  busy: WallStretch[]
  /** What is not delivered of closed times in these days, of those that are open again, too. */
  owed: OverdueJob[]
  /** What is not delivered of other days; a version before tells none. */
  owed_elsewhere?: OverdueJob[]
}

export interface Counts {
  /** All that were made for these days, cancelled ones too. */
  booked: number
  came: number
  did_not_come: number
  cancelled: number
}

export interface Figures {
  by_source: (Counts & { referral_source: ReferralSource | null })[]
  /** `week` is the date of its Monday; weeks without appointments are left out. */
  by_week: (Counts & { week: string })[]
  /** Days from booking to visit: half, and nine tenths, have waited no longer. null without appointments. */
  days_ahead: { median: number | null; nine_tenths: number | null }
}

export interface FoundClient extends Pick<DeskAppointment, 'full_name' | 'email' | 'phone'> {
  /** Newest first. */
  appointments: DeskAppointment[]
}

/** A mail that was written to a file, in the set-up without a mail server. */
export interface SentMail {
  id: string
  subject: string
  to: string
  /** Instant. */
  sent_at: string
}

export interface SentMailText extends SentMail {
  text: string
  /** Names of the files that came with it. */
  attachments: string[]
}

/** One change of an appointment, decided on what was seen of it. */
type OnAppointment = Pick<DeskAppointment, 'id' | 'sequence'>

/** The owner's calls: what each takes and answers. */
export interface DeskCalls {
  agenda: { takes: { from: string; to: string }; answers: Agenda }
  book_for_client: {
    takes: {
      full_name: string
      appointment_date: string
      appointment_time: string
      email?: string
      phone?: string
      referral_source?: ReferralSource
      note?: string
    }
    answers: DeskAppointment
  }
  move_appointment: {
    takes: OnAppointment & Pick<DeskAppointment, 'appointment_date' | 'appointment_time'>
    answers: DeskAppointment
  }
  cancel_appointment: { takes: OnAppointment & { message: string }; answers: DeskAppointment }
  note_attendance: {
    takes: { id: string; sequence?: number; attendance: Attendance | null }
    answers: DeskAppointment
  }
  write_note: {
    /** `before`: the note that is written over; another that stands there meanwhile is not. */
    takes: { id: string; sequence?: number; note: string; before?: string }
    answers: DeskAppointment
  }
  close_time: {
    takes: WallStretch & { reason: string }
    /** `was_closed`: it was closed just so before; a version before does not tell. */
    answers: { closure: BlockedTime; appointments: DeskAppointment[]; was_closed?: boolean }
  }
  reopen_time: {
    takes: { id: string }
    /** `still_closed`: another closing lies over it; a version before does not tell. */
    answers: { closure: BlockedTime; still_closed?: true }
  }
  opening: { takes: Record<string, never>; answers: Opening }
  set_opening: {
    /** `before`: the hours as they were seen; a field that is another meanwhile is not set. */
    takes: Partial<Opening> & { before?: Partial<Opening> }
    answers: Opening
  }
  figures: { takes: { from: string; to: string }; answers: Figures }
  find_client: { takes: { q: string }; answers: FoundClient[] }
  forget_client: {
    /** `id`: of an appointment that has neither address nor number. */
    takes: { email: string } | { phone: string } | { id: string }
    answers: { forgotten: number }
  }
  deliver_owed: { takes: { id?: number }; answers: OverdueJob[] }
  /** Newest first; null where mails go out through a mail server and nothing of them is kept. */
  sent_mails: { takes: Record<string, never>; answers: SentMail[] | null }
  sent_mail: { takes: { id: string }; answers: SentMailText }
}

/** Calls that only read: they are GET. */
export const readingCalls = [
  'agenda',
  'opening',
  'figures',
  'find_client',
  'sent_mails',
  'sent_mail',
] as const
