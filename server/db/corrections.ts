import type { Updateable } from 'kysely'
import type { CorrectedDetail } from '../../booking/appointment.ts'
import { scheduledKinds } from '../../booking/job-kinds.ts'
import type { Interval } from '../../booking/time.ts'
import { toContactKeys } from './appointments.ts'
import { type Engine, retryUntilKnown, StorageConflict } from './engine.ts'
import { type NewJob, pending, replaceJobs } from './jobs.ts'
import { getAllOfClients, shareAddress, shareNumber } from './one-client.ts'
import {
  type AppointmentRow,
  changeSeats,
  getAppointments,
  getRowsDuring,
  planSeat,
  vacateSeats,
} from './rows.ts'
import type { Db, Tables } from './schema.ts'

export type ClientDetails = Pick<AppointmentRow, 'full_name' | 'email' | 'phone'>

const detailNames = ['full_name', 'email', 'phone'] as const

type DetailName = (typeof detailNames)[number]

export interface ClientCorrection {
  id: string
  expectedSequence: number | undefined
  details: Partial<ClientDetails>
  nowEpochMs: number
}

export interface AppointmentCorrection {
  id: string
  expectedSequence: number
  kind: string
  consultation: Interval
  occupied: Interval
  capacity: number
  busyCloses: 'everyone' | 'one'
  nowEpochMs: number
}

export type CorrectionOutcome = 'corrected' | 'unknown' | 'stale' | 'taken'

const contactOf = ({ email, phone }: ClientDetails) => ({ email, phone, ...toContactKeys({ email, phone }) })

const haveOne: Record<DetailName, (first: ClientDetails, other: ClientDetails) => boolean> = {
  full_name: (first, other) => first.full_name === other.full_name,
  email: (first, other) => first.email === other.email || shareAddress(contactOf(first), contactOf(other)),
  phone: (first, other) => first.phone === other.phone || shareNumber(contactOf(first), contactOf(other)),
}

/** Unsent emails and notices stay due at the appointment's next sequence. */
const keptKinds = ['business-notification', 'client-invitation', ...scheduledKinds] as const

export type CorrectionStore = ReturnType<typeof createCorrectionStore>

export function createCorrectionStore({ write, lockTimes, leaseClock }: Engine) {
  async function jobsAfter(
    db: Db,
    { id, sequence }: AppointmentRow,
    nowEpochMs: number,
    isClientTold: boolean,
  ): Promise<NewJob[]> {
    const due = await db
      .selectFrom('jobs')
      .select(['kind', 'due_at_ms'])
      .where('appointment_id', '=', id)
      .where('status', '=', pending)
      .where('sequence', '=', sequence)
      .where('kind', 'in', keptKinds)
      .execute()
    const told = { kind: 'client-invitation', dueAtMs: nowEpochMs } as const
    const kept = due.flatMap(({ kind, due_at_ms }) =>
      isClientTold && kind === told.kind ? [] : [{ kind, dueAtMs: due_at_ms }],
    )
    return [{ kind: 'calendar-event', dueAtMs: nowEpochMs }, ...(isClientTold ? [told] : []), ...kept]
  }

  /** @param isClientTold - whether the client gets a confirmation of the corrected appointment */
  async function store(
    db: Db,
    before: AppointmentRow,
    columns: Updateable<Tables['appointments']>,
    what: readonly CorrectedDetail[],
    { nowEpochMs, isClientTold }: { nowEpochMs: number; isClientTold: boolean },
  ): Promise<void> {
    const { id, status } = before
    const isUpcoming = status === 'confirmed' && Math.max(before.end_ms, columns.end_ms ?? 0) > nowEpochMs
    const sequence = before.sequence + (isUpcoming ? 1 : 0)
    const stored = await db
      .updateTable('appointments')
      // It stays a separate appointment even if its fields now match another's.
      .set({ ...columns, sequence, idempotency_key: id })
      .where((row) => row.and({ id, status, sequence: before.sequence }))
      .returning('id')
      .executeTakeFirst()
    // Another process changed it since the read.
    if (!stored) throw new StorageConflict()
    const corrections = what.map((detail) => ({
      appointment_id: id,
      what: detail,
      corrected_at_ms: nowEpochMs,
    }))
    const insert = db.insertInto('appointment_corrections').values(corrections)
    await insert.onConflict((conflict) => conflict.doNothing()).execute()
    // Links in emails to the old address no longer open the appointment.
    if (what.includes('email')) {
      for (const table of ['manage_links', 'opened_links'] as const)
        await db.deleteFrom(table).where('appointment_id', '=', id).execute()
    }
    if (!isUpcoming) return
    const jobs = await jobsAfter(db, before, nowEpochMs, isClientTold)
    await replaceJobs(db, leaseClock, { appointment_id: id }, sequence, { nowEpochMs, jobs })
  }

  async function correctClient(db: Db, correction: ClientCorrection): Promise<CorrectionOutcome> {
    const { id, expectedSequence, details, nowEpochMs } = correction
    const [row] = await getAppointments(db, [id])
    if (!row) return 'unknown'
    if (row.anonymized_at_ms !== null) return 'stale'
    const wrong = detailNames.filter((name) => (details[name] ?? row[name]) !== row[name])
    if (wrong.length === 0) return 'corrected'
    if (expectedSequence !== undefined && expectedSequence !== row.sequence) return 'stale'
    const ids = (await getAllOfClients(db, [row])).map((appointment) => appointment.id)
    // All processes lock them in one order, so no two wait for each other.
    for (const appointment of (await getAppointments(db, ids)).sort((a, b) => (a.id < b.id ? -1 : 1))) {
      // A relative with the same number has another name and address, and keeps them.
      const what = wrong.filter((name) => haveOne[name](appointment, row))
      if (what.length === 0) continue
      const corrected = { ...appointment, ...Object.fromEntries(what.map((name) => [name, details[name]])) }
      const { full_name, email, phone } = corrected
      const columns = { full_name, ...contactOf({ full_name, email, phone }) }
      const isClientTold = what.includes('email') && email !== ''
      await store(db, appointment, columns, what, { nowEpochMs, isClientTold })
    }
    return 'corrected'
  }

  async function correctAppointment(db: Db, correction: AppointmentCorrection): Promise<CorrectionOutcome> {
    const { id, expectedSequence, kind, consultation, occupied, nowEpochMs } = correction
    await lockTimes(db, occupied)
    const [row] = await getAppointments(db, [id])
    if (!row) return 'unknown'
    const isLength = row.end_ms !== consultation.endEpochMs
    const what = [...(row.kind === kind ? [] : ['kind' as const]), ...(isLength ? ['length' as const] : [])]
    if (what.length === 0) return 'corrected'
    if (row.status === 'cancelled' || row.sequence !== expectedSequence) return 'stale'
    let seat = row.seat
    if (isLength) {
      const others = (await getRowsDuring(db, occupied)).filter((other) => other.id !== id)
      await vacateSeats(db, [id])
      // An appointment that was booked anyway keeps its extra seat.
      const place = { ...correction, by: 'desk', overbook: row.seat >= correction.capacity } as const
      const plan = await planSeat(db, place, others, new Set([id]))
      if (plan === null) throw new Taken()
      await changeSeats(db, plan.moves)
      seat = plan.seat
    }
    const columns = {
      kind,
      seat,
      ...(isLength && { end_ms: consultation.endEpochMs, occupied_until_ms: occupied.endEpochMs }),
    }
    await store(db, row, columns, what, { nowEpochMs, isClientTold: row.email !== '' })
    return 'corrected'
  }

  return {
    /** Corrects the details in each of the client's appointments that has the wrong ones. */
    ofClient: (correction: ClientCorrection) =>
      retryUntilKnown(() => write((transaction) => correctClient(transaction, correction))),

    /** The database decides whether there's room for a longer one. */
    async ofAppointment(correction: AppointmentCorrection): Promise<CorrectionOutcome> {
      try {
        return await retryUntilKnown(() =>
          write((transaction) => correctAppointment(transaction, correction)),
        )
      } catch (error) {
        if (error instanceof Taken || error instanceof StorageConflict) return 'taken'
        throw error
      }
    },
  }
}

/** Rolls back the seats that were vacated. */
class Taken extends Error {}
