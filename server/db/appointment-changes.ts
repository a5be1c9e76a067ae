import { type ExpressionBuilder, sql, type Updateable } from 'kysely'
import type {
  Actor,
  AppointmentChange,
  AppointmentFields,
  Attendance,
  StoredAppointment,
} from '../../booking/appointment.ts'
import type { Interval } from '../../booking/time.ts'
import { isNetworkFull, lockNetwork, type Network } from './counts.ts'
import { type Engine, retryUntilKnown, StorageConflict } from './engine.ts'
import { type NewJob, replaceJobs, type Write } from './jobs.ts'
import {
  type AppointmentRow,
  changeSeats,
  getAppointments,
  getRowsDuring,
  isKnown,
  type Place,
  planSeat,
  toAppointment,
  vacateSeats,
} from './rows.ts'
import type { Db, Tables } from './schema.ts'
import { findSimilar, loadContacts } from './similar-bookings.ts'

export type NoteOutcome = 'noted' | 'unknown' | 'stale' | 'not-begun'

export interface Noted {
  id: string
  expectedSequence: number | undefined
}

export interface Change {
  id: string
  expectedSequence: number
  by: Actor
  message?: string
}

export type Confirmation = Pick<Change, 'id' | 'expectedSequence'> & { nowEpochMs: number }

export type WallTime = Pick<AppointmentFields, 'appointment_date' | 'appointment_time'>

export type CancelRequest = Change & Write

export type RescheduleRequest = Change &
  Write &
  Place & {
    to: WallTime
    overbook?: boolean
    /** Where a client's move comes from. From then on, that network holds the booking. */
    network?: Network | null
    networkMax: number
  }

export type ChangeOutcome =
  | { status: 'changed'; appointment: StoredAppointment }
  | { status: 'taken' }
  | { status: 'too-many' }
  | { status: 'stale' }

export interface UndoRequest {
  /** The booking that the others are similar to. */
  id: string
  ids: readonly string[]
  nowEpochMs: number
  jobs: readonly NewJob[]
  /** For clients whom the shop doesn't know: their address may be made up. */
  silentJobs: readonly NewJob[]
}

const unchanged =
  ({ id, expectedSequence: sequence }: Change) =>
  (row: ExpressionBuilder<Tables, 'appointments'>) =>
    row.and({ id, sequence, status: 'confirmed' })

const findUnchanged = (db: Db, change: Change) =>
  db.selectFrom('appointments').selectAll().where(unchanged(change)).executeTakeFirst()

/** @param mayBeDone - whether a commit's answer was lost; if not, an identical change came from someone else */
async function staleOrDone(
  db: Db,
  { id, expectedSequence, by, nowEpochMs }: CancelRequest,
  mayBeDone: boolean,
): Promise<ChangeOutcome> {
  if (!mayBeDone) return { status: 'stale' }
  const own = await db
    .selectFrom('appointments')
    .innerJoin('appointment_changes', (join) =>
      join
        .onRef('appointment_changes.appointment_id', '=', 'appointments.id')
        .onRef('appointment_changes.sequence', '=', 'appointments.sequence'),
    )
    .selectAll('appointments')
    .where((row) => row.and({ 'appointments.id': id, 'appointments.sequence': expectedSequence + 1 }))
    .where((row) => row.and({ changed_by: by, changed_at_ms: nowEpochMs }))
    .executeTakeFirst()
  return own ? { status: 'changed', appointment: toAppointment(own) } : { status: 'stale' }
}

const distinguishedBy = ['email', 'full_name', 'phone', 'referral_source', 'idempotency_key'] as const

const isTwinOf = (moved: AppointmentRow, to: Interval) => (row: AppointmentRow) =>
  row.id !== moved.id &&
  row.start_ms === to.startEpochMs &&
  distinguishedBy.every((name) => row[name] === moved[name])

/** Rolls back a batch of moves because of one that is impossible or already made. */
class Dropped extends Error {
  readonly id: string
  readonly outcome: ChangeOutcome

  constructor({ id }: RescheduleRequest, outcome: ChangeOutcome) {
    super(outcome.status)
    this.id = id
    this.outcome = outcome
  }
}

export type ChangeStore = ReturnType<typeof createChangeStore>

export function createChangeStore(engine: Engine) {
  const { db, write, lockTimes, leaseClock } = engine

  async function store(
    db: Db,
    request: CancelRequest,
    before: AppointmentRow,
    columns: Updateable<Tables['appointments']>,
  ): Promise<ChangeOutcome> {
    const { by, message = '', nowEpochMs } = request
    const sequence = request.expectedSequence + 1
    const after = await db
      .updateTable('appointments')
      .set({ ...columns, sequence })
      // Another process may have changed it since the read.
      .where(unchanged(request))
      .returningAll()
      .executeTakeFirst()
    if (!after) return { status: 'stale' }
    const isCancelled = after.status === 'cancelled'
    const change = {
      appointment_id: after.id,
      sequence,
      what: isCancelled ? 'cancelled' : 'rescheduled',
      from_ms: before.start_ms,
      to_ms: isCancelled ? null : after.start_ms,
      changed_by: by,
      changed_at_ms: nowEpochMs,
      message,
    } as const
    await db.insertInto('appointment_changes').values(change).execute()
    await replaceJobs(db, leaseClock, { appointment_id: after.id }, sequence, request)
    return { status: 'changed', appointment: toAppointment(after) }
  }

  async function moveWithin(
    db: Db,
    request: RescheduleRequest,
    waiting: ReadonlySet<string>,
    mayBeDone: boolean,
  ): Promise<ChangeOutcome> {
    const { to, consultation, occupied } = request
    const before = await findUnchanged(db, request)
    if (!before) throw new Dropped(request, await staleOrDone(db, request, mayBeDone))
    const overlapping = await getRowsDuring(db, occupied)
    const others = overlapping.filter((row) => !waiting.has(row.id))
    const plan = await planSeat(db, request, others, waiting)
    if (plan === null) throw new Dropped(request, { status: 'taken' })
    const network = before.booked_from === null ? null : request.network
    if (network && request.networkMax > 0 && network.key !== before.booked_from) {
      if (await isNetworkFull(db, network, request.networkMax, request.nowEpochMs, before.id))
        throw new Dropped(request, { status: 'too-many' })
    }
    await changeSeats(db, plan.moves)
    const outcome = await store(db, request, before, {
      appointment_date: to.appointment_date,
      appointment_time: to.appointment_time,
      start_ms: consultation.startEpochMs,
      end_ms: consultation.endEpochMs,
      occupied_until_ms: occupied.endEpochMs,
      seat: plan.seat,
      ...(overlapping.some(isTwinOf(before, consultation)) && { idempotency_key: before.id }),
      ...(network && { booked_from: network.key }),
      attendance: null,
      ...(before.start_ms !== consultation.startEpochMs && { confirmed_at_ms: null }),
    })
    if (outcome.status === 'stale') throw new Dropped(request, outcome)
    return outcome
  }

  async function moveAllWithin(db: Db, requests: readonly RescheduleRequest[], mayBeDone: boolean) {
    const outcomes = new Map<string, ChangeOutcome>()
    const waiting = new Set(requests.map(({ id }) => id))
    // All processes lock in the order of time, so no two wait for each other.
    const inOrder = requests.map(({ occupied }) => occupied).sort((a, b) => a.startEpochMs - b.startEpochMs)
    for (const occupied of inOrder) await lockTimes(db, occupied)
    for (const { network } of requests) if (network) await lockNetwork(engine, db, network)
    await vacateSeats(db, [...waiting])
    for (const request of requests) {
      outcomes.set(request.id, await moveWithin(db, request, waiting, mayBeDone))
      waiting.delete(request.id)
    }
    return outcomes
  }

  return {
    /** Runs in one transaction. An appointment whose new time is taken stays, and the others move without it. */
    reschedule: (requests: readonly RescheduleRequest[]): Promise<ChangeOutcome[]> =>
      retryUntilKnown(async (mayBeDone) => {
        const outcomes = new Map<string, ChangeOutcome>()
        let areTogether = true
        for (;;) {
          const left = requests.filter(({ id }) => !outcomes.has(id))
          const [first] = left
          if (!first) break
          const judged = areTogether ? left : [first]
          try {
            const moved = await write((transaction) => moveAllWithin(transaction, judged, mayBeDone))
            for (const [id, outcome] of moved) outcomes.set(id, outcome)
          } catch (error) {
            if (error instanceof Dropped) outcomes.set(error.id, error.outcome)
            else if (!(error instanceof StorageConflict)) throw error
            // The database doesn't say which of them it rejects.
            else if (judged.length > 1) areTogether = false
            else outcomes.set(first.id, { status: 'taken' })
          }
        }
        return requests.map(({ id }) => outcomes.get(id) ?? { status: 'taken' })
      }),

    cancel: (request: CancelRequest): Promise<ChangeOutcome> =>
      retryUntilKnown((mayBeDone) =>
        write(async (transaction) => {
          const before = await findUnchanged(transaction, request)
          return before
            ? store(transaction, request, before, { status: 'cancelled', attendance: null })
            : staleOrDone(transaction, request, mayBeDone)
        }),
      ),

    /**
     * Runs in one transaction. One that changed since the owner saw it stays.
     * @returns the ids of the others
     */
    cancelTogether: (requests: readonly CancelRequest[]): Promise<string[]> =>
      retryUntilKnown((mayBeDone) =>
        write(async (transaction) => {
          const rows = await getAppointments(
            transaction,
            requests.map(({ id }) => id),
          )
          const rowOf = new Map(rows.map((row) => [row.id, row]))
          const cancelled: string[] = []
          // All processes lock in this order, so no two wait for each other.
          for (const request of requests.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
            const before = rowOf.get(request.id)
            const isUnchanged = before?.status === 'confirmed' && before.sequence === request.expectedSequence
            const outcome = isUnchanged
              ? await store(transaction, request, before, { status: 'cancelled', attendance: null })
              : await staleOrDone(transaction, request, mayBeDone)
            if (outcome.status === 'changed') cancelled.push(request.id)
          }
          return cancelled
        }),
      ),

    undo: (request: UndoRequest): Promise<string[]> =>
      retryUntilKnown((mayBeDone) =>
        write(async (transaction) => {
          const { id, ids, nowEpochMs } = request
          const rows = await getAppointments(transaction, ids)
          const upcoming = rows.filter((row) => row.booked_by === 'client' && row.start_ms > nowEpochMs)
          const similar = await findSimilar(transaction, id, nowEpochMs)
          const listed = new Set([...similar, ...upcoming].map((row) => row.id))
          const contactOf = await loadContacts(transaction, upcoming, listed)
          const undone: string[] = []
          for (const row of upcoming) {
            const { id } = row
            const isConfirmed = row.status === 'confirmed'
            const expectedSequence = isConfirmed ? row.sequence : row.sequence - 1
            const jobs = contactOf(row).gets_email ? request.jobs : request.silentJobs
            const change = { id, expectedSequence, by: 'desk', nowEpochMs, jobs } as const
            const outcome = isConfirmed
              ? await store(transaction, change, row, { status: 'cancelled', attendance: null })
              : await staleOrDone(transaction, change, mayBeDone)
            if (outcome.status === 'changed') undone.push(id)
          }
          return undone
        }),
      ),

    /**
     * Not a change, because the owner's next one mustn't fail because of it.
     * @returns whether it's unchanged since the client saw it
     */
    async confirm({ id, expectedSequence, nowEpochMs }: Confirmation): Promise<boolean> {
      const seen = unchanged({ id, expectedSequence, by: 'client' })
      const first = sql<number>`coalesce(confirmed_at_ms, ${nowEpochMs})`
      const changed = await write((transaction) =>
        transaction
          .updateTable('appointments')
          .set({ confirmed_at_ms: first })
          .where(seen)
          .where('start_ms', '>', nowEpochMs)
          .returning('id')
          .executeTakeFirst(),
      )
      return changed !== undefined
    },

    async countByClient(appointment_id: string, sinceMs: number): Promise<number> {
      const changes = db.selectFrom('appointment_changes').select('sequence')
      const own = changes.where((row) => row.and({ appointment_id, changed_by: 'client' }))
      return (await own.where('changed_at_ms', '>', sinceMs).execute()).length
    },

    async findChange(appointment_id: string, sequence: number): Promise<AppointmentChange | null> {
      const changes = db.selectFrom('appointment_changes').selectAll()
      const row = await changes.where((row) => row.and({ appointment_id, sequence })).executeTakeFirst()
      if (!row) return null
      const { what, from_ms, to_ms, changed_by, message } = row
      const change = { what, fromEpochMs: from_ms, toEpochMs: to_ms, by: changed_by }
      return message ? { ...change, message } : change
    },
  }
}

export function createNoteStore({ write }: Engine) {
  const change = (
    { id, expectedSequence }: Noted,
    columns: Updateable<Tables['appointments']>,
    begunByMs: number | null,
    expectedNotes?: readonly string[],
  ) =>
    write(async (transaction): Promise<NoteOutcome> => {
      let query = transaction.updateTable('appointments').set(columns).where('id', '=', id).returning('id')
      if (expectedSequence !== undefined) query = query.where('sequence', '=', expectedSequence)
      if (expectedNotes) query = query.where('note', 'in', expectedNotes)
      query =
        begunByMs === null
          ? query.where(isKnown)
          : query.where('status', '=', 'confirmed').where('start_ms', '<=', begunByMs)
      if (await query.executeTakeFirst()) return 'noted'
      const [current] = await getAppointments(transaction, [id])
      if (!current) return 'unknown'
      const isChanged = expectedSequence !== undefined && current.sequence !== expectedSequence
      return begunByMs === null || isChanged || current.status === 'cancelled' ? 'stale' : 'not-begun'
    })

  return {
    setAttendance: (seen: Noted, attendance: Attendance | null, nowEpochMs: number): Promise<NoteOutcome> =>
      change(seen, { attendance }, nowEpochMs),
    /** Skips an anonymized appointment, and never overwrites a note other than the expected one. */
    setNote({ expectedNote, ...seen }: Noted & { expectedNote?: string | undefined }, note: string) {
      const expected = expectedNote === undefined ? undefined : [expectedNote, note]
      return change(seen, { note }, null, expected)
    },
  }
}
