import ical, { ICalAlarmType, ICalEventStatus } from 'ical-generator'
import type { Shop } from '../../booking/shop.ts'
import { business, fullName } from '../../site/business.ts'
import type { KeptEvent } from './event-store.ts'
import { vtimezone } from './vtimezone.ts'

const alarmSecondsBefore = 60 * 60
const refreshSeconds = 15 * 60

/** The events as the file that calendar programs subscribe to (RFC 5545). */
export function calendarFeed(events: readonly KeptEvent[], { timeZone }: Shop): string {
  const instants = events.flatMap((event) => [event.startEpochMs, event.endEpochMs])
  const calendar = ical({
    name: `${business.name}: consultations`,
    prodId: `//${fullName}//Booking//EN`,
    ttl: refreshSeconds,
    // The calendar itself has no zone: ical-generator would write DTSTAMP in it, and RFC 5545 wants UTC there.
    timezone: { name: null, generator: (zone) => vtimezone(zone, instants) },
  })
  const inZone = (epochMs: number) =>
    Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(timeZone)
  for (const event of events) {
    calendar.createEvent({
      id: event.uid,
      sequence: event.sequence,
      stamp: new Date(event.updatedAtMs),
      start: inZone(event.startEpochMs),
      end: inZone(event.endEpochMs),
      timezone: timeZone,
      summary: event.summary,
      description: event.description,
      location: event.location,
      organizer: { name: fullName, email: business.email },
      status: event.status === 'cancelled' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      alarms: [{ type: ICalAlarmType.display, trigger: alarmSecondsBefore, description: event.summary }],
    })
  }
  return calendar.toString()
}
