import type { moveRefused } from '#copy/emails.ts'
import type { AppointmentChange, StoredAppointment } from './appointment.ts'
import type { OpenDay } from './availability.ts'
import type { Shop } from './opening-hours.ts'
import type { FormFacts } from './public-api.ts'
import type { FieldErrors } from './sentences.ts'
import type { TypedFields } from './validation.ts'

export type FormRejection =
  | { why: 'errors'; errors: FieldErrors; next: OpenDay | null }
  | { why: 'honeypot' }
  | { why: 'taken'; date: string; time: string; open: readonly string[]; next: OpenDay | null }
  | { why: 'email'; meant: string }
  | { why: 'failed'; sentence: string }

export interface FormAgain extends FormFacts {
  typed: TypedFields
  askedEmail: string | undefined
}

export interface Visit {
  appointment: StoredAppointment
  shop: Shop
  token: string
  /** The day of the open times below, "YYYY-MM-DD". */
  on: string
  /** Whether the client asked for that day; otherwise it is the appointment’s. */
  isOnAsked: boolean
  open: readonly string[]
  /** The next days with open times: after `on` if it has none, otherwise from the first bookable day. */
  soonest: readonly OpenDay[]
  notice: string
  earliestDate: string
}

export interface SettledVisit extends Pick<Visit, 'appointment' | 'shop' | 'token' | 'notice'> {
  /** Whether it hasn't started, so the client can still confirm. */
  isAhead: boolean
}

/** The functions that make the server's HTML. Vite builds them from web/visit/ and web/mails/ into one module. */
export interface Views {
  booked(appointment: StoredAppointment, shop: Shop): string
  rejected(rejection: FormRejection, form?: FormAgain): string
  /**
   * The request couldn't be completed just now.
   * @param token - of the link that shows the appointment
   */
  oneMoment(text: string, token?: string): string
  /**
   * For an appointment that the client can change. The next three are for one that is too close, one that is canceled,
   * and none.
   */
  visit(visit: Visit): string
  settledVisit(visit: SettledVisit): string
  /** @param form - to book another time, with the client’s name, address, and number */
  cancelledVisit(visit: Pick<Visit, 'appointment' | 'shop'>, form: FormAgain): string
  unknownVisit(): string
  emails: EmailTemplates
}

export interface Email {
  subject: string
  html: string
  text: string
}

export interface ClientEmail {
  appointment: StoredAppointment
  shop: Shop
  nowEpochMs: number
  /** The secret link to the page where the client sees, reschedules, and cancels the appointment. */
  manageLink: string
}

export interface CalendarFindings {
  polledAtMs: number | null
  isOld: boolean
  unreadable: number
  /** Appointments whose events vanished. They stay booked until the owner answers. */
  onHold: readonly { startEpochMs: number }[]
}

export interface EmailTemplates {
  clientConfirmation(email: ClientEmail): Email
  clientRescheduled(email: ClientEmail, change: AppointmentChange): Email
  clientReminder(email: ClientEmail): Email
  /** @param message - the owner's */
  clientReady(email: ClientEmail, message: string): Email
  clientLate(email: ClientEmail, message: string, minutes: number): Email
  clientCancelled(
    appointment: StoredAppointment,
    change: Pick<AppointmentChange, 'by' | 'message'>,
    shop: Shop,
    pageUrl: string,
  ): Email
  /** @param change - the change that led to this state; null for a booking */
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
  /** @param lines - one per failing calendar entry, without anything that a client typed */
  calendarTrouble(count: number, lines: readonly string[]): Email
  /** @param surge - `isAlone` if no other network booked within a day */
  bookingAlert(
    surge: { inHour: number; fromNetwork: number; usualWeek: number; isAlone: boolean },
    deskLink: string,
  ): Email
  deskLink(link: string, lastsMinutes: number): Email
  test(when: string): Email
}
