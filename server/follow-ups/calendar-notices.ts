import type { StoredAppointment } from '../../booking/appointment.ts'
import type { FollowUpKind } from '../../booking/follow-up-kinds.ts'
import { eventUid, messageId } from '../appointments/identity.ts'
import type { Handler } from '../outbox/attempt.ts'
import { nothingToTell, type Peers, tellOwner } from './peers.ts'

type NoticeKind = Extract<FollowUpKind, 'move-refused' | 'event-restored' | 'calendar-notice'>

/** Tells the owner what came of what was done in the calendar, unless it is another calendar by now. */
export function createCalendarNotices(peers: Peers): Record<NoticeKind, Handler<StoredAppointment>> {
  const { ownersDoing, shop, now } = peers

  return {
    /** Each such move is a mail of its own. */
    async 'move-refused'(appointment, signal) {
      const refused = await ownersDoing?.findRefusal(eventUid(appointment.id))
      if (!refused) return nothingToTell
      const id = messageId(appointment.id, `move-refused.${refused.count}`, appointment.sequence)
      return tellOwner(peers, id, (letters) => letters.moveRefused(appointment, refused, shop), signal)
    },

    async 'event-restored'(appointment, signal) {
      const sinceMs = await ownersDoing?.findRestored(eventUid(appointment.id))
      if (!sinceMs) return nothingToTell
      const id = messageId(appointment.id, `event-restored.${sinceMs}`, appointment.sequence)
      return tellOwner(peers, id, (letters) => letters.eventRestored(appointment, shop), signal)
    },

    async 'calendar-notice'(appointment, signal) {
      const news = await ownersDoing?.findNews(now())
      if (!news?.isUntold) return nothingToTell
      const { readAtMs, isOld, unreadable } = news
      const held = news.held.map(({ startEpochMs }) => startEpochMs)
      // The same for the same news, so that a mail that is sent twice is known as one.
      const readingMs = isOld || unreadable > 0 ? (readAtMs ?? 0) : 0
      const since = Math.max(readingMs, ...news.held.map(({ sinceMs }) => sinceMs))
      const id = messageId(appointment.id, `calendar-notice.${since}`, appointment.sequence)
      const words = { readAtMs, isOld, unreadable, held }
      await tellOwner(peers, id, (letters) => letters.calendarNotice(words, shop), signal)
      await ownersDoing?.markTold(news, now())
      return id
    },
  }
}
