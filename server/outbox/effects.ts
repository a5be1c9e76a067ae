import { businessEvent } from '../../booking/calendar-event.ts'
import type { Shop } from '../../booking/shop.ts'
import type { BusinessCalendar } from '../calendar/business-calendar.ts'
import type { RefusedMove } from '../calendar/remote/copy-store.ts'
import { eventUid } from '../identity.ts'
import type { Mailer } from '../mail/mailer.ts'
import { createMails } from '../mail/mails.ts'
import { createMoveRefusedNotice } from '../mail/move-refused-notice.ts'
import type { ChangeStore } from '../storage/appointment-changes.ts'
import type { VisitLinks } from '../visits/visit-links.ts'
import type { EffectKind } from './effect-kind.ts'
import type { Effect } from './outbox.ts'
import type { OutboxStore } from './outbox-store.ts'
import { createTroubleNotices } from './trouble-notices.ts'

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

/** How each kind of effect is done. */
export function createEffects(peers: Peers): Record<EffectKind, Effect> {
  const { calendar, shop } = peers
  return {
    async 'calendar-event'(appointment, signal) {
      const uid = eventUid(appointment.id)
      const { sequence, status, full_name: name, email } = appointment
      const event = { ...businessEvent(appointment, shop), uid, sequence, status, attendee: { name, email } }
      await calendar.put(event, signal)
      return uid
    },
    ...createMails(peers),
    ...createMoveRefusedNotice(peers),
    ...createTroubleNotices(peers),
  }
}
