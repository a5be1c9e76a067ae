import { businessEvent } from '../../booking/calendar-event.ts'
import type { Shop } from '../../booking/shop.ts'
import type { BusinessCalendar } from '../calendar/business-calendar.ts'
import { eventUid } from '../identity.ts'
import { businessNotification } from '../mail/business-notification.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { EffectKind } from './effect-kind.ts'
import type { Effect } from './outbox.ts'

interface Peers {
  calendar: BusinessCalendar
  mailer: Mailer
  /** Where the business gets its notifications. */
  businessEmail: string
  shop: Shop
}

/** How each kind of effect is done. */
export function createEffects(peers: Peers): Record<EffectKind, Effect> {
  const { calendar, mailer, businessEmail, shop } = peers
  return {
    async 'calendar-event'(appointment, signal) {
      const uid = eventUid(appointment.id)
      const { sequence, status } = appointment
      await calendar.put({ ...businessEvent(appointment, shop), uid, sequence, status }, signal)
      return uid
    },

    async 'business-notification'(appointment, signal) {
      const message = businessNotification(appointment, businessEmail, shop)
      await mailer.send(message, signal)
      return message.messageId
    },
  }
}
