import type { StoredAppointment } from '../../booking/appointment.ts'
import type { Shop } from '../../booking/opening-hours.ts'
import type { EmailTemplates, Letter, Views } from '../../booking/views.ts'
import type { CalendarNewsStore } from '../appointments/calendar-news.ts'
import { isClosure, type Subject } from '../appointments/follow-ups.ts'
import type { ManageLinks } from '../appointments/manage-links.ts'
import type { ChangeStore } from '../appointments/ports.ts'
import type { BusinessCalendar } from '../calendar/business-calendar.ts'
import type { Mailer, Message } from '../mail/mailer.ts'
import type { Handler } from '../outbox/attempt.ts'
import type { OwedStore } from './owed-store.ts'

/** What follow-ups are done with. */
export interface Peers {
  calendar: BusinessCalendar
  /** By which the calendar's news are known; null for the one that is kept here: nobody but us writes into it. */
  remoteId: string | null
  calendarNews: CalendarNewsStore
  mailer: Mailer
  /** The sender of all mails. */
  mailFrom: string
  /** Where the business gets its notifications. */
  businessEmail: string
  changes: Pick<ChangeStore, 'findChange'>
  manageLinks: Pick<ManageLinks, 'make'>
  owed: OwedStore
  /** Without a slash at the end. */
  publicUrl: () => string
  views: () => Promise<Views>
  shop: Shop
  now: () => number
}

/** For the kinds that only an appointment has. */
export const ofAppointment =
  (handle: Handler<StoredAppointment>): Handler<Subject> =>
  async (subject, signal) => {
    if (isClosure(subject)) throw new TypeError('This does not follow from a closure.')
    return handle(subject, signal)
  }

/** What a notice is known by when everything it would have told of was put right or done meanwhile. */
export const nothingToTell = 'nothing to tell'

/** Mails the owner. @returns the Message-ID */
export async function tellOwner(
  { mailer, businessEmail, views }: Pick<Peers, 'mailer' | 'businessEmail' | 'views'>,
  messageId: string,
  write: (letters: EmailTemplates) => Letter,
  signal: AbortSignal,
  more: Pick<Message, 'replyTo'> = {},
): Promise<string> {
  const letter = write((await views()).letters)
  await mailer.send({ ...letter, ...more, messageId, to: businessEmail }, signal)
  return messageId
}
