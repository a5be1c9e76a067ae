import ical, {
  escape as escapeText,
  ICalAlarmType,
  type ICalAttendeeData,
  ICalAttendeeRole,
  type ICalAttendeeScheduleAgent,
  ICalAttendeeStatus,
  type ICalCalendar,
  type ICalCalendarData,
  ICalCalendarMethod,
  type ICalEventData,
  ICalEventStatus,
} from 'ical-generator'
import { business, fullName } from '#shop/business.ts'
import type { StoredAppointment } from '../../booking/appointment.ts'
import { clientsEventOf, eventUid, type OwnedEvent } from '../../booking/calendar-event.ts'
import type { Shop } from '../../booking/opening-hours.ts'
import { vtimezone } from './vtimezone.ts'

const alarmSecondsBefore = 60 * 60

// The library exports this enumeration as a type only.
const scheduleAgent = 'CLIENT' as ICalAttendeeScheduleAgent

/**
 * RFC 6068: percent-encodes what the local part of an address may hold and a mailto address may not, and nothing else,
 * because many calendars show the encoded address.
 */
function mailto(email: string): string {
  return email.replace(/[#%&/=?^`{|}]/g, encodeURIComponent)
}

/** A client who booked has accepted: an answer by email would only be noise in the shop's inbox. */
function attendee({ name, email }: { name: string; email: string }): ICalAttendeeData {
  const address = mailto(email)
  const encoded = address === email ? {} : { mailto: address }
  return { name, email, ...encoded, status: ICalAttendeeStatus.ACCEPTED }
}

/**
 * An empty calendar with the zone's rules for those events. It has no zone itself: ical-generator would write DTSTAMP
 * in it, and RFC 5545 wants UTC there.
 */
export function newCalendar(
  events: readonly OwnedEvent[],
  { name, ...more }: Omit<ICalCalendarData, 'name'> & { name?: string } = {},
): ICalCalendar {
  const instants = events.flatMap(({ startEpochMs, endEpochMs }) => [startEpochMs, endEpochMs])
  const timezone = { name: null, generator: (zone: string) => vtimezone(zone, instants) }
  // ical-generator escapes the texts of events, but not these.
  const texts = {
    prodId: escapeText(`//${fullName}//Booking//EN`, false),
    ...(name && { name: escapeText(name, false) }),
  }
  return ical({ ...more, ...texts, timezone })
}

/** The calendar as text that ends each line (RFC 5545, 3.1), the last one included. */
export function calendarText(calendar: ICalCalendar): string {
  const text = `${propertiesFirst(calendar.toString())}\r\n`
  // SOGo looks at the organizer alone, and would email every client. ical-generator has no such parameter for it.
  return calendar.method()
    ? text
    : text.replace(/^ORGANIZER/gm, `ORGANIZER;SCHEDULE-AGENT=${scheduleAgent}\r\n `)
}

/**
 * The event as ical-generator takes it, with its start and end on the shop's clock and without attendees.
 * @param changedAtMs - when this state of the event began
 * @param organizer - email address; without one it is not an invitation
 */
function eventData(
  event: OwnedEvent,
  changedAtMs: number,
  timeZone: string,
  organizer?: string,
): ICalEventData {
  const inZone = (epochMs: number) =>
    Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(timeZone)
  return {
    id: event.uid,
    sequence: event.sequence,
    stamp: new Date(changedAtMs),
    start: inZone(event.startEpochMs),
    end: inZone(event.endEpochMs),
    timezone: timeZone,
    summary: event.summary,
    description: event.description || null,
    location: event.location || null,
    organizer: organizer ? { name: fullName, email: organizer } : null,
    status: event.status === 'cancelled' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
  }
}

/**
 * Adds the event, with an alarm for the owner. The server that stores it must not email the client: this server does
 * (RFC 6638, 7.1).
 */
export function writeEvent(
  calendar: ICalCalendar,
  event: OwnedEvent,
  changedAtMs: number,
  timeZone: string,
  organizer: string = business.email,
): void {
  const alarm = { type: ICalAlarmType.display, trigger: alarmSecondsBefore, description: event.summary }
  calendar.createEvent({
    ...eventData(event, changedAtMs, timeZone, organizer),
    attendees: event.attendee ? [{ ...attendee(event.attendee), scheduleAgent }] : [],
    alarms: event.status === 'cancelled' ? [] : [alarm],
  })
}

export interface Invitation {
  /** REQUEST for a new or moved appointment, CANCEL for one that will not take place (RFC 5546). */
  method: 'REQUEST' | 'CANCEL'
  content: string
}

function eventOf(appointment: StoredAppointment, shop: Shop, uidDomain: string): OwnedEvent {
  const { id, sequence, status } = appointment
  return { ...clientsEventOf(appointment, shop), uid: eventUid(id, uidDomain), sequence, status }
}

/**
 * Puts the appointment into the client's calendar, moves it there, or takes it out (RFC 5546, 3.2.2 and 3.2.5).
 *
 * @param organizer - the sender of its first invitation; calendars take changes from no one else
 */
export function invitation(
  appointment: StoredAppointment,
  organizer: string,
  shop: Shop,
  uidDomain: string,
  nowEpochMs: number,
): Invitation {
  const { status, full_name: name, email } = appointment
  const method = status === 'cancelled' ? 'CANCEL' : 'REQUEST'
  const event = eventOf(appointment, shop, uidDomain)
  const calendar = newCalendar([event], { method: ICalCalendarMethod[method] })
  calendar.createEvent({
    ...eventData(event, nowEpochMs, shop.timeZone, organizer),
    attendees: [{ ...attendee({ name, email }), role: ICalAttendeeRole.REQ, rsvp: false }],
  })
  return { method, content: calendarText(calendar) }
}

/**
 * The appointment as a file that a client opens: an entry of their own, not an invitation. It has the UID of the
 * emailed invitation, so a client who opens both has one entry.
 */
export function clientFile(appointment: StoredAppointment, shop: Shop, uidDomain: string): string {
  const event = eventOf(appointment, shop, uidDomain)
  const calendar = newCalendar([event])
  calendar.createEvent(eventData(event, Date.parse(appointment.created_at), shop.timeZone))
  return calendarText(calendar)
}

interface Component {
  begin: string
  properties: string[]
  components: string[]
}

/**
 * Puts the properties of each component before its components, the order of RFC 5545 (3.6: `icalbody = calprops
 * component`). ical-generator writes some of them after.
 */
function propertiesFirst(calendar: string): string {
  const whole: Component = { begin: '', properties: [], components: [] }
  const open = [whole]
  // A line that begins with a space continues the one before (3.1).
  for (const line of calendar.split(/\r\n(?! )/)) {
    const current = open.at(-1) ?? whole
    if (line.startsWith('BEGIN:')) open.push({ begin: line, properties: [], components: [] })
    else if (line.startsWith('END:')) {
      open.pop()
      const text = [current.begin, ...current.properties, ...current.components, line].join('\r\n')
      open.at(-1)?.components.push(text)
    } else current.properties.push(line)
  }
  return [...whole.components, ...whole.properties].join('\r\n')
}
