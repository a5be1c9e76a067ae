import { hash } from 'node:crypto'
import type { CalendarNews } from '../appointments/calendar-news.ts'
import { eventUid, messageId } from '../appointments/identity.ts'
import { untilNoted } from '../outbox/until-noted.ts'
import { nothingToTell, ofAppointment, type Peers, tellOwner } from './peers.ts'

/**
 * The same for the same news, so that a mail that is sent twice is known as one, and another for others: no moment tells
 * them apart, because the clocks of several processes differ.
 */
function fingerprint({ readAtMs, isOld, unreadable, held }: CalendarNews): string {
  const readingMs = isOld || unreadable > 0 ? readAtMs : null
  return hash('sha256', JSON.stringify([readingMs, unreadable, held]), 'hex').slice(0, 16)
}

/** Tells the owner what came of what was done in the calendar, unless it is another calendar by now. */
export function createCalendarNotices(peers: Peers) {
  const { remoteId, calendarNews, shop, now } = peers

  return {
    /** Each such move is a mail of its own. */
    'move-refused': ofAppointment(async (appointment, signal) => {
      const refused = remoteId && (await calendarNews.findRefusal(remoteId, eventUid(appointment.id)))
      if (!refused) return nothingToTell
      const id = messageId(appointment.id, `move-refused.${refused.count}`, appointment.sequence)
      return tellOwner(peers, id, (letters) => letters.moveRefused(appointment, refused, shop), signal)
    }),

    'event-restored': ofAppointment(async (appointment, signal) => {
      const sinceMs = remoteId && (await calendarNews.findRestored(remoteId, eventUid(appointment.id)))
      if (!sinceMs) return nothingToTell
      const id = messageId(appointment.id, `event-restored.${sinceMs}`, appointment.sequence)
      return tellOwner(peers, id, (letters) => letters.eventRestored(appointment, shop), signal)
    }),

    'calendar-notice': ofAppointment(async (appointment, signal) => {
      if (!remoteId) return nothingToTell
      const news = await calendarNews.find(remoteId, now())
      if (!news.isUntold) return nothingToTell
      const id = messageId(appointment.id, `calendar-notice.${fingerprint(news)}`, appointment.sequence)
      await tellOwner(peers, id, (letters) => letters.calendarNotice(news, shop), signal)
      await untilNoted(() => calendarNews.markTold(remoteId, news, now()), signal)
      return id
    }),
  }
}
