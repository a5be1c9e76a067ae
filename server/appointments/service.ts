import type { AppointmentFields, StoredAppointment } from '../../booking/appointment.ts'
import { appointmentInterval, occupiedInterval } from '../../booking/availability.ts'
import { mailboxOf } from '../../booking/contact.ts'
import type { Shop } from '../../booking/opening-hours.ts'
import { epochMsToWallTime } from '../../booking/time.ts'
import type { Change, ChangeOutcome, ChangeStore, WallTime } from '../db/appointment-changes.ts'
import type { AppointmentStore, BookingOutcome, ManageTokenStore } from '../db/appointments.ts'
import type { MailboxAllowance } from '../db/counts.ts'
import type { BlockedTimeStore } from '../db/hours.ts'
import { digestOf, newToken } from '../lib/files-and-secrets.ts'
import { createOpenTimes } from './availability.ts'
import { createClosing } from './blocked-times.ts'
import { firstDueAtMs, jobsOfBooking, jobsOfChange } from './follow-up-jobs.ts'

/** What the use cases work with. */
export interface Dependencies {
  appointments: Pick<AppointmentStore, 'book' | 'findByFields' | 'occupiedDuring'>
  changes: Pick<ChangeStore, 'reschedule' | 'cancel'>
  closures: Omit<BlockedTimeStore, 'findByIds'>
  wakeOutbox: WakeOutbox
  shop: Shop
  /** Per day; 0 for no limit. */
  bookingsPerMailbox?: number
  now: () => number
}

/** Says that a follow-up falls due at that time, epoch milliseconds. */
export type WakeOutbox = (dueAtMs: number) => void

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
    const followUps = jobsOfBooking(consultation, { shop, nowEpochMs, by, headStartMs })
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

type Move = Change & { to: WallTime }

export function createChange({ changes, wakeOutbox, shop, now }: Dependencies) {
  /** Several, of which none stands in another's way: they may change places. */
  async function rescheduleTogether(moves: readonly Move[]): Promise<ChangeOutcome[]> {
    const nowEpochMs = now()
    const requests = moves.map((move) => {
      const consultation = appointmentInterval(move.to, shop)
      const followUps = jobsOfChange(consultation, { shop, nowEpochMs, by: move.by })
      const occupied = occupiedInterval(consultation, shop)
      return { ...move, consultation, occupied, capacity: shop.opening.capacity, nowEpochMs, followUps }
    })
    const outcomes = await changes.reschedule(requests)
    wakeOutbox(Math.min(...requests.map(({ followUps }) => firstDueAtMs(followUps))))
    return outcomes
  }

  return {
    rescheduleTogether,

    /**
     * Moves an appointment to another time, whenever that is: the rules for clients are not the owner's.
     * @throws {RangeError} when a clock change skips or repeats that wall time
     */
    async reschedule(move: Move): Promise<ChangeOutcome> {
      const [outcome = { status: 'stale' }] = await rescheduleTogether([move])
      return outcome
    },

    async cancel(change: Change): Promise<ChangeOutcome> {
      const nowEpochMs = now()
      const followUps = jobsOfChange(null, { shop, nowEpochMs, by: change.by })
      const outcome = await changes.cancel({ ...change, nowEpochMs, followUps })
      if (outcome.status === 'changed') wakeOutbox(firstDueAtMs(followUps))
      return outcome
    },
  }
}

/** What can be done with appointments, whoever asks for it. */
export const createAppointments = (dependencies: Dependencies) => ({
  ...createBook(dependencies),
  ...createChange(dependencies),
  ...createClosing(dependencies),
  ...createOpenTimes(dependencies),
})

export type Appointments = ReturnType<typeof createAppointments>

/** The address at which the page shows the visit that the token opens, from the page's own root. */
export function managePath(token: string): string {
  return `/?visit=${token}`
}

/**
 * Links with which clients see and change their appointment without an account.
 *
 * A mail that is tried again gets a link of its own, and all of them work: nobody can tell which of the tries has
 * arrived, and a token cannot be read back from the database to be sent once more.
 *
 * @param publicUrl - without a slash at the end
 */
export function createManageLinks(tokens: ManageTokenStore, publicUrl: () => string, now: () => number) {
  return {
    /** A new link to the appointment; whoever has it can change the appointment. */
    async make(appointmentId: string): Promise<string> {
      const token = newToken()
      await tokens.add(digestOf(token), appointmentId, now())
      return `${publicUrl()}${managePath(token)}`
    },

    /** The id of the appointment that a token opens, or null. */
    open: (token: string) => tokens.findAppointmentId(digestOf(token)),
  }
}

export type ManageLinks = ReturnType<typeof createManageLinks>
