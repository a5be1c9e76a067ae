import type { Logger } from 'pino'
import type { StoredAppointment } from '../../booking/appointment.ts'
import type { Shop } from '../../booking/opening-hours.ts'
import type { Appointments, WakeOutbox } from '../appointments/service.ts'
import type { KnownEvent, RemoteEvent } from '../calendar/remote-calendar.ts'
import type { AppointmentStore } from '../db/appointments.ts'
import type { SyncedEvent, SyncedEventStore } from '../db/calendar-events.ts'
import type { BlockedTimeStore } from '../db/hours.ts'

/** What it takes to do to appointments what the owner has done to their events. */
export interface FollowerDependencies {
  calendar: string
  syncedEvents: SyncedEventStore
  appointments: Pick<AppointmentStore, 'findByIds'>
  closures: Pick<BlockedTimeStore, 'findByIds'>
  useCases: Pick<Appointments, 'rescheduleTogether' | 'cancel' | 'moveClosure' | 'reopenTime'>
  wakeOutbox: WakeOutbox
  shop: Shop
  now: () => number
  log: Logger
}

/** An event of a confirmed appointment that is not in the calendar. */
export interface Gone {
  known: SyncedEvent
  appointment: StoredAppointment
}

/** An event of a confirmed appointment that is not where we know it. */
export interface Moved extends Gone {
  seen: RemoteEvent
}

/**
 * Asks the calendar for one event, because a listing can leave something out.
 * @returns undefined when the calendar does not say
 */
export type FindEvent = (event: KnownEvent) => Promise<RemoteEvent | null | undefined>
