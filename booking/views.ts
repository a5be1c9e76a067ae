import type { StoredAppointment } from './appointment.ts'
import type { Letters } from './letters.ts'
import type { FormFacts } from './page-facts.ts'
import type { Shop } from './shop.ts'
import type { FieldFaults, TypedFields } from './validation.ts'

/** Why a form that was sent without script is not a booking. */
export type Refusal =
  | { why: 'faults'; faults: FieldFaults }
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
 * What the server says in HTML: functions from facts to whole documents. Vite builds them of web/views/ and web/mails/
 * into one module; this is all that the two sides know of each other. What is added here does not compile until it has words.
 */
export interface Views {
  /** Answers to a form that was sent without script. */
  booked(appointment: StoredAppointment, shop: Shop): string
  refused(refusal: Refusal, form?: FormAgain): string
  /** What was asked for could not be done just now. @param token - of the link that shows how the appointment stands */
  oneMoment(text: string, token?: string): string
  /** What the link in a mail opens: an appointment that can be changed, one too near for that, one cancelled, none. */
  visit(visit: Visit): string
  settledVisit(visit: Pick<Visit, 'appointment' | 'shop' | 'notice'>): string
  cancelledVisit(visit: Pick<Visit, 'appointment' | 'shop'>): string
  unknownVisit(): string
  letters: Letters
}
