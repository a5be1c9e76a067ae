import type { StoredAppointment } from '../../booking/appointment.ts'
import { anonymousEvent, businessEvent } from '../../booking/calendar-event.ts'
import type { Shop } from '../../booking/shop.ts'
import type { FollowUpKind } from '../appointments/follow-ups.ts'
import { eventUid } from '../appointments/identity.ts'
import type { ManageLinks } from '../appointments/manage-links.ts'
import type { ChangeStore } from '../appointments/ports.ts'
import { lazy } from '../base/lazy.ts'
import type { BusinessCalendar } from '../calendar/business-calendar.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { Handler } from '../outbox/relay.ts'
import type { NoticeKind } from './notices.ts'
import type { OwedStore } from './owed-store.ts'
import type { OwnersDoing } from './owners-doing.ts'

interface Peers {
  calendar: BusinessCalendar
  /** null for the calendar that is kept here: nobody but us writes into it. */
  ownersDoing: OwnersDoing | null
  mailer: Mailer
  /** The sender of all mails. */
  mailFrom: string
  /** Where the business gets its notifications. */
  businessEmail: string
  changes: ChangeStore
  manageLinks: ManageLinks
  owed: OwedStore
  /** Without a slash at the end. */
  publicUrl: () => string
  shop: Shop
  now: () => number
}

/** How each kind of follow-up is done. What writes mails is loaded with the first of them. */
export function createHandlers(peers: Peers): Record<FollowUpKind, Handler<StoredAppointment>> {
  const { calendar, shop } = peers
  const notices = lazy(async () => (await import('./notices.ts')).createNotices(peers))
  const notice =
    (kind: NoticeKind): Handler<StoredAppointment> =>
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
    'event-restored': notice('event-restored'),
    'calendar-notice': notice('calendar-notice'),
    'trouble-mail': notice('trouble-mail'),
    'trouble-event': notice('trouble-event'),
  }
}
