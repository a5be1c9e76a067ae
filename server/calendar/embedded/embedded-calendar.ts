import type { BusinessCalendar } from '../business-calendar.ts'
import type { EventStore } from './event-store.ts'

/** The calendar that is kept in our own database and published as a feed. */
export function embeddedCalendar(events: EventStore, now: () => number, feedUrl: string): BusinessCalendar {
  return {
    where: feedUrl,
    put: (event) => events.put(event, now()),
    // Its events are rows, which lose the client together with the appointment.
    forget: async () => {},
    remove: (uid) => events.remove(uid),
  }
}
