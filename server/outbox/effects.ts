import { businessEvent } from '../../booking/calendar-event.ts'
import type { Shop } from '../../booking/shop.ts'
import type { BusinessCalendar } from '../calendar/business-calendar.ts'
import { eventUid } from '../identity.ts'
import type { Mailer } from '../mail/mailer.ts'
import { createMails } from '../mail/mails.ts'
import type { ChangeStore } from '../storage/appointment-changes.ts'
import type { VisitLinks } from '../visits/visit-links.ts'
import type { EffectKind } from './effect-kind.ts'
import type { Effect } from './outbox.ts'
import type { OutboxStore } from './outbox-store.ts'
import { createTroubleNotices } from './trouble-notices.ts'

interface Peers {
  calendar: BusinessCalendar
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

/** How each kind of effect is done. */
export function createEffects(peers: Peers): Record<EffectKind, Effect> {
  const { calendar, shop } = peers
  return {
    async 'calendar-event'(appointment, signal) {
      const uid = eventUid(appointment.id)
      const { sequence, status } = appointment
      await calendar.put({ ...businessEvent(appointment, shop), uid, sequence, status }, signal)
      return uid
    },
    ...createMails(peers),
    ...createTroubleNotices(peers),
  }
}
