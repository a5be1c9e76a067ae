import { msPerDay } from '../../../booking/milliseconds.ts'
import type { Shop } from '../../../booking/shop.ts'
import { calendarEvents } from '../../../site/copy/calendar-events.ts'
import { calendarText, newCalendar, writeEvent } from '../../icalendar/write-event.ts'
import type { KeptEvent } from './embedded-calendar.ts'

const refreshSeconds = 15 * 60

/** Past consultations stay in the feed for a quarter of a year. */
export const feedPastMs = 90 * msPerDay

/** The events as the file that calendar programs subscribe to (RFC 5545). */
export function calendarFeed(events: readonly KeptEvent[], shop: Shop): string {
  const instants = events.flatMap((event) => [event.startEpochMs, event.endEpochMs])
  const calendar = newCalendar(instants, { name: calendarEvents.feed, ttl: refreshSeconds })
  for (const event of events) writeEvent(calendar, event, event.updatedAtMs, shop)
  return calendarText(calendar)
}
