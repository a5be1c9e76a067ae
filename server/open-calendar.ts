import type { Logger } from 'pino'
import type { Shop } from '../booking/shop.ts'
import type { FrontDesk } from './appointments/use-cases.ts'
import type { BusinessCalendar } from './calendar/business-calendar.ts'
import { embeddedCalendar } from './calendar/embedded/embedded-calendar.ts'
import type { RemoteCalendar } from './calendar/remote-calendar.ts'
import { createFollower } from './calendar-sync/follow-owner.ts'
import { remoteBusinessCalendar } from './calendar-sync/synced-calendar.ts'
import type { RefusedMove } from './calendar-sync/synced-events.ts'
import { type CalendarWatch, createCalendarWatch } from './calendar-sync/watch.ts'
import type { CalendarSettings } from './config/calendar-settings.ts'
import type { Storage } from './storage/storage.ts'

interface Dependencies {
  storage: Storage
  shop: Shop
  now: () => number
  log: Logger
  /** The path of the feed, in which the calendar that is kept here is published. */
  feedPath: string
}

interface WatchDependencies {
  desk: Pick<FrontDesk, 'reschedule' | 'cancel'>
  /** Says that something is owed at that time. */
  expect: (dueAtMs: number) => void
}

/** The calendar of the settings, with what goes on around it. */
export interface OpenedCalendar {
  calendar: BusinessCalendar
  /** The last move of an event by the owner that could not be followed. */
  findRefusal: (uid: string) => Promise<RefusedMove | null>
  /** What reads it in the background; nobody but us writes into the calendar that is kept here. */
  watch: (dependencies: WatchDependencies) => CalendarWatch
}

/** Each with its own libraries, which are loaded only where they are used. */
async function openRemote(
  settings: CalendarSettings,
  dependencies: Dependencies,
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
  const { storage, shop, now, log, feedPath } = dependencies
  const { calendarCopies: copies, calendarReads: reads } = storage
  const remote = await openRemote(settings, dependencies)
  if (!remote) {
    return {
      calendar: embeddedCalendar(storage.events, now, feedPath),
      findRefusal: async () => null,
      watch() {
        let tidying = Promise.resolve()
        return {
          start() {
            tidying = reads.keepOnly(null).catch(() => {
              log.warn('busy times of a former calendar could not be removed; the next start tries again')
            })
          },
          stop: () => tidying,
        }
      },
    }
  }
  return {
    calendar: remoteBusinessCalendar(remote, copies),
    findRefusal: (uid) => copies.findRefusal(remote.id, uid),
    watch({ desk, expect }) {
      const { appointments } = storage
      const follow = createFollower({
        calendar: remote.id,
        copies,
        appointments,
        desk,
        expect,
        shop,
        now,
        log,
      })
      const everyMs = settings.readEverySeconds * 1000
      return createCalendarWatch({ remote, copies, reads, follow, everyMs, now, log })
    },
  }
}
