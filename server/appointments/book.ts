import type { AppointmentFields, StoredAppointment } from '../../booking/appointment.ts'
import { appointmentInterval, occupiedInterval } from '../../booking/availability.ts'
import { mailboxOf } from '../../booking/contact.ts'
import { epochMsToWallTime } from '../../booking/time.ts'
import type { Dependencies } from './dependencies.ts'
import { firstDueAtMs, followUpsOfBooking } from './follow-ups.ts'
import type { BookingOutcome, MailboxAllowance } from './ports.ts'

export function createBook({ appointments, wakeOutbox, shop, bookingsPerMailbox = 0, now }: Dependencies) {
  function allowanceFor(email: string, nowEpochMs: number): MailboxAllowance | undefined {
    if (bookingsPerMailbox === 0) return undefined
    const { date } = epochMsToWallTime(nowEpochMs, shop.timeZone)
    return { mailbox: mailboxOf(email), day: date, perDay: bookingsPerMailbox }
  }

  async function bookBy(
    by: 'client' | 'desk',
    fields: AppointmentFields,
    headStartMs: number,
    own = { note: '', entryKey: '' },
  ): Promise<BookingOutcome> {
    const nowEpochMs = now()
    const consultation = appointmentInterval(fields, shop)
    const followUps = followUpsOfBooking(consultation, { shop, nowEpochMs, by, headStartMs })
    const outcome = await appointments.book({
      fields,
      by,
      ...own,
      consultation,
      occupied: occupiedInterval(consultation, shop),
      capacity: shop.opening.capacity,
      nowEpochMs,
      // Whoever types somebody else's address is a stranger; the owner is not.
      allowance: by === 'client' ? allowanceFor(fields.email, nowEpochMs) : undefined,
      followUps,
    })
    if (outcome.status === 'booked') wakeOutbox(firstDueAtMs(followUps))
    return outcome
  }

  return {
    /**
     * Stores an appointment with what follows from it.
     * @param headStartMs - how long the caller may do what follows before the outbox does
     */
    book: (fields: AppointmentFields, headStartMs: number) => bookBy('client', fields, headStartMs),

    /**
     * The owner does it for somebody who calls or walks in: at any time at which a fitter is free.
     * @param key - tells two entries from one that is sent again, where address and number do not tell who it is
     */
    bookForClient(fields: AppointmentFields, note: string, key: string) {
      const isReachable = fields.email !== '' || fields.phone !== ''
      return bookBy('desk', fields, 0, { note, entryKey: isReachable ? '' : key })
    },

    /** The appointment with the very same six fields. @throws {RangeError} when they have no such time */
    findBooked: async (fields: AppointmentFields): Promise<StoredAppointment | null> =>
      appointments.findByFields(fields, appointmentInterval(fields, shop).startEpochMs),
  }
}
