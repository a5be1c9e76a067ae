import type { Logger } from 'pino'
import type { Shop } from '../../booking/shop.ts'
import type { AppointmentStore, WakeOutbox } from '../appointments/ports.ts'
import type { UseCases } from '../appointments/use-cases.ts'
import type { RemoteCalendar } from '../calendar/remote-calendar.ts'
import { createFollower } from './follow-owner.ts'
import type { ReadStore } from './read-store.ts'
import type { SyncedEventStore } from './synced-events.ts'
import { type CalendarSync, createCalendarWatch } from './watch.ts'

interface Dependencies {
  /** null for the calendar that is kept here: nobody but us writes into it. */
  remote: RemoteCalendar | null
  syncedEvents: SyncedEventStore
  reads: ReadStore
  appointments: Pick<AppointmentStore, 'findById'>
  useCases: Pick<UseCases, 'reschedule' | 'cancel'>
  wakeOutbox: WakeOutbox
  readEveryMs: number
  shop: Shop
  now: () => number
  log: Logger
}

/** The busy times of a calendar that was the owner's before close nothing any more. */
function forgetFormerCalendars(reads: ReadStore, log: Logger): CalendarSync {
  let running = Promise.resolve()
  return {
    start() {
      running = reads.keepOnly(null).catch(() => {
        log.warn('busy times of a former calendar could not be removed; the next start tries again')
      })
    },
    stop: () => running,
  }
}

export function createCalendarSync({ remote, ...dependencies }: Dependencies): CalendarSync {
  if (!remote) return forgetFormerCalendars(dependencies.reads, dependencies.log)
  const follow = createFollower({ ...dependencies, calendar: remote.id })
  return createCalendarWatch({ ...dependencies, remote, follow })
}
