import { anonymousEvent, businessEvent } from '../../booking/calendar-event.ts'
import type { Shop } from '../../booking/shop.ts'
import type { EffectKind } from '../appointments/follow-up-kinds.ts'
import { eventUid } from '../appointments/identity.ts'
import type { VisitLinks } from '../appointments/manage-links.ts'
import type { BusinessCalendar } from '../calendar/business-calendar.ts'
import type { RefusedMove } from '../calendar-sync/synced-events.ts'
import { loadedOnce } from '../lazy.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { OutboxStore } from '../outbox/outbox-store.ts'
import type { Effect } from '../outbox/relay.ts'
import type { ChangeStore } from '../storage/appointment-changes.ts'
import type { NoticeKind } from './notices.ts'

interface Peers {
  calendar: BusinessCalendar
  /** The last move of an event by the owner that could not be followed. */
  findRefusal: (uid: string) => Promise<RefusedMove | null>
  mailer: Mailer
  /** The sender of all mails. */
  mailFrom: string
  /** Where the business gets its notifications. */
  businessEmail: string
  changes: ChangeStore
  visitLinks: VisitLinks
  outbox: OutboxStore
  /** Without a slash at the end. */
  publicUrl: () => string
  shop: Shop
  now: () => number
}

/** How each kind of effect is done. What writes mails is loaded with the first of them. */
export function createEffects(peers: Peers): Record<EffectKind, Effect> {
  const { calendar, shop } = peers
  const notices = loadedOnce(async () => (await import('./notices.ts')).createNotices(peers))
  const notice =
    (kind: NoticeKind): Effect =>
    async (appointment, signal) =>
      (await notices())[kind](appointment, signal)
  return {
    async 'calendar-event'(appointment, signal) {
      const uid = eventUid(appointment.id)
      const { sequence, status, full_name: name, email } = appointment
      const event = { ...businessEvent(appointment, shop), uid, sequence, status, attendee: { name, email } }
      await calendar.put(event, signal)
      return uid
    },
    async 'calendar-forgetting'(appointment, signal) {
      const uid = eventUid(appointment.id)
      const { sequence, status } = appointment
      await calendar.forget({ ...anonymousEvent(appointment, shop), uid, sequence, status }, signal)
      return uid
    },
    'business-notification': notice('business-notification'),
    'client-invitation': notice('client-invitation'),
    'client-reminder': notice('client-reminder'),
    'move-refused': notice('move-refused'),
    'trouble-mail': notice('trouble-mail'),
    'trouble-event': notice('trouble-event'),
  }
}
