import type { Logger } from 'pino'
import type { RemoteCalendar } from '../calendar/remote-calendar.ts'
import { createFollower } from './follow-owner.ts'
import type { FollowerDependencies } from './follower.ts'
import type { ReadStore } from './read-store.ts'
import { type CalendarSync, createCalendarWatch, type WatchDependencies } from './watch.ts'

interface Dependencies
  extends Omit<FollowerDependencies, 'calendar'>,
    Omit<WatchDependencies, 'remote' | 'follow'> {
  /** null for the calendar that is kept here: nobody but us writes into it. */
  remote: RemoteCalendar | null
}

/** The busy times of a calendar that was the owner's before close nothing any more. */
function forgetFormerCalendars(reads: ReadStore, log: Logger): CalendarSync {
  let running = Promise.resolve()
  return {
    async start() {
      running = reads.keepOnly(null).catch(() => {
        log.warn('busy times of a former calendar could not be removed; the next start tries again')
      })
    },
    stop: () => running,
  }
}

export function createCalendarSync({ remote, ...dependencies }: Dependencies): CalendarSync {
  if (!remote) return forgetFormerCalendars(dependencies.calendarReads, dependencies.log)
  const follow = createFollower({ ...dependencies, calendar: remote.id })
  return createCalendarWatch({ ...dependencies, remote, follow })
}
