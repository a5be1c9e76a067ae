import type { AppointmentFields, StoredAppointment } from '../../booking/appointment.ts'
import { appointmentInterval, occupiedInterval } from '../../booking/availability.ts'
import { consultation as consultationKind, getDuration } from '../../booking/kinds.ts'
import type { Shop } from '../../booking/opening-hours.ts'
import { wallTimeToEpochMs } from '../../booking/time.ts'
import type { Change, ChangeOutcome, ChangeStore, WallTime } from '../db/appointment-changes.ts'
import type { AppointmentStore, BookingOutcome, ManageTokenStore } from '../db/appointments.ts'
import type { BookingLimits } from '../db/counts.ts'
import type { SimilarBookings } from '../db/similar-bookings.ts'
import { hashToken, newToken } from '../lib/files-and-secrets.ts'
import {
  firstDueAtMs,
  jobsForBooking,
  jobsForCancellation,
  jobsForMove,
  jobsForUndoing,
} from './follow-up-jobs.ts'

export type WakeWorker = (dueAtMs: number) => void

interface AppointmentsDeps {
  appointments: Pick<AppointmentStore, 'book' | 'findByFields'>
  changes: Pick<ChangeStore, 'reschedule' | 'cancel' | 'undo'>
  wakeWorker: WakeWorker
  timeZone: string
  organizer?: string
  limits?: BookingLimits
  now: () => number
}

type Move = Change & { to: WallTime; durationMinutes: number }

interface OwnersBooking {
  note?: string
  /** Distinguishes two bookings from one that is sent twice, when there's no address or number to compare. */
  key?: string
  kind?: string
  durationMinutes?: number | undefined
}

/** `shop` is the caller's snapshot of the opening hours: the same one that validated what was typed. */
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
    const { kind = consultationKind, durationMinutes = getDuration(kind, shop) } = own
    const consultation = appointmentInterval(fields, shop, durationMinutes)
    const jobs = jobsForBooking(consultation, { shop, nowEpochMs, by, headStartMs })
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
      const jobs = jobsForMove(consultation, { shop, nowEpochMs, by: move.by })
      const occupied = occupiedInterval(consultation, shop)
      return { ...move, consultation, occupied, capacity: shop.opening.capacity, nowEpochMs, jobs }
    })
    const outcomes = await changes.reschedule(requests)
    wakeWorker(Math.min(...requests.map(({ jobs }) => firstDueAtMs(jobs))))
    return outcomes
  }

  return {
    /** @param headStartMs - how long the caller may run the jobs before the worker does */
    book: (shop: Shop, fields: AppointmentFields, headStartMs: number, network?: string) =>
      bookBy('client', shop, fields, headStartMs, { ...(network !== undefined && { network }) }),

    bookForClient(shop: Shop, fields: AppointmentFields, { key = '', ...own }: OwnersBooking = {}) {
      const isReachable = fields.email !== '' || fields.phone !== ''
      return bookBy('desk', shop, fields, 0, { ...own, idempotencyKey: isReachable ? '' : key })
    },

    find: async (fields: AppointmentFields): Promise<StoredAppointment | null> =>
      appointments.findByFields(
        fields,
        wallTimeToEpochMs(fields.appointment_date, fields.appointment_time, timeZone),
      ),

    /** Moves an appointment to any time. The rules for clients don't apply to the owner. */
    async move(shop: Shop, move: Move): Promise<ChangeOutcome> {
      const [outcome = { status: 'stale' }] = await moveTogether(shop, [move])
      return outcome
    },

    moveTogether,

    async cancel(change: Change): Promise<ChangeOutcome> {
      const nowEpochMs = now()
      const jobs = jobsForCancellation(change.by, nowEpochMs)
      const outcome = await changes.cancel({ ...change, nowEpochMs, jobs })
      if (outcome.status === 'changed') wakeWorker(firstDueAtMs(jobs))
      return outcome
    },

    /** Cancels the bookings from the page that look like one of them. Clients who never opened a link get no email. */
    async undo(like: Omit<SimilarBookings, 'nowEpochMs'>): Promise<number> {
      const nowEpochMs = now()
      const jobs = jobsForCancellation('desk', nowEpochMs)
      const silentJobs = jobsForUndoing(nowEpochMs)
      const undone = await changes.undo({ ...like, nowEpochMs, jobs, silentJobs })
      wakeWorker(nowEpochMs)
      return undone.length
    },
  }
}

export type Appointments = ReturnType<typeof createAppointments>

/** The path of the client's page. Anyone with the token can change the appointment. */
export const managePath = (token: string) => `/?visit=${token}`

/**
 * Links that let clients see and change their appointment without an account. Each attempt to send an email creates a
 * new one, and all of them work: no one knows which attempt arrived, and the database keeps only digests.
 */
export function createManageLinks(tokens: ManageTokenStore, publicUrl: () => string, now: () => number) {
  return {
    async make(appointmentId: string): Promise<string> {
      const token = newToken()
      await tokens.add(hashToken(token), appointmentId, now())
      return `${publicUrl()}${managePath(token)}`
    },

    open: (token: string) => tokens.open(hashToken(token), now()),
  }
}

export type ManageLinks = ReturnType<typeof createManageLinks>
