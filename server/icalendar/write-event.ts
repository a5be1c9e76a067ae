import {
  ICalAlarmType,
  type ICalAttendeeData,
  type ICalAttendeeScheduleAgent,
  ICalAttendeeStatus,
  type ICalCalendar,
  ICalEventStatus,
} from 'ical-generator'
import type { OwnedEvent } from '../../booking/calendar-event.ts'
import type { Shop } from '../../booking/shop.ts'
import { business, fullName } from '../../site/business.ts'

const alarmSecondsBefore = 60 * 60

// The library exports this enumeration as a type only.
const scheduleAgent = 'CLIENT' as ICalAttendeeScheduleAgent

/** RFC 6068: what the local part of an address may hold and a mailto address may not, is percent-encoded. */
function mailto(email: string): string {
  return encodeURIComponent(email).replace('%40', '@')
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
 * Adds the event to a calendar that is being written (RFC 5545), with its start and end on the shop's clock.
 * @param changedAtMs - when this state of the event came to be
 */
export function writeEvent(
  calendar: ICalCalendar,
  event: OwnedEvent,
  changedAtMs: number,
  { timeZone }: Shop,
  organizer: string = business.email,
): void {
  const inZone = (epochMs: number) =>
    Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(timeZone)
  calendar.createEvent({
    id: event.uid,
    sequence: event.sequence,
    stamp: new Date(changedAtMs),
    start: inZone(event.startEpochMs),
    end: inZone(event.endEpochMs),
    timezone: timeZone,
    summary: event.summary,
    description: event.description,
    location: event.location,
    organizer: { name: fullName, email: organizer },
    attendees: event.attendee ? [attendee(event.attendee)] : [],
    status: event.status === 'cancelled' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    alarms: [{ type: ICalAlarmType.display, trigger: alarmSecondsBefore, description: event.summary }],
  })
}
