import type { AppointmentFields, StoredAppointment } from '../../booking/appointment.ts'
import { appointmentInterval, occupiedInterval } from '../../booking/availability.ts'
import { consultation as consultationKind, durationOf } from '../../booking/kinds.ts'
import type { Shop } from '../../booking/opening-hours.ts'
import { wallTimeToEpochMs } from '../../booking/time.ts'
import type { Change, ChangeOutcome, ChangeStore, WallTime } from '../db/appointment-changes.ts'
import type { AppointmentStore, BookingOutcome, ManageTokenStore } from '../db/appointments.ts'
import type { BookingLimits } from '../db/counts.ts'
import type { SimilarBookings } from '../db/similar-bookings.ts'
import { digestOf, newToken } from '../lib/files-and-secrets.ts'
import {
  firstDueAtMs,
  jobsOfBooking,
  jobsOfCancellation,
  jobsOfMove,
  jobsOfUndoing,
} from './follow-up-jobs.ts'

/** Tells the worker when a job falls due, in epoch milliseconds. */
export type WakeWorker = (dueAtMs: number) => void

interface AppointmentsDeps {
  appointments: Pick<AppointmentStore, 'book' | 'findByFields'>
  changes: Pick<ChangeStore, 'reschedule' | 'cancel' | 'undo'>
  wakeWorker: WakeWorker
  timeZone: string
  /** The sender of emails. */
  organizer?: string
  /** For bookings from the page: the owner may book the same client all day. */
  limits?: BookingLimits
  now: () => number
}

/** A move; how long the appointment takes from then on. */
type Move = Change & { to: WallTime; durationMinutes: number }

/** The choices that only the owner has when booking, besides the six fields. */
interface OwnersBooking {
  note?: string
  /** Tells two bookings from one that is sent twice, where there is no address or number to compare. */
  key?: string
  kind?: string
  /** Without it, as long as that kind takes. */
  durationMinutes?: number | undefined
}

/**
 * Books, moves, and cancels appointments. `shop` is the caller's snapshot of the opening hours: the same one that
 * validated what was typed.
 */
export function createAppointments(deps: AppointmentsDeps) {
  const { appointments, changes, wakeWorker, timeZone, organizer, limits, now } = deps

  async function bookBy(
    by: 'client' | 'desk',
    shop: Shop,
    fields: AppointmentFields,
    headStartMs: number,
    own: Omit<OwnersBooking, 'key'> & { idempotencyKey?: string; network?: string },
  ): Promise<BookingOutcome> {
    const nowEpochMs = now()
    const { kind = consultationKind, durationMinutes = durationOf(kind, shop) } = own
    const consultation = appointmentInterval(fields, shop, durationMinutes)
    const jobs = jobsOfBooking(consultation, { shop, nowEpochMs, by, headStartMs })
    const outcome = await appointments.book({
      fields,
      kind,
      by,
      note: own.note ?? '',
      idempotencyKey: own.idempotencyKey ?? '',
      consultation,
      occupied: occupiedInterval(consultation, shop),
      capacity: shop.opening.capacity,
      nowEpochMs,
      ...(organizer !== undefined && { organizer }),
      ...(own.network !== undefined && { network: own.network }),
      ...(by === 'client' && limits && { limits }),
      jobs,
    })
    if (outcome.status === 'booked') wakeWorker(firstDueAtMs(jobs))
    return outcome
  }

  async function moveTogether(shop: Shop, moves: readonly Move[]): Promise<ChangeOutcome[]> {
    const nowEpochMs = now()
    const requests = moves.map((move) => {
      const consultation = appointmentInterval(move.to, shop, move.durationMinutes)
      const jobs = jobsOfMove(consultation, { shop, nowEpochMs, by: move.by })
      const occupied = occupiedInterval(consultation, shop)
      return { ...move, consultation, occupied, capacity: shop.opening.capacity, nowEpochMs, jobs }
    })
    const outcomes = await changes.reschedule(requests)
    wakeWorker(Math.min(...requests.map(({ jobs }) => firstDueAtMs(jobs))))
    return outcomes
  }

  return {
    /**
     * Stores an appointment together with its jobs.
     * @param headStartMs - how long the caller may run the jobs before the worker does
     */
    book: (shop: Shop, fields: AppointmentFields, headStartMs: number, network?: string) =>
      bookBy('client', shop, fields, headStartMs, { ...(network !== undefined && { network }) }),

    /** Books for someone who calls or walks in, at any time a fitter is free. */
    bookForClient(shop: Shop, fields: AppointmentFields, { key = '', ...own }: OwnersBooking = {}) {
      const isReachable = fields.email !== '' || fields.phone !== ''
      return bookBy('desk', shop, fields, 0, { ...own, idempotencyKey: isReachable ? '' : key })
    },

    /** The appointment with exactly these six fields. @throws {RangeError} when their wall time does not exist once */
    find: async (fields: AppointmentFields): Promise<StoredAppointment | null> =>
      appointments.findByFields(
        fields,
        wallTimeToEpochMs(fields.appointment_date, fields.appointment_time, timeZone),
      ),

    /**
     * Moves an appointment to any time: the rules for clients do not bind the owner.
     * @throws {RangeError} when a clock change skips or repeats that wall time
     */
    async move(shop: Shop, move: Move): Promise<ChangeOutcome> {
      const [outcome = { status: 'stale' }] = await moveTogether(shop, [move])
      return outcome
    },

    /** Moves several at once; they may trade places. */
    moveTogether,

    async cancel(change: Change): Promise<ChangeOutcome> {
      const nowEpochMs = now()
      const jobs = jobsOfCancellation(change.by, nowEpochMs)
      const outcome = await changes.cancel({ ...change, nowEpochMs, jobs })
      if (outcome.status === 'changed') wakeWorker(firstDueAtMs(jobs))
      return outcome
    },

    /**
     * Cancels the bookings from the page that look like one of them. Clients who never opened a link get no email.
     * @returns how many there were
     */
    async undo(like: Omit<SimilarBookings, 'nowEpochMs'>): Promise<number> {
      const nowEpochMs = now()
      const jobs = jobsOfCancellation('desk', nowEpochMs)
      const silentJobs = jobsOfUndoing(nowEpochMs)
      const undone = await changes.undo({ ...like, nowEpochMs, jobs, silentJobs })
      wakeWorker(nowEpochMs)
      return undone.length
    },
  }
}

export type Appointments = ReturnType<typeof createAppointments>

/** The path of the client's page; anyone with the token can change the appointment. */
export function managePath(token: string): string {
  return `/?visit=${token}`
}

/**
 * Links with which clients see and change their appointment without an account.
 *
 * Each attempt to send an email makes a new link, and all of them work: no one knows which attempt arrived, and the
 * database keeps only digests.
 *
 * @param publicUrl - without a trailing slash
 */
export function createManageLinks(tokens: ManageTokenStore, publicUrl: () => string, now: () => number) {
  return {
    /** Returns a new link to the appointment. */
    async make(appointmentId: string): Promise<string> {
      const token = newToken()
      await tokens.add(digestOf(token), appointmentId, now())
      return `${publicUrl()}${managePath(token)}`
    },

    /** The id of the appointment that a token opens, or null. */
    open: (token: string) => tokens.open(digestOf(token), now()),
  }
}

export type ManageLinks = ReturnType<typeof createManageLinks>
