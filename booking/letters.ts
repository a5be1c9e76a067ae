import type { moveRefused } from '../site/copy/mails.ts'
import type { AppointmentChange, StoredAppointment } from './appointment.ts'
import type { Shop } from './shop.ts'

/** A mail in the two forms in which it goes out, both from the same words. */
export interface Letter {
  subject: string
  html: string
  text: string
}

export interface ClientLetter {
  appointment: StoredAppointment
  shop: Shop
  nowEpochMs: number
  /** The page where the client sees, moves and cancels the appointment; its link is secret. */
  manageLink: string
}

/** What the readings of the owner's calendar have brought. */
export interface CalendarNewsWords {
  /** When it was last read, epoch milliseconds; null for never. */
  readAtMs: number | null
  /** Whether that is too long ago. */
  isOld: boolean
  /** How many events could not be read. */
  unreadable: number
  /** The appointments that stay although their events are gone, until the owner says that they are cancelled. */
  held: readonly { startEpochMs: number }[]
}

/** Every mail there is, by whom it tells what. */
export interface Letters {
  clientConfirmation(letter: ClientLetter): Letter
  clientRescheduled(letter: ClientLetter, change: AppointmentChange): Letter
  clientReminder(letter: ClientLetter): Letter
  /** @param pageUrl - where another time can be booked */
  clientCancelled(
    appointment: StoredAppointment,
    change: Pick<AppointmentChange, 'by' | 'message'>,
    shop: Shop,
    pageUrl: string,
  ): Letter
  /**
   * @param change - what made the appointment as it is; null when it was just booked
   * @param deskLink - opens the appointment at the desk, for whoever is signed in there
   */
  businessNotification(
    appointment: StoredAppointment,
    change: AppointmentChange | null,
    shop: Shop,
    deskLink: string,
  ): Letter
  moveRefused(
    appointment: StoredAppointment,
    refused: { startEpochMs: number; why: keyof typeof moveRefused.why },
    shop: Shop,
  ): Letter
  eventRestored(appointment: StoredAppointment, shop: Shop): Letter
  calendarNotice(news: CalendarNewsWords, shop: Shop): Letter
  /** @param lines - which appointments the calendar does not show, without anything a client has typed */
  calendarTrouble(count: number, lines: readonly string[]): Letter
  deskLink(link: string, lastsMinutes: number): Letter
  /** @param when - the moment in words */
  test(when: string): Letter
}
