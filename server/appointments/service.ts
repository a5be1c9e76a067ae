import type { AppointmentFields, StoredAppointment } from '../../booking/appointment.ts'
import { appointmentInterval, occupiedInterval, type Places } from '../../booking/availability.ts'
import { consultation as consultationKind, getDuration } from '../../booking/kinds.ts'
import type { Shop } from '../../booking/opening-hours.ts'
import { wallTimeToEpochMs } from '../../booking/time.ts'
import type { Change, ChangeOutcome, ChangeStore, WallTime } from '../db/appointment-changes.ts'
import type { AppointmentStore, BookingOutcome, ManageTokenStore } from '../db/appointments.ts'
import type { ClientDetails, CorrectionOutcome, CorrectionStore } from '../db/corrections.ts'
import type { Network } from '../db/counts.ts'
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
  changes: Pick<ChangeStore, 'reschedule' | 'cancel' | 'cancelTogether' | 'undo'>
  corrections: CorrectionStore
  wakeWorker: WakeWorker
  /** Whether any of the owner's devices gets notifications about bookings from the page. */
  hasDevices?: () => Promise<boolean>
  timeZone: string
  organizer?: string
  /** How many upcoming bookings from the page one network may hold; 0 or undefined for no limit. */
  networkMax?: number
  now: () => number
}

type Move = Change & { to: WallTime; durationMinutes: number; network?: Network | null; overbook?: boolean }

interface OneCorrection {
  id: string
  expectedSequence: number
  at: WallTime
  kind: string
  durationMinutes: number
}

interface OwnersBooking {
  note?: string
  /** Distinguishes two bookings from one that is sent twice, when there's no address or number to compare. */
  key?: string
  kind?: string
  durationMinutes?: number | undefined
  /** Books it even if every fitter has a client then. */
  overbook?: boolean
}

const placesOf = ({ opening: { capacity, busyCloses } }: Shop): Places => ({ capacity, busyCloses })

/** `shop` is the caller's snapshot of the opening hours, the one that validated the request. */
export function createAppointments(deps: AppointmentsDeps) {
  const { appointments, changes, corrections, wakeWorker, hasDevices } = deps
  const { timeZone, organizer, networkMax = 0, now } = deps

  async function bookBy(
    actor: 'client' | 'desk',
    shop: Shop,
    fields: AppointmentFields,
    headStartMs: number,
    own: Omit<OwnersBooking, 'key'> & { idempotencyKey?: string; network?: Network | null },
  ): Promise<BookingOutcome> {
    const nowEpochMs = now()
    const { kind = consultationKind, durationMinutes = getDuration(kind, shop) } = own
    const consultation = appointmentInterval(fields, shop, durationMinutes)
    const tellsDevices = actor === 'client' && (await hasDevices?.()) === true
    const jobs = jobsForBooking(consultation, { shop, nowEpochMs, by: actor, headStartMs, tellsDevices })
    const outcome = await appointments.book({
      fields,
      kind,
      by: actor,
      note: own.note ?? '',
      idempotencyKey: own.idempotencyKey ?? '',
      consultation,
      occupied: occupiedInterval(consultation, shop),
      ...placesOf(shop),
      overbook: own.overbook ?? false,
      nowEpochMs,
      ...(organizer !== undefined && { organizer }),
      network: own.network ?? null,
      networkMax,
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
      return { ...move, networkMax, consultation, occupied, ...placesOf(shop), nowEpochMs, jobs }
    })
    const outcomes = await changes.reschedule(requests)
    wakeWorker(Math.min(...requests.map(({ jobs }) => firstDueAtMs(jobs))))
    return outcomes
  }

  return {
    /** @param headStartMs - how long the caller has for the jobs before the worker runs them */
    book: (shop: Shop, fields: AppointmentFields, headStartMs: number, network: Network | null = null) =>
      bookBy('client', shop, fields, headStartMs, { network }),

    bookForClient(shop: Shop, fields: AppointmentFields, { key = '', ...own }: OwnersBooking = {}) {
      const isReachable = fields.email !== '' || fields.phone !== ''
      return bookBy('desk', shop, fields, 0, { ...own, idempotencyKey: isReachable ? '' : key })
    },

    /** Later than `withinMs` after the booking, a stranger could use it to find out when a client comes. */
    async findRecent(fields: AppointmentFields, withinMs: number): Promise<StoredAppointment | null> {
      const startEpochMs = wallTimeToEpochMs(fields.appointment_date, fields.appointment_time, timeZone)
      const found = await appointments.findByFields(fields, startEpochMs)
      return found && Date.parse(found.created_at) > now() - withinMs ? found : null
    },

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

    /**
     * Cancels all appointments that are unchanged since the owner saw them.
     * @returns their ids
     */
    async cancelTogether(together: readonly Change[]): Promise<string[]> {
      const nowEpochMs = now()
      const requests = together.map((change) => {
        return { ...change, nowEpochMs, jobs: jobsForCancellation(change.by, nowEpochMs) }
      })
      const cancelled = await changes.cancelTogether(requests)
      wakeWorker(nowEpochMs)
      return cancelled
    },

    /** @param details - the corrected ones. A missing one stays the same */
    async correctClient(
      seen: { id: string; expectedSequence: number | undefined },
      details: { [Name in keyof ClientDetails]: string | null | undefined },
    ): Promise<CorrectionOutcome> {
      const nowEpochMs = now()
      const given = Object.entries(details).filter(([, value]) => value != null)
      const outcome = await corrections.ofClient({ ...seen, details: Object.fromEntries(given), nowEpochMs })
      wakeWorker(nowEpochMs)
      return outcome
    },

    async correctOne(shop: Shop, correction: OneCorrection): Promise<CorrectionOutcome> {
      const { at, durationMinutes, ...seen } = correction
      const nowEpochMs = now()
      const consultation = appointmentInterval(at, shop, durationMinutes)
      const occupied = occupiedInterval(consultation, shop)
      const outcome = await corrections.ofAppointment({
        ...seen,
        consultation,
        occupied,
        ...placesOf(shop),
        nowEpochMs,
      })
      wakeWorker(nowEpochMs)
      return outcome
    },

    /** Cancels bookings from the page. Clients whom the shop doesn't know get no email. */
    async undo(id: string, ids: readonly string[]): Promise<number> {
      const nowEpochMs = now()
      const jobs = jobsForCancellation('desk', nowEpochMs)
      const silentJobs = jobsForUndoing(nowEpochMs)
      const undone = await changes.undo({ id, ids, nowEpochMs, jobs, silentJobs })
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
