import type { Shop } from '../booking/shop.ts'
import type { BusinessCalendar } from './calendar/business-calendar.ts'
import { embeddedCalendar } from './calendar/embedded/embedded-calendar.ts'
import type { RemoteCalendar } from './calendar/remote-calendar.ts'
import { syncedCalendar } from './calendar-sync/synced-calendar.ts'
import type { CalendarSettings } from './config/calendar-settings.ts'
import type { OwnersDoing } from './follow-ups/peers.ts'
import type { Storage } from './storage/storage.ts'

interface Dependencies {
  storage: Pick<Storage, 'events' | 'syncedEvents' | 'calendarNews'>
  shop: Shop
  now: () => number
  /** The path of the feed, in which the calendar that is kept here is published. */
  feedPath: string
}

/** The calendar of the settings. */
export interface OpenedCalendar {
  calendar: BusinessCalendar
  /** The one on somebody else's server, in which the owner works too; null for the calendar that is kept here. */
  remote: RemoteCalendar | null
  /** What the owner is told of it. */
  ownersDoing: OwnersDoing | null
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

/** The owner's calendar, of whichever kind. Connecting to it is left to its first use. */
export async function openCalendar(
  settings: CalendarSettings,
  dependencies: Dependencies,
): Promise<OpenedCalendar> {
  const { storage, now, feedPath } = dependencies
  const { events, syncedEvents, calendarNews } = storage
  const remote = await openRemote(settings, dependencies)
  return remote
    ? {
        calendar: syncedCalendar(remote, syncedEvents),
        remote,
        ownersDoing: {
          findRefusal: (uid) => syncedEvents.findRefusal(remote.id, uid),
          async findRestored(uid) {
            const event = await syncedEvents.find(remote.id, uid)
            return event?.doubt === 'restored' ? event.doubtedAtMs : null
          },
          findNews: (nowEpochMs) => calendarNews.find(remote.id, nowEpochMs),
          markTold: (news, nowEpochMs) => calendarNews.markTold(remote.id, news, nowEpochMs),
        },
      }
    : { calendar: embeddedCalendar(events, now, feedPath), remote, ownersDoing: null }
}
