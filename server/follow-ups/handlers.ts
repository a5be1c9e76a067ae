import type { StoredAppointment } from '../../booking/appointment.ts'
import { anonymousEvent, businessEvent, closureEvent } from '../../booking/calendar-event.ts'
import type { FollowUpKind, TroubleKind } from '../../booking/follow-up-kinds.ts'
import { isClosure, type Subject } from '../appointments/follow-ups.ts'
import { closureUid, eventUid } from '../appointments/identity.ts'
import { lazy } from '../base/lazy.ts'
import type { Handler } from '../outbox/attempt.ts'
import type { NoticeKind } from './notices.ts'
import type { Peers } from './peers.ts'

/** For the kinds that only an appointment has. */
const ofAppointment =
  (handle: Handler<StoredAppointment>): Handler<Subject> =>
  async (subject, signal) => {
    if (isClosure(subject)) throw new TypeError('This does not follow from a closure.')
    return handle(subject, signal)
  }

/** How each kind of follow-up is done. What writes mails is loaded with the first of them. */
export function createHandlers(peers: Peers): Record<FollowUpKind, Handler<Subject>> {
  const { calendar, shop } = peers
  const notices = lazy(async () => (await import('./notices.ts')).createNotices(peers))
  const notice =
    (kind: TroubleKind): Handler<Subject> =>
    async (subject, signal) =>
      (await notices())[kind](subject, signal)
  const mail = (kind: Exclude<NoticeKind, TroubleKind>): Handler<Subject> =>
    ofAppointment(async (appointment, signal) => (await notices())[kind](appointment, signal))
  return {
    'calendar-event': ofAppointment(async (appointment, signal) => {
      const uid = eventUid(appointment.id)
      const { startEpochMs, endEpochMs, sequence, status, full_name: name, email } = appointment
      // The length of a consultation may have changed since it was booked.
      const event = { ...businessEvent(appointment, shop), startEpochMs, endEpochMs, uid, sequence, status }
      await calendar.put({ ...event, ...(email && { attendee: { name, email } }) }, signal)
      return uid
    }),
    'calendar-forgetting': ofAppointment(async (appointment, signal) => {
      const uid = eventUid(appointment.id)
      const { sequence } = appointment
      // Where it stands it goes on standing: that of a cancelled appointment is one that the owner has brought back.
      const event = { ...anonymousEvent(appointment, shop), uid, sequence, status: 'confirmed' } as const
      await calendar.forget(event, signal)
      return uid
    }),
    async 'closure-event'(subject, signal) {
      if (!isClosure(subject)) throw new TypeError('This follows from a closure.')
      const uid = closureUid(subject.id)
      const { sequence, status } = subject
      await calendar.put({ ...closureEvent(subject), uid, sequence, status }, signal)
      return uid
    },
    'business-notification': mail('business-notification'),
    'client-invitation': mail('client-invitation'),
    'client-reminder': mail('client-reminder'),
    'move-refused': mail('move-refused'),
    'event-restored': mail('event-restored'),
    'calendar-notice': mail('calendar-notice'),
    'trouble-mail': notice('trouble-mail'),
    'trouble-event': notice('trouble-event'),
  }
}
