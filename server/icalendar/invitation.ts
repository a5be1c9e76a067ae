import { ICalAttendeeRole, ICalAttendeeStatus, ICalCalendarMethod } from 'ical-generator'
import type { StoredAppointment } from '../../booking/appointment.ts'
import { clientEvent, type OwnedEvent } from '../../booking/calendar-event.ts'
import type { Shop } from '../../booking/opening-hours.ts'
import { eventUid } from '../appointments/identity.ts'
import { calendarText, eventData, newCalendar } from './write-event.ts'

export interface Invitation {
  /** REQUEST for a new or moved appointment, CANCEL for one that will not take place (RFC 5546). */
  method: 'REQUEST' | 'CANCEL'
  content: string
}

function eventOf(appointment: StoredAppointment, shop: Shop): OwnedEvent {
  const { id, sequence, status, startEpochMs, endEpochMs } = appointment
  const times = { startEpochMs, endEpochMs }
  return { ...clientEvent(appointment, shop), ...times, uid: eventUid(id), sequence, status }
}

/**
 * What puts the appointment into the client's calendar, moves it there or takes it out (RFC 5546, 3.2.2 and 3.2.5).
 *
 * @param organizer - the address the mail comes from; calendars trust an invitation of nobody else
 */
export function invitation(
  appointment: StoredAppointment,
  organizer: string,
  shop: Shop,
  nowEpochMs: number,
): Invitation {
  const { status, full_name: name, email } = appointment
  const method = status === 'cancelled' ? 'CANCEL' : 'REQUEST'
  const event = eventOf(appointment, shop)
  const calendar = newCalendar([event], { method: ICalCalendarMethod[method] })
  // Whoever has booked has accepted; an answer by mail would only be noise in the shop's inbox.
  const answer = { status: ICalAttendeeStatus.ACCEPTED, rsvp: false }
  calendar.createEvent({
    ...eventData(event, nowEpochMs, shop, organizer),
    attendees: [{ name, email, role: ICalAttendeeRole.REQ, ...answer }],
  })
  return { method, content: calendarText(calendar) }
}

/**
 * The appointment as a file that a client opens: an entry of their own, and nobody's invitation. It has the UID of the
 * invitation in the mail, so that whoever takes both has one entry.
 */
export function clientFile(appointment: StoredAppointment, shop: Shop): string {
  const event = eventOf(appointment, shop)
  const calendar = newCalendar([event])
  calendar.createEvent(eventData(event, Date.parse(appointment.created_at), shop))
  return calendarText(calendar)
}
