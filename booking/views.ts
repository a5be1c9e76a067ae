import type { moveRefused } from '../copy/emails.ts'
import type { AppointmentChange, StoredAppointment } from './appointment.ts'
import type { Shop } from './opening-hours.ts'
import type { FormFacts } from './public-api.ts'
import type { FieldErrors, TypedFields } from './validation.ts'

/** Why a form that was sent without script is not a booking. */
export type FormRejection =
  | { why: 'faults'; faults: FieldErrors }
  /** The field that no person sees was filled. */
  | { why: 'honeypot' }
  /** `open` are the nearest open times of that day, each "HH:MM". */
  | { why: 'taken'; date: string; time: string; open: readonly string[] }
  /** The address looks like a slip of another; asked once, with the form. */
  | { why: 'email'; meant: string }
  | { why: 'failed'; sentence: string }

/** The form as it stands again below its answer. */
export interface FormAgain extends FormFacts {
  typed: TypedFields
  /** The address about which was asked: once is enough, for it can be right. */
  askedEmail: string | undefined
}

/** A client's appointment behind the link in a mail, with what can be done about it. */
export interface Visit {
  appointment: StoredAppointment
  shop: Shop
  /** The secret of the link. */
  token: string
  /** The day whose open times are shown, "YYYY-MM-DD". */
  on: string
  /** Its open times, each "HH:MM". */
  open: readonly string[]
  /** What has happened, or empty. */
  notice: string
  /** "YYYY-MM-DD" */
  earliestDate: string
}

/**
 * What the server says in HTML: functions from facts to whole documents. Vite builds them of web/visit/ and
 * web/mails/ into one module; this is all that the two sides know of each other. What is added here does not compile
 * until it has words.
 */
export interface Views {
  /** Answers to a form that was sent without script. */
  booked(appointment: StoredAppointment, shop: Shop): string
  refused(refusal: FormRejection, form?: FormAgain): string
  /** What was asked for could not be done just now. @param token - of the link that shows how the appointment stands */
  oneMoment(text: string, token?: string): string
  /** What the link in a mail opens: an appointment that can be changed, one too near for that, one cancelled, none. */
  visit(visit: Visit): string
  settledVisit(visit: Pick<Visit, 'appointment' | 'shop' | 'notice'>): string
  cancelledVisit(visit: Pick<Visit, 'appointment' | 'shop'>): string
  unknownVisit(): string
  emails: EmailTemplates
}

/** A mail in the two forms in which it goes out, both from the same words. */
export interface Email {
  subject: string
  html: string
  text: string
}

export interface ClientEmail {
  appointment: StoredAppointment
  shop: Shop
  nowEpochMs: number
  /** The page where the client sees, moves and cancels the appointment; its link is secret. */
  manageLink: string
}

/** What the readings of the owner's calendar have brought. */
export interface CalendarFindings {
  /** When a poll last read it, epoch milliseconds; null for never. */
  polledAtMs: number | null
  /** Whether that is too long ago. */
  isOld: boolean
  /** How many events could not be read. */
  unreadable: number
  /** The appointments that stay although their events are gone, until the owner says that they are cancelled. */
  onHold: readonly { startEpochMs: number }[]
}

/** Every mail there is, by whom it tells what. */
export interface EmailTemplates {
  clientConfirmation(email: ClientEmail): Email
  clientRescheduled(email: ClientEmail, change: AppointmentChange): Email
  clientReminder(email: ClientEmail): Email
  /** @param pageUrl - where another time can be booked */
  clientCancelled(
    appointment: StoredAppointment,
    change: Pick<AppointmentChange, 'by' | 'message'>,
    shop: Shop,
    pageUrl: string,
  ): Email
  /**
   * @param change - what made the appointment as it is; null when it was just booked
   * @param deskLink - opens the appointment at the desk, for whoever is signed in there
   */
  businessNotification(
    appointment: StoredAppointment,
    change: AppointmentChange | null,
    shop: Shop,
    deskLink: string,
  ): Email
  moveRefused(
    appointment: StoredAppointment,
    refused: { startEpochMs: number; why: keyof typeof moveRefused.why },
    shop: Shop,
  ): Email
  eventRestored(appointment: StoredAppointment, shop: Shop): Email
  calendarNotice(news: CalendarFindings, shop: Shop): Email
  /** @param lines - which appointments the calendar does not show, without anything a client has typed */
  calendarTrouble(count: number, lines: readonly string[]): Email
  deskLink(link: string, lastsMinutes: number): Email
  /** @param when - the moment in words */
  test(when: string): Email
}
