import type { Letter, Letters } from '../../booking/letters.ts'
import type { Shop } from '../../booking/shop.ts'
import type { Views } from '../../booking/views.ts'
import type { CalendarNews, RefusedMove } from '../appointments/calendar-news.ts'
import type { ManageLinks } from '../appointments/manage-links.ts'
import type { ChangeStore } from '../appointments/ports.ts'
import type { BusinessCalendar } from '../calendar/business-calendar.ts'
import type { Mailer, Message } from '../mail/mailer.ts'
import type { OwedStore } from './owed-store.ts'

/** What the owner has done in the calendar, and is told of. */
export interface OwnersDoing {
  /** The last move of an event that could not be followed. */
  findRefusal(uid: string): Promise<RefusedMove | null>
  /** Since when the event of a cancelled appointment stands there again, epoch milliseconds. */
  findRestored(uid: string): Promise<number | null>
  findNews(nowEpochMs: number): Promise<CalendarNews>
  markTold(news: CalendarNews, nowEpochMs: number): Promise<void>
}

/** What follow-ups are done with. */
export interface Peers {
  calendar: BusinessCalendar
  /** null for the calendar that is kept here: nobody but us writes into it. */
  ownersDoing: OwnersDoing | null
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

/** What a notice is known by when everything it would have told of was put right or done meanwhile. */
export const nothingToTell = 'nothing to tell'

/** Mails the owner. @returns the Message-ID */
export async function tellOwner(
  { mailer, businessEmail, views }: Pick<Peers, 'mailer' | 'businessEmail' | 'views'>,
  messageId: string,
  write: (letters: Letters) => Letter,
  signal: AbortSignal,
  more: Pick<Message, 'replyTo'> = {},
): Promise<string> {
  const letter = write((await views()).letters)
  await mailer.send({ ...letter, ...more, messageId, to: businessEmail }, signal)
  return messageId
}
