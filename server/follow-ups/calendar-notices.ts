import type { StoredAppointment } from '../../booking/appointment.ts'
import type { Shop } from '../../booking/shop.ts'
import type { Views } from '../../booking/views.ts'
import { isLongAgo } from '../appointments/calendar-news.ts'
import type { FollowUpKind } from '../appointments/follow-ups.ts'
import { eventUid, messageId } from '../appointments/identity.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { Handler } from '../outbox/relay.ts'
import type { OwnersDoing } from './owners-doing.ts'

interface Peers {
  mailer: Mailer
  businessEmail: string
  ownersDoing: OwnersDoing | null
  views: () => Promise<Views>
  shop: Shop
  now: () => number
}

type NoticeKind = Extract<FollowUpKind, 'move-refused' | 'event-restored' | 'calendar-notice'>

/** What a notice is known by when the calendar is another one by now, or everything was put right meanwhile. */
const nothingToTell = 'nothing to tell'

/** Tells the owner what came of what was done in the calendar. */
export function createCalendarNotices(peers: Peers): Record<NoticeKind, Handler<StoredAppointment>> {
  const { mailer, businessEmail, ownersDoing, views, shop, now } = peers

  return {
    /** Each such move is a mail of its own. */
    async 'move-refused'(appointment, signal) {
      const refused = await ownersDoing?.findRefusal(eventUid(appointment.id))
      if (!refused) return nothingToTell
      const letter = (await views()).letters.moveRefused(appointment, refused, shop)
      const id = messageId(appointment.id, `move-refused.${refused.count}`, appointment.sequence)
      await mailer.send({ ...letter, messageId: id, to: businessEmail }, signal)
      return id
    },

    async 'event-restored'(appointment, signal) {
      const sinceMs = await ownersDoing?.findRestored(eventUid(appointment.id))
      if (!sinceMs) return nothingToTell
      const letter = (await views()).letters.eventRestored(appointment, shop)
      const id = messageId(appointment.id, `event-restored.${sinceMs}`, appointment.sequence)
      await mailer.send({ ...letter, messageId: id, to: businessEmail }, signal)
      return id
    },

    async 'calendar-notice'(appointment, signal) {
      const news = await ownersDoing?.findNews(now())
      if (!news?.isUntold) return nothingToTell
      const { readAtMs, unreadable } = news
      const isOld = isLongAgo(readAtMs ?? 0, now())
      const held = news.held.map(({ startEpochMs }) => startEpochMs)
      const letter = (await views()).letters.calendarNotice({ readAtMs, isOld, unreadable, held }, shop)
      // The same for the same news, so that a mail that is sent twice is known as one.
      const silentSinceMs = isOld ? (readAtMs ?? 0) : 0
      const since = Math.max(silentSinceMs, unreadable, ...news.held.map(({ sinceMs }) => sinceMs))
      const id = messageId(appointment.id, `calendar-notice.${since}`, appointment.sequence)
      await mailer.send({ ...letter, messageId: id, to: businessEmail }, signal)
      await ownersDoing?.markTold(news, now())
      return id
    },
  }
}
