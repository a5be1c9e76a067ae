import type { moveRefused } from '../copy/emails.ts'
import type { AppointmentChange, StoredAppointment } from './appointment.ts'
import type { Shop } from './opening-hours.ts'
import type { FormFacts } from './public-api.ts'
import type { FieldErrors, TypedFields } from './validation.ts'

/** Why a form that was sent without JavaScript is not a booking. */
export type FormRejection =
  | { why: 'errors'; errors: FieldErrors }
  | { why: 'honeypot' }
  /** `open` has the nearest open times of that day, each "HH:MM". */
  | { why: 'taken'; date: string; time: string; open: readonly string[] }
  /** The address looks like a typo of `meant`; the form asks once. */
  | { why: 'email'; meant: string }
  | { why: 'failed'; sentence: string }

export interface FormAgain extends FormFacts {
  typed: TypedFields
  /** The address that the form asked about, because it can be right. */
  askedEmail: string | undefined
}

/** A client's appointment behind a manage link. */
export interface Visit {
  appointment: StoredAppointment
  shop: Shop
  token: string
  /** The day of the open times below, "YYYY-MM-DD". */
  on: string
  /** Each "HH:MM". */
  open: readonly string[]
  /** The result of the last change, or empty. */
  notice: string
  /** "YYYY-MM-DD" */
  earliestDate: string
}

/**
 * All HTML that the server sends: functions from facts to documents. Vite builds them from web/visit/ and web/mails/ into
 * one module.
 */
export interface Views {
  booked(appointment: StoredAppointment, shop: Shop): string
  rejected(rejection: FormRejection, form?: FormAgain): string
  /** The request could not be done just now. @param token - of the link that shows the appointment */
  oneMoment(text: string, token?: string): string
  /**
   * The page of a manage link, for an appointment that can be changed. The next three are for one too near, one
   * canceled, and none.
   */
  visit(visit: Visit): string
  settledVisit(visit: Pick<Visit, 'appointment' | 'shop' | 'notice'>): string
  cancelledVisit(visit: Pick<Visit, 'appointment' | 'shop'>): string
  unknownVisit(): string
  emails: EmailTemplates
}

/** An email as HTML and as plain text, with the same copy. */
export interface Email {
  subject: string
  html: string
  text: string
}

export interface ClientEmail {
  appointment: StoredAppointment
  shop: Shop
  nowEpochMs: number
  /** The secret link to the page where the client sees, moves, and cancels the appointment. */
  manageLink: string
}

/** The result of the last polls of the owner's calendar. */
export interface CalendarFindings {
  /** When a poll last read it, epoch milliseconds; null for never. */
  polledAtMs: number | null
  isOld: boolean
  unreadable: number
  /** Appointments whose events are gone; they stay until the owner answers. */
  onHold: readonly { startEpochMs: number }[]
}

export interface EmailTemplates {
  clientConfirmation(email: ClientEmail): Email
  clientRescheduled(email: ClientEmail, change: AppointmentChange): Email
  clientReminder(email: ClientEmail): Email
  /** @param pageUrl - where to book another time */
  clientCancelled(
    appointment: StoredAppointment,
    change: Pick<AppointmentChange, 'by' | 'message'>,
    shop: Shop,
    pageUrl: string,
  ): Email
  /**
   * @param change - that led to this state; null for a booking
   * @param deskLink - opens the appointment at the desk, after sign-in
   */
  businessNotification(
    appointment: StoredAppointment,
    change: AppointmentChange | null,
    shop: Shop,
    deskLink: string,
  ): Email
  moveRefused(
    appointment: StoredAppointment,
    rejected: { startEpochMs: number; why: keyof typeof moveRefused.why },
    shop: Shop,
  ): Email
  eventRestored(appointment: StoredAppointment, shop: Shop): Email
  calendarNotice(news: CalendarFindings, shop: Shop): Email
  /** @param lines - one for each failing calendar entry, without anything that a client typed */
  calendarTrouble(count: number, lines: readonly string[]): Email
  /** @param deskLink - opens one of the bookings at the desk */
  bookingAlert(surge: { inHour: number; fromNetwork: number; usualWeek: number }, deskLink: string): Email
  deskLink(link: string, lastsMinutes: number): Email
  /** @param when - a date and time for people */
  test(when: string): Email
}
