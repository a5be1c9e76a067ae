import type { Shop } from '../booking/opening-hours.ts'
import type { BusinessCalendar } from './calendar/business-calendar.ts'
import { embeddedCalendar } from './calendar/embedded/embedded-calendar.ts'
import type { RemoteCalendar } from './calendar/remote-calendar.ts'
import { syncedCalendar } from './calendar-sync/synced-calendar.ts'
import type { CalendarSettings } from './config/calendar-settings.ts'
import type { Storage } from './storage/storage.ts'

interface Dependencies {
  storage: Pick<Storage, 'events' | 'syncedEvents'>
  shop: Shop
  now: () => number
  /** The path of the feed, in which the calendar that is kept here is published. */
  feedPath: string
}

/** The one on somebody else's server, if it is: each kind has its own libraries, loaded only where they are used. */
export async function openRemote(
  settings: CalendarSettings,
  dependencies: Pick<Dependencies, 'shop' | 'now'>,
): Promise<RemoteCalendar | null> {
  switch (settings.kind) {
    case 'feed':
      return null
    case 'caldav': {
      const { caldavCalendar } = await import('./calendar/caldav/caldav-calendar.ts')
      return caldavCalendar(settings, dependencies)
    }
    case 'google': {
      const { googleCalendar } = await import('./calendar/google/google-calendar.ts')
      return googleCalendar(settings, dependencies)
    }
  }
}

/**
 * The owner's calendar, of whichever kind. Connecting to it is left to its first use.
 * @returns with it the one on somebody else's server, in which the owner works too
 */
export async function openCalendar(settings: CalendarSettings, dependencies: Dependencies) {
  const { storage, now, feedPath } = dependencies
  const remote = await openRemote(settings, dependencies)
  const calendar: BusinessCalendar = remote
    ? syncedCalendar(remote, storage.syncedEvents, now)
    : embeddedCalendar(storage.events, now, feedPath)
  return { calendar, remote }
}
