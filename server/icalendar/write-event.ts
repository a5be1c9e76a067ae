import ical, {
  escape as escapeText,
  ICalAlarmType,
  type ICalAttendeeData,
  type ICalAttendeeScheduleAgent,
  ICalAttendeeStatus,
  type ICalCalendar,
  type ICalCalendarData,
  type ICalEventData,
  ICalEventStatus,
} from 'ical-generator'
import type { OwnedEvent } from '../../booking/calendar-event.ts'
import type { Shop } from '../../booking/opening-hours.ts'
import { business, fullName } from '../../demo/business.ts'
import { propertiesFirst } from './properties-first.ts'
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
