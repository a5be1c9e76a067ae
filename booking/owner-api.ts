/**
 * The types of the owner's calls under `/rest/v1/rpc/`. Their JSON has a few other keys (`owner-json.ts`). Instants are
 * ISO 8601 in UTC, wall times "YYYY-MM-DDTHH:MM" on the shop's clock, dates "YYYY-MM-DD".
 */

import type { Opening } from '#shop/types.ts'
import type {
  Appointment,
  AppointmentChange,
  Attendance,
  BlockedTime,
  CorrectedDetail,
  StoredAppointment,
  WallStretch,
} from './appointment.ts'
import type { ReportedKind } from './job-kinds.ts'
import type { Arguments, CallName } from './owner-arguments.ts'

/** Messages from the owner to clients, and how they go out. */
export type Telling = 'ready' | 'late'
export type TellingWay = 'email' | 'text'

export type Party = 'client' | 'shop'

export interface HistoryEntry extends Pick<AppointmentChange, 'what'> {
  by: Party
  at: string
  from: string
}

export interface Correction {
  what: CorrectedDetail
  at: string
}

export interface OverdueJob {
  id: number
  kind: ReportedKind
  since: string
  /** Error code of the last failure; empty before the first. */
  error: string
}

export interface FinishedJob {
  kind: ReportedKind
  at: string
}

export interface DeskAppointment
  extends Omit<Appointment, 'email' | 'phone' | 'referral_source'>,
    Pick<StoredAppointment, 'kind' | 'status' | 'sequence'> {
  email: string | null
  phone: string | null
  referral_source: string | null
  /** Instants of the appointment itself, without the buffer. */
  starts_at: string
  ends_at: string
  attendance: Attendance | null
  /** When the client confirmed that they'll come at this time; null if they didn't. */
  confirmed_at: string | null
  booked_by: Party
  /** The number of this client's visit, by email address or phone number, without canceled ones: 1 for the first. */
  visit: number
  note: string
  /** The lasting note about the client, which all their appointments share. */
  client_note: string
  history: HistoryEntry[]
  /** The owner's corrections, oldest first. The old values aren't stored. */
  corrections: Correction[]
  /** When the owner opened a text; when an email went out, or is due if it's still pending. */
  told: { what: Telling; way: TellingWay; at: string }[]
  pending: OverdueJob[]
  delivered: FinishedJob[]
}

/** The requested days, both ends included. */
export interface Agenda {
  /** In the order of their starts, including canceled ones. */
  appointments: DeskAppointment[]
  blocked: BlockedTime[]
  busy: WallStretch[]
  /** Overdue jobs for closed times in these days, including reopened ones. */
  pending: OverdueJob[]
  pending_elsewhere: OverdueJob[]
  /** One for each network with unusually many bookings: the first upcoming one, and their number. */
  booking_alerts: (Pick<DeskAppointment, 'id' | 'appointment_date'> & { count: number })[]
  /** Clients' bookings from the page, newest first: at most 50, upcoming or within the last day. */
  latest_bookings: Pick<DeskAppointment, 'id' | 'full_name' | 'appointment_date' | 'appointment_time'>[]
  /** The emails that have been failing for an hour, since when, and the oldest one’s error; null if there are none. */
  failing_emails: (Pick<OverdueJob, 'since' | 'error'> & { count: number }) | null
  /** Appointments whose events vanished from the owner's calendar together, until the owner answers. */
  vanished: Pick<DeskAppointment, 'id' | 'full_name' | 'appointment_date' | 'appointment_time'>[]
}

/**
 * An upcoming booking from the page that shares its network, mailbox, or phone number with another. Includes that one.
 */
export interface SimilarBooking
  extends Pick<DeskAppointment, 'id' | 'full_name' | 'starts_at' | 'created_at'> {
  /** How the shop knows the client, apart from these bookings. `date` is the other appointment's. */
  known: { by: 'came' | 'visit' | 'moved' | 'noted'; date?: string } | null
  /** Whether undoing emails the client, because the shop knows them or they opened a link. */
  gets_email: boolean
}

export interface Counts {
  booked: number
  came: number
  did_not_come: number
  cancelled: number
}

export interface Figures {
  /** Consultations only. `came_back`: how many of them led to a fitting. */
  by_source: (Counts & { referral_source: string | null; came_back: number })[]
  /** In the order of the shop's kinds, with the consultation first. Kinds without appointments are missing. */
  by_kind: (Counts & { kind: string })[]
  /** `week` is the date of its Monday; weeks without appointments are missing. */
  by_week: (Counts & { week: string })[]
  /**
   * The most days from booking to visit that half, and nine tenths, of the clients waited; null without appointments.
   */
  days_ahead: { median: number | null; nine_tenths: number | null }
}

export interface FoundClient extends Pick<DeskAppointment, 'full_name' | 'email' | 'phone'> {
  appointments: DeskAppointment[]
}

/** A client in the search results. `id` is that of their newest booking. */
export interface ClientMatch extends Pick<DeskAppointment, 'id' | 'full_name' | 'email' | 'phone'> {
  /** From the latest appointment. */
  referral_source: string | null
  note: string
  visits: number
  /** The latest appointment that isn't canceled. It can be upcoming. */
  last: Pick<DeskAppointment, 'id' | 'kind' | 'starts_at' | 'attendance'> | null
}

export interface DeskClient extends Pick<DeskAppointment, 'full_name' | 'email' | 'phone'> {
  note: string
  /** Newest first, including canceled ones. */
  appointments: DeskAppointment[]
}

export interface SentMail {
  id: string
  subject: string
  to: string
  sent_at: string
}

export interface SentMailText extends SentMail {
  text: string
  attachments: string[]
}

/** The device of the calling session. */
export interface Device {
  /** The server's public key for push services; null if the server sends no notifications. */
  key: string | null
  /** The address of this device at its push service; null if it gets no notifications. */
  endpoint: string | null
}

interface Answers {
  agenda: Agenda
  book_for_client: DeskAppointment
  move_appointment: DeskAppointment
  cancel_appointment: DeskAppointment
  /** `left_out`: appointments that changed or were canceled since the owner saw them, in their current state. */
  cancel_appointments: { cancelled: DeskAppointment[]; left_out: DeskAppointment[] }
  /** `left_out`: already told, started, changed since, or without such an address. */
  tell_clients: { told: DeskAppointment[]; left_out: DeskAppointment[] }
  note_attendance: DeskAppointment
  write_note: DeskAppointment
  /** `was_closed`: the same time was closed before. */
  close_time: { blocked_time: BlockedTime; appointments: DeskAppointment[]; was_closed?: boolean }
  /** `still_closed`: another closed time covers it. */
  reopen_time: { blocked_time: BlockedTime; still_closed?: true }
  opening: Opening
  set_opening: Opening
  figures: Figures
  find_client: FoundClient[]
  clients: ClientMatch[]
  client: DeskClient
  write_client_note: DeskAppointment
  correct_client: DeskAppointment
  correct_appointment: DeskAppointment
  forget_client: { forgotten: number }
  similar_bookings: SimilarBooking[]
  undo_bookings: { undone: number }
  end_booking_alert: { ended: true }
  answer_vanished: { answered: number }
  device: Device
  subscribe_device: Device
  unsubscribe_device: Device
  deliver_owed: OverdueJob[]
  /** How many devices are signed in, including this one. */
  devices: { count: number }
  sent_mails: SentMail[] | null
  sent_mail: SentMailText
}

export type DeskCalls = {
  [Name in CallName]: { takes: Arguments<Name>; answers: Answers[Name] }
}
