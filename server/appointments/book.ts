import type { AppointmentFields } from '../../booking/fields.ts'
import { appointmentInterval, occupiedInterval } from '../../booking/interval.ts'
import type { Shop } from '../../booking/shop.ts'
import { firstDueAtMs, followUpsOfBooking } from './follow-ups.ts'
import type { AppointmentStore, BookingOutcome, WakeOutbox } from './ports.ts'

export interface Book {
  /**
   * Stores an appointment with what follows from it.
   * @param headStartMs - how long the caller may do what follows before the outbox does
   */
  book(fields: AppointmentFields, headStartMs: number): Promise<BookingOutcome>
}

interface Dependencies {
  appointments: Pick<AppointmentStore, 'book'>
  wakeOutbox: WakeOutbox
  shop: Shop
  now: () => number
}

export function createBook({ appointments, wakeOutbox, shop, now }: Dependencies): Book {
  return {
    async book(fields, headStartMs) {
      const nowEpochMs = now()
      const consultation = appointmentInterval(fields, shop)
      const followUps = followUpsOfBooking(consultation, { shop, nowEpochMs, headStartMs })
      const outcome = await appointments.book({
        fields,
        consultation,
        occupied: occupiedInterval(consultation, shop),
        capacity: shop.opening.capacity,
        nowEpochMs,
        followUps,
      })
      if (outcome.status === 'booked') wakeOutbox(firstDueAtMs(followUps))
      return outcome
    },
  }
}
