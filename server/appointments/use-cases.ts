import type { Shop } from '../../booking/shop.ts'
import { createBook } from './book.ts'
import { createChange } from './change.ts'
import { createClosing } from './closing.ts'
import type { ClosureStore } from './desk-ports.ts'
import { createOpenTimes } from './open-times.ts'
import type { AppointmentStore, BusyTimeStore, ChangeStore, WakeOutbox } from './ports.ts'

/** What the use cases work with. */
export interface Dependencies {
  appointments: Pick<AppointmentStore, 'book' | 'findByFields' | 'occupiedDuring'>
  changes: Pick<ChangeStore, 'reschedule' | 'cancel'>
  busyTimes: BusyTimeStore
  closures: Omit<ClosureStore, 'findByIds'>
  wakeOutbox: WakeOutbox
  shop: Shop
  /** Per day; 0 for no limit. */
  bookingsPerMailbox?: number
  now: () => number
}

/** What can be done with appointments, whoever asks for it. */
export const createUseCases = (dependencies: Dependencies) => ({
  ...createBook(dependencies),
  ...createChange(dependencies),
  ...createClosing(dependencies),
  ...createOpenTimes(dependencies),
})

export type UseCases = ReturnType<typeof createUseCases>
