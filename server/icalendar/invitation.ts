import ical, {
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalCalendarMethod,
  ICalEventStatus,
} from 'ical-generator'
import type { StoredAppointment } from '../../booking/appointment.ts'
import { clientEvent } from '../../booking/calendar-event.ts'
import type { Shop } from '../../booking/shop.ts'
import { fullName } from '../../site/business.ts'
import { eventUid } from '../appointments/identity.ts'
import { vtimezone } from './vtimezone.ts'

export interface Invitation {
  /** REQUEST for a new or moved appointment, CANCEL for one that will not take place (RFC 5546). */
  method: 'REQUEST' | 'CANCEL'
  /** An iCalendar object with that method. */
  content: string
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
  const { timeZone } = shop
  const isCancelled = appointment.status === 'cancelled'
  const event = clientEvent(appointment, shop)
  const { startEpochMs, endEpochMs } = appointment
  const inZone = (epochMs: number) =>
    Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(timeZone)
  const calendar = ical({
    prodId: `//${fullName}//Booking//EN`,
    method: isCancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.REQUEST,
    timezone: { name: null, generator: (zone) => vtimezone(zone, [startEpochMs, endEpochMs]) },
  })
  calendar.createEvent({
    id: eventUid(appointment.id),
    sequence: appointment.sequence,
    stamp: new Date(nowEpochMs),
    start: inZone(startEpochMs),
    end: inZone(endEpochMs),
    timezone: timeZone,
    summary: event.summary,
    description: event.description,
    location: event.location,
    status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    organizer: { name: fullName, email: organizer },
    attendees: [
      {
        name: appointment.full_name,
        email: appointment.email,
        role: ICalAttendeeRole.REQ,
        // Whoever has booked has accepted; an answer by mail would only be noise in the shop's inbox.
        status: ICalAttendeeStatus.ACCEPTED,
        rsvp: false,
      },
    ],
  })
  return { method: isCancelled ? 'CANCEL' : 'REQUEST', content: calendar.toString() }
}
