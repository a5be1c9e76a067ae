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
import type { StoredAppointment } from '../../booking/appointment.ts'
import { clientEvent, type OwnedEvent } from '../../booking/calendar-event.ts'
import type { Shop } from '../../booking/opening-hours.ts'
import { business, fullName } from '../../demo/business.ts'
import { eventUid } from '../appointments/identity.ts'
import { vtimezone } from './vtimezone.ts'

const alarmSecondsBefore = 60 * 60

// The library exports this enumeration as a type only.
const scheduleAgent = 'CLIENT' as ICalAttendeeScheduleAgent

/**
 * RFC 6068: what the local part of an address may hold and a mailto address may not, is percent-encoded; nothing else,
 * because many calendars show the address as it stands there.
 */
function mailto(email: string): string {
  return email.replace(/[#%&/=?^`{|}]/g, encodeURIComponent)
}

/** The client invites nobody and is invited by nobody but us: our own mail does that (RFC 6638, 7.1). */
function attendee({ name, email }: { name: string; email: string }): ICalAttendeeData {
  const address = mailto(email)
  return {
    name,
    email,
    ...(address === email ? {} : { mailto: address }),
    status: ICalAttendeeStatus.ACCEPTED,
    scheduleAgent,
  }
}

/**
 * A calendar to be written, with the clock's rules for those events. It has no zone itself: ical-generator would
 * write DTSTAMP in it, and RFC 5545 wants UTC there.
 */
export function newCalendar(
  events: readonly OwnedEvent[],
  { name, ...more }: Omit<ICalCalendarData, 'name'> & { name?: string } = {},
): ICalCalendar {
  const instants = events.flatMap(({ startEpochMs, endEpochMs }) => [startEpochMs, endEpochMs])
  const timezone = { name: null, generator: (zone: string) => vtimezone(zone, instants) }
  // ical-generator escapes the texts of events, and not these.
  const texts = {
    prodId: escapeText(`//${fullName}//Booking//EN`, false),
    ...(name && { name: escapeText(name, false) }),
  }
  return ical({ ...more, ...texts, timezone })
}

/** The calendar as its text, in which every line has its end (RFC 5545, 3.1): the last one, too. */
export const calendarText = (calendar: ICalCalendar) => `${propertiesFirst(calendar.toString())}\r\n`

/**
 * The event as ical-generator takes it, with its start and end on the shop's clock and without attendees.
 * @param changedAtMs - when this state of the event came to be
 * @param organizer - who invites to it; without one it is nobody's invitation
 */
export function eventData(
  event: OwnedEvent,
  changedAtMs: number,
  { timeZone }: Shop,
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
    description: event.description,
    location: event.location,
    organizer: organizer ? { name: fullName, email: organizer } : null,
    status: event.status === 'cancelled' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
  }
}

/** Adds the event to a calendar that is being written (RFC 5545), with an alarm for the owner. */
export function writeEvent(
  calendar: ICalCalendar,
  event: OwnedEvent,
  changedAtMs: number,
  shop: Shop,
  organizer: string = business.email,
): void {
  const alarm = { type: ICalAlarmType.display, trigger: alarmSecondsBefore, description: event.summary }
  calendar.createEvent({
    ...eventData(event, changedAtMs, shop, organizer),
    attendees: event.attendee ? [attendee(event.attendee)] : [],
    alarms: event.status === 'cancelled' ? [] : [alarm],
  })
}

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

interface Component {
  begin: string
  properties: string[]
  components: string[]
}

/**
 * The same calendar with the properties of each component before the components in it, which is the order of RFC 5545
 * (3.6: `icalbody = calprops component`, and alarms end an event). ical-generator writes some of them behind.
 */
export function propertiesFirst(calendar: string): string {
  const whole: Component = { begin: '', properties: [], components: [] }
  const open = [whole]
  // A line that begins with a space goes on with the one before (3.1).
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
