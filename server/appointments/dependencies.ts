import type { Shop } from '../../booking/opening-hours.ts'
import type { ClosureStore } from './desk-ports.ts'
import type { AppointmentStore, ChangeStore, WakeOutbox } from './ports.ts'

/** What the use cases work with. */
export interface Dependencies {
  appointments: Pick<AppointmentStore, 'book' | 'findByFields' | 'occupiedDuring'>
  changes: Pick<ChangeStore, 'reschedule' | 'cancel'>
  closures: Omit<ClosureStore, 'findByIds'>
  wakeOutbox: WakeOutbox
  shop: Shop
  /** Per day; 0 for no limit. */
  bookingsPerMailbox?: number
  now: () => number
}
