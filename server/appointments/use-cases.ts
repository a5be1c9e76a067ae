import type { Shop } from '../../booking/shop.ts'
import { type Book, createBook } from './book.ts'
import { type ChangeAppointment, createChange } from './change.ts'
import { type Closing, createClosing } from './closing.ts'
import type { ClosureStore } from './desk-ports.ts'
import { createOpenTimes, type OpenTimes } from './open-times.ts'
import type { AppointmentStore, BusyTimeStore, ChangeStore, WakeOutbox } from './ports.ts'

/** What can be done with appointments, whoever asks for it. */
export type UseCases = Book & ChangeAppointment & Closing & OpenTimes

interface Dependencies {
  appointments: AppointmentStore
  changes: ChangeStore
  busyTimes: BusyTimeStore
  closures: ClosureStore
  wakeOutbox: WakeOutbox
  shop: Shop
  /** How often one mailbox may be booked with in a day; 0 for no limit. */
  bookingsPerMailbox?: number
  now: () => number
}

export function createUseCases(dependencies: Dependencies): UseCases {
  return {
    ...createBook(dependencies),
    ...createChange(dependencies),
    ...createClosing(dependencies),
    ...createOpenTimes(dependencies),
  }
}
