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
import { eventUid, type OwnedEvent, toClientEvent } from '../../booking/calendar-event.ts'
import type { Shop } from '../../booking/opening-hours.ts'
import { buildVtimezone } from './vtimezone.ts'

const alarmSecondsBefore = 60 * 60

// The library exports this enumeration as a type only.
const scheduleAgent = 'CLIENT' as ICalAttendeeScheduleAgent

/** A client who booked has accepted. An answer by email would only be noise in the shop's inbox. */
function attendee({ name, email }: { name: string; email: string }): ICalAttendeeData {
  // Encodes only characters that a mailto address can't contain (RFC 6068): many calendars show the encoded ones.
  const address = email.replace(/[#%&/=?^`{|}]/g, encodeURIComponent)
  const encoded = address === email ? {} : { mailto: address }
  return { name, email, ...encoded, status: ICalAttendeeStatus.ACCEPTED }
}

/** An empty calendar with the zone's rules for those events, but without a zone: DTSTAMP must be in UTC. */
export function createCalendar(
  events: readonly OwnedEvent[],
  { name, ...more }: Omit<ICalCalendarData, 'name'> & { name?: string } = {},
): ICalCalendar {
  const instants = events.flatMap(({ startEpochMs, endEpochMs }) => [startEpochMs, endEpochMs])
  const timezone = { name: null, generator: (zone: string) => buildVtimezone(zone, instants) }
  // ical-generator escapes only the texts of events.
  const texts = {
    prodId: escapeText(`//${fullName}//Booking//EN`, false),
    ...(name && { name: escapeText(name, false) }),
  }
  return ical({ ...more, ...texts, timezone })
}

export function toCalendarText(calendar: ICalCalendar): string {
  const text = `${propertiesFirst(calendar.toString())}\r\n`
  // SOGo reads only this parameter of the organizer, and would email every client.
  return calendar.method()
    ? text
    : text.replace(/^ORGANIZER/gm, `ORGANIZER;SCHEDULE-AGENT=${scheduleAgent}\r\n `)
}

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

/** Adds the event, with an alarm for the owner, for a server that must not email the client (RFC 6638, 7.1). */
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
  method: 'REQUEST' | 'CANCEL'
  content: string
}

function eventOf(appointment: StoredAppointment, shop: Shop, uidDomain: string): OwnedEvent {
  const { id, sequence, status } = appointment
  return { ...toClientEvent(appointment, shop), uid: eventUid(id, uidDomain), sequence, status }
}

/**
 * Adds the appointment to the client's calendar, moves it there, or removes it (RFC 5546, 3.2.2 and 3.2.5).
 * @param organizer - the sender of its first invitation. Calendars accept changes from no one else
 */
export function buildInvitation(
  appointment: StoredAppointment,
  organizer: string,
  shop: Shop,
  uidDomain: string,
  nowEpochMs: number,
): Invitation {
  const { status, full_name: name, email } = appointment
  const method = status === 'cancelled' ? 'CANCEL' : 'REQUEST'
  const event = eventOf(appointment, shop, uidDomain)
  const calendar = createCalendar([event], { method: ICalCalendarMethod[method] })
  calendar.createEvent({
    ...eventData(event, nowEpochMs, shop.timeZone, organizer),
    attendees: [{ ...attendee({ name, email }), role: ICalAttendeeRole.REQ, rsvp: false }],
  })
  return { method, content: toCalendarText(calendar) }
}

/** A file for the client to open: their own entry, which an emailed invitation replaces by its UID. */
export function buildClientIcs(appointment: StoredAppointment, shop: Shop, uidDomain: string): string {
  const event = eventOf(appointment, shop, uidDomain)
  const calendar = createCalendar([event])
  calendar.createEvent(eventData(event, Date.parse(appointment.created_at), shop.timeZone))
  return toCalendarText(calendar)
}

/** Puts properties before components (RFC 5545, 3.6): ical-generator writes some of them later. */
function propertiesFirst(calendar: string): string {
  const component = (begin: string) => ({ begin, properties: [] as string[], components: [] as string[] })
  const whole = component('')
  const open = [whole]
  for (const line of calendar.split(/\r\n(?! )/)) {
    const current = open.at(-1) ?? whole
    if (line.startsWith('BEGIN:')) open.push(component(line))
    else if (line.startsWith('END:')) {
      open.pop()
      const text = [current.begin, ...current.properties, ...current.components, line].join('\r\n')
      open.at(-1)?.components.push(text)
    } else current.properties.push(line)
  }
  return [...whole.components, ...whole.properties].join('\r\n')
}
