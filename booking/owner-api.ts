/**
 * Arguments and answers of the owner's calls under `/rest/v1/rpc/`, as they travel in JSON. Instants are ISO 8601 in
 * UTC, wall times "YYYY-MM-DDTHH:MM" on the shop's clock, dates "YYYY-MM-DD".
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

export type Party = 'client' | 'shop'

/** One change of an appointment; the booking is none. */
export interface HistoryEntry extends Pick<AppointmentChange, 'what'> {
  by: Party
  /** When it was done; an instant. */
  at: string
  /** The start before it; an instant. */
  from: string
}

export interface OverdueJob {
  id: number
  kind: ReportedKind
  since: string
  /** Kind of the last error; empty without one. */
  fault: string
}

/** A finished job: an email that was sent, an event in the calendar. */
export interface FinishedJob {
  kind: ReportedKind
  /** Instant. */
  at: string
}

/** An appointment at the desk. Fields that the owner left empty, when they booked for a client, are null. */
export interface DeskAppointment
  extends Omit<Appointment, 'email' | 'phone' | 'referral_source'>,
    Pick<StoredAppointment, 'kind' | 'status' | 'sequence'> {
  email: string | null
  phone: string | null
  referral_source: ReferralSource | null
  /** Instants of the appointment itself, without the buffer. */
  starts_at: string
  ends_at: string
  attendance: Attendance | null
  booked_by: Party
  /** Which visit of this client it is, by address or number: 1 for the first. Canceled ones do not count. */
  visit: number
  /** By the owner; empty without one. */
  note: string
  /** Oldest first. */
  history: HistoryEntry[]
  owed: OverdueJob[]
  /** Oldest first. */
  delivered: FinishedJob[]
}

/** The requested days, both ends included. */
export interface Agenda {
  /** In the order of their starts, canceled ones included. */
  appointments: DeskAppointment[]
  closures: BlockedTime[]
  /** Times of the owner's other events. */
  busy: WallStretch[]
  /** Overdue jobs of blocked times in these days, unblocked ones included. */
  owed: OverdueJob[]
  owed_elsewhere?: OverdueJob[]
  /** The booking at which the owner was last alerted to unusually many, within a day, unless it's canceled by now. */
  booking_alert?: Pick<DeskAppointment, 'id' | 'appointment_date'> & { in_hour: number }
}

/** How many bookings from the page look like one of them and still take place, that one included. */
export interface SimilarBookings {
  network: number
  email: number
  phone: number
}

export interface Counts {
  /** For these days, canceled ones included. */
  booked: number
  came: number
  did_not_come: number
  cancelled: number
}

export interface Figures {
  /** Consultations alone; `came_back`: how many of them led to a fitting. */
  by_source: (Counts & { referral_source: ReferralSource | null; came_back: number })[]
  /** In the order of the shop's kinds, the consultation first; kinds without appointments are missing. */
  by_kind: (Counts & { kind: string })[]
  /** `week` is the date of its Monday; weeks without appointments are missing. */
  by_week: (Counts & { week: string })[]
  /** Days from booking to visit, at most, for half of them and for nine tenths; null without appointments. */
  days_ahead: { median: number | null; nine_tenths: number | null }
}

export interface FoundClient extends Pick<DeskAppointment, 'full_name' | 'email' | 'phone'> {
  /** Newest first. */
  appointments: DeskAppointment[]
}

/** An email in a file, for a shop without a mail server. */
export interface SentMail {
  id: string
  subject: string
  to: string
  /** Instant. */
  sent_at: string
}

export interface SentMailText extends SentMail {
  text: string
  attachments: string[]
}

/** A change that was decided on this state. */
type OnAppointment = Pick<DeskAppointment, 'id' | 'sequence'>

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
      /** Without it, a consultation. */
      kind?: string
      /** Without it, as long as that kind takes. */
      durationMinutes?: number
    }
    answers: DeskAppointment
  }
  move_appointment: {
    takes: OnAppointment &
      Pick<DeskAppointment, 'appointment_date' | 'appointment_time'> & {
        /** Without it, as long as before. */
        durationMinutes?: number
      }
    answers: DeskAppointment
  }
  cancel_appointment: { takes: OnAppointment & { message: string }; answers: DeskAppointment }
  note_attendance: {
    takes: { id: string; sequence?: number; attendance: Attendance | null }
    answers: DeskAppointment
  }
  write_note: {
    /** `before`: the note that this one replaces; any other note stays. */
    takes: { id: string; sequence?: number; note: string; before?: string }
    answers: DeskAppointment
  }
  close_time: {
    takes: WallStretch & { reason: string }
    /** `was_closed`: it was blocked already. */
    answers: { closure: BlockedTime; appointments: DeskAppointment[]; was_closed?: boolean }
  }
  reopen_time: {
    takes: { id: string }
    /** `still_closed`: another blocked time overlaps it. */
    answers: { closure: BlockedTime; still_closed?: true }
  }
  opening: { takes: Record<string, never>; answers: Opening }
  set_opening: {
    /** `before`: the hours that the change was decided on; a field that changed since is not set. */
    takes: Partial<Opening> & { before?: Partial<Opening> }
    answers: Opening
  }
  figures: { takes: { from: string; to: string }; answers: Figures }
  find_client: { takes: { q: string }; answers: FoundClient[] }
  forget_client: {
    /** `id`: of an appointment with neither address nor number. */
    takes: { email: string } | { phone: string } | { id: string }
    answers: { forgotten: number }
  }
  /** Booked within the last `hours`. */
  similar_bookings: { takes: { id: string; hours: number }; answers: SimilarBookings }
  /** Cancels them all. Clients who never opened a link get no email. */
  undo_bookings: {
    takes: { id: string; by: keyof SimilarBookings; hours: number }
    answers: { undone: number }
  }
  deliver_owed: { takes: { id?: number }; answers: OverdueJob[] }
  /** Newest first; null with a mail server, which keeps no copy here. */
  sent_mails: { takes: Record<string, never>; answers: SentMail[] | null }
  sent_mail: { takes: { id: string }; answers: SentMailText }
}

/** Calls that only read: they can be GET. */
export const readingCalls = [
  'agenda',
  'opening',
  'figures',
  'find_client',
  'similar_bookings',
  'sent_mails',
  'sent_mail',
] as const
