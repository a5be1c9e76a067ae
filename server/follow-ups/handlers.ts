import { anonymousEvent } from '../../booking/calendar-event.ts'
import type { JobKind } from '../../booking/job-kinds.ts'
import { isClosure, type Subject } from '../appointments/follow-ups.ts'
import { eventUid } from '../appointments/identity.ts'
import { closuresEvent, ownersEvent } from '../calendar/business-calendar.ts'
import type { Handler } from '../outbox/attempt.ts'
import { createCalendarNotices } from './calendar-notices.ts'
import { createMails } from './mails.ts'
import { ofAppointment, type Peers } from './peers.ts'
import { createTroubleNotices } from './trouble-notices.ts'

/** How each kind of follow-up is done. */
export function createHandlers(peers: Peers): Record<JobKind, Handler<Subject>> {
  const { calendar, shop } = peers
  return {
    ...createMails(peers),
    ...createCalendarNotices(peers),
    ...createTroubleNotices(peers),
    'calendar-event': ofAppointment(async (appointment, signal) => {
      const event = ownersEvent(appointment, shop)
      await calendar.put(event, signal)
      return event.uid
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
      const event = closuresEvent(subject)
      await calendar.put(event, signal)
      return event.uid
    },
  }
}
