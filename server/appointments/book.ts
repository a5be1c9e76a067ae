import type { AppointmentFields } from '../../booking/fields.ts'
import { appointmentInterval, occupiedInterval } from '../../booking/interval.ts'
import { mailboxOf } from '../../booking/mailbox.ts'
import type { Shop } from '../../booking/shop.ts'
import { epochMsToWallTime } from '../../booking/wall-time.ts'
import { firstDueAtMs, followUpsOfBooking } from './follow-ups.ts'
import type { AppointmentStore, BookingOutcome, MailboxAllowance, WakeOutbox } from './ports.ts'

export interface Book {
  /**
   * Stores an appointment with what follows from it.
   * @param headStartMs - how long the caller may do what follows before the outbox does
   */
  book(fields: AppointmentFields, headStartMs: number): Promise<BookingOutcome>
  /** Whether the very same six fields stand booked already. @throws {RangeError} when they have no such time */
  isBooked(fields: AppointmentFields): Promise<boolean>
}

interface Dependencies {
  appointments: Pick<AppointmentStore, 'book' | 'findByFields'>
  wakeOutbox: WakeOutbox
  shop: Shop
  bookingsPerMailbox?: number
  now: () => number
}

export function createBook(dependencies: Dependencies): Book {
  const { appointments, wakeOutbox, shop, bookingsPerMailbox = 0, now } = dependencies

  function allowanceFor(email: string, nowEpochMs: number): MailboxAllowance | undefined {
    if (bookingsPerMailbox === 0) return undefined
    const { date } = epochMsToWallTime(nowEpochMs, shop.timeZone)
    return { mailbox: mailboxOf(email), day: date, perDay: bookingsPerMailbox }
  }

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
        allowance: allowanceFor(fields.email, nowEpochMs),
        followUps,
      })
      if (outcome.status === 'booked') wakeOutbox(firstDueAtMs(followUps))
      return outcome
    },

    async isBooked(fields) {
      const { startEpochMs } = appointmentInterval(fields, shop)
      return (await appointments.findByFields(fields, startEpochMs)) !== null
    },
  }
}
