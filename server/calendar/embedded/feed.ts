import ical from 'ical-generator'
import { msPerDay } from '../../../booking/milliseconds.ts'
import type { Shop } from '../../../booking/shop.ts'
import { business, fullName } from '../../../site/business.ts'
import { propertiesFirst } from '../../icalendar/properties-first.ts'
import { vtimezone } from '../../icalendar/vtimezone.ts'
import { writeEvent } from '../../icalendar/write-event.ts'
import type { KeptEvent } from './event-store.ts'

const refreshSeconds = 15 * 60

/** Past consultations stay in the feed for a quarter of a year. */
export const feedPastMs = 90 * msPerDay

/** The events as the file that calendar programs subscribe to (RFC 5545). */
export function calendarFeed(events: readonly KeptEvent[], shop: Shop): string {
  const instants = events.flatMap((event) => [event.startEpochMs, event.endEpochMs])
  const calendar = ical({
    name: `${business.name}: consultations`,
    prodId: `//${fullName}//Booking//EN`,
    ttl: refreshSeconds,
    // The calendar itself has no zone: ical-generator would write DTSTAMP in it, and RFC 5545 wants UTC there.
    timezone: { name: null, generator: (zone) => vtimezone(zone, instants) },
  })
  for (const event of events) writeEvent(calendar, event, event.updatedAtMs, shop)
  return propertiesFirst(calendar.toString())
}
