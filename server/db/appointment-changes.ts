import type { Updateable } from 'kysely'
import type {
  Actor,
  AppointmentChange,
  AppointmentFields,
  Attendance,
  StoredAppointment,
} from '../../booking/appointment.ts'
import type { Interval } from '../../booking/time.ts'
import type { Place } from './appointments.ts'
import { type Engine, StorageConflict, untilKnown } from './engine.ts'
import { replaceJobs, type Write } from './jobs.ts'
import {
  type AppointmentRow,
  changeSeats,
  isBlocked,
  isKnown,
  planSeat,
  rowsDuring,
  toAppointment,
  vacateSeats,
} from './rows.ts'
import type { Db, Tables } from './schema.ts'

// What the owner's doings at the desk need from storage.

export type NoteOutcome = 'noted' | 'unknown' | 'stale' | 'not-begun'

/** Which appointment something is noted of; without a sequence, whatever has become of it. */
export interface Noted {
  id: string
  expectedSequence: number | undefined
}

/** What the owner notes of appointments. */
export interface NoteStore {
  /** Only of an appointment that stands and has begun by that moment. */
  setAttendance(of: Noted, attendance: Attendance | null, nowEpochMs: number): Promise<NoteOutcome>
  /** Not of somebody who is forgotten, nor over another note than the expected one, if there is one. */
  setNote(of: Noted & { expectedNote?: string | undefined }, note: string): Promise<NoteOutcome>
}

/** Which appointment is to be changed, as whoever asks has seen it. */
export interface Change {
  id: string
  /** A change since this sequence wins. */
  expectedSequence: number
  by: Actor
  /** What the client's mail says of it in the owner's words. */
  message?: string
}

export type WallTime = Pick<AppointmentFields, 'appointment_date' | 'appointment_time'>

export type CancelRequest = Change & Write

export type RescheduleRequest = Change & Write & Place & { to: WallTime }

export type ChangeOutcome =
  | { status: 'changed'; appointment: StoredAppointment }
  /** The wanted time is not free; nothing was changed. */
  | { status: 'taken' }
  /** Changed since it was seen, cancelled, or not there; nothing was changed. */
  | { status: 'stale' }

export interface ChangeStore {
  /**
   * Moves appointments: frees their times, takes the new ones, keeps the history and what follows, all in one
   * transaction or not at all. What was still to follow from the earlier state is not done any more. None stands in
   * the way of another that moves, too; one whose new time is not free stays, and the others are judged without it.
   *
   * @returns the outcomes in the order of the requests
   */
  reschedule(requests: readonly RescheduleRequest[]): Promise<ChangeOutcome[]>
  /** Cancels an appointment: frees its time and keeps the history and what follows, in one transaction. */
  cancel(request: CancelRequest): Promise<ChangeOutcome>
  /** The change that gave the appointment this sequence; null for a booking that was never changed. */
  findChange(appointmentId: string, sequence: number): Promise<AppointmentChange | null>
}

const findUnchanged = (db: Db, { id, expectedSequence }: CancelRequest) =>
  db
    .selectFrom('appointments')
    .selectAll()
    .where('id', '=', id)
    .where('status', '=', 'confirmed')
    .where('sequence', '=', expectedSequence)
    .executeTakeFirst()

/**
 * Why nothing is there to be changed: somebody else did, or we.
 * @param mayBeDone - the answer to a commit of ours was lost; without that, what looks like ours is another's who
 *   has done the same in the same millisecond
 */
async function staleOrDone(
  db: Db,
  { id, expectedSequence, by, nowEpochMs }: CancelRequest,
  mayBeDone: boolean,
): Promise<ChangeOutcome> {
  if (!mayBeDone) return { status: 'stale' }
  const ours = await db
    .selectFrom('appointments')
    .innerJoin('appointment_changes', (join) =>
      join
        .onRef('appointment_changes.appointment_id', '=', 'appointments.id')
        .onRef('appointment_changes.sequence', '=', 'appointments.sequence'),
    )
    .selectAll('appointments')
    .where('appointments.id', '=', id)
    .where('appointments.sequence', '=', expectedSequence + 1)
    .where('changed_by', '=', by)
    .where('changed_at_ms', '=', nowEpochMs)
    .executeTakeFirst()
  return ours ? { status: 'changed', appointment: toAppointment(ours) } : { status: 'stale' }
}

const distinguishedBy = ['email', 'full_name', 'phone', 'referral_source', 'idempotency_key'] as const

/** Another one that would be the same at that time: somebody has booked twice, and comes with somebody. */
const isTwinOf = (moved: AppointmentRow, to: Interval) => (row: AppointmentRow) =>
  row.id !== moved.id &&
  row.start_ms === to.startEpochMs &&
  distinguishedBy.every((name) => row[name] === moved[name])

/** Undoes what was written of moves that are judged together, because of one that is not made, or was made before. */
class Dropped extends Error {
  readonly id: string
  readonly outcome: ChangeOutcome

  constructor({ id }: RescheduleRequest, outcome: ChangeOutcome) {
    super(outcome.status)
    this.id = id
    this.outcome = outcome
  }
}

export function changeStore({ db, write, lockTimes, leaseClock }: Engine): ChangeStore {
  async function store(
    db: Db,
    request: CancelRequest,
    before: AppointmentRow,
    columns: Updateable<Tables['appointments']>,
  ): Promise<ChangeOutcome> {
    const { id, expectedSequence, by, message = '', nowEpochMs } = request
    const sequence = expectedSequence + 1
    const after = await db
      .updateTable('appointments')
      .set({ ...columns, sequence })
      .where('id', '=', id)
      .where('status', '=', 'confirmed')
      // Another process can have changed it since we looked.
      .where('sequence', '=', expectedSequence)
      .returningAll()
      .executeTakeFirst()
    if (!after) return { status: 'stale' }
    await db
      .insertInto('appointment_changes')
      .values({
        appointment_id: id,
        sequence,
        what: after.status === 'cancelled' ? 'cancelled' : 'rescheduled',
        from_ms: before.start_ms,
        to_ms: after.status === 'cancelled' ? null : after.start_ms,
        changed_by: by,
        changed_at_ms: nowEpochMs,
        message,
      })
      .execute()
    await replaceJobs(db, leaseClock, { appointment_id: id }, sequence, request)
    return { status: 'changed', appointment: toAppointment(after) }
  }

  async function moveWithin(
    db: Db,
    request: RescheduleRequest,
    waiting: ReadonlySet<string>,
    mayBeDone: boolean,
  ): Promise<ChangeOutcome> {
    const { to, consultation, occupied, capacity } = request
    const before = await findUnchanged(db, request)
    if (!before) throw new Dropped(request, await staleOrDone(db, request, mayBeDone))
    // The owner knows his own calendar, and may squeeze an appointment in.
    if (request.by === 'client' && (await isBlocked(db, occupied)))
      throw new Dropped(request, { status: 'taken' })
    const standing = await rowsDuring(db, occupied)
    const others = standing.filter((row) => !waiting.has(row.id))
    const plan = await planSeat(db, occupied, capacity, others, waiting)
    if (plan === null) throw new Dropped(request, { status: 'taken' })
    await changeSeats(db, plan.moves)
    const outcome = await store(db, request, before, {
      appointment_date: to.appointment_date,
      appointment_time: to.appointment_time,
      start_ms: consultation.startEpochMs,
      end_ms: consultation.endEpochMs,
      occupied_until_ms: occupied.endEpochMs,
      seat: plan.seat,
      ...(standing.some(isTwinOf(before, consultation)) && { idempotency_key: before.id }),
      // Whether somebody came at the time before says nothing of the new one.
      attendance: null,
    })
    if (outcome.status === 'stale') throw new Dropped(request, outcome)
    return outcome
  }

  async function moveAllWithin(db: Db, requests: readonly RescheduleRequest[], mayBeDone: boolean) {
    const outcomes = new Map<string, ChangeOutcome>()
    const waiting = new Set(requests.map(({ id }) => id))
    // In the order of time, as everybody does it, so that no two wait for each other.
    const inOrder = requests.map(({ occupied }) => occupied).sort((a, b) => a.startEpochMs - b.startEpochMs)
    for (const occupied of inOrder) await lockTimes(db, occupied)
    await vacateSeats(db, [...waiting])
    for (const request of requests) {
      outcomes.set(request.id, await moveWithin(db, request, waiting, mayBeDone))
      waiting.delete(request.id)
    }
    return outcomes
  }

  return {
    reschedule: (requests) =>
      untilKnown(async (mayBeDone) => {
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
            // The database does not say which of them it refuses.
            else if (judged.length > 1) areTogether = false
            else outcomes.set(first.id, { status: 'taken' })
          }
        }
        return requests.map(({ id }) => outcomes.get(id) ?? { status: 'taken' })
      }),

    cancel: (request) =>
      untilKnown((mayBeDone) =>
        write(async (transaction) => {
          const before = await findUnchanged(transaction, request)
          return before
            ? store(transaction, request, before, { status: 'cancelled', attendance: null })
            : staleOrDone(transaction, request, mayBeDone)
        }),
      ),

    async findChange(appointmentId, sequence) {
      const row = await db
        .selectFrom('appointment_changes')
        .selectAll()
        .where('appointment_id', '=', appointmentId)
        .where('sequence', '=', sequence)
        .executeTakeFirst()
      if (!row) return null
      const { what, from_ms, to_ms, changed_by, message } = row
      const change = { what, fromEpochMs: from_ms, toEpochMs: to_ms, by: changed_by }
      return message ? { ...change, message } : change
    },
  }
}

export function noteStore({ write }: Engine): NoteStore {
  const change = (
    { id, expectedSequence }: Noted,
    columns: Updateable<Tables['appointments']>,
    begunByMs: number | null,
    standingNotes?: readonly string[],
  ) =>
    write(async (transaction): Promise<NoteOutcome> => {
      let query = transaction.updateTable('appointments').set(columns).where('id', '=', id).returning('id')
      if (expectedSequence !== undefined) query = query.where('sequence', '=', expectedSequence)
      if (standingNotes) query = query.where('note', 'in', standingNotes)
      query =
        begunByMs === null
          ? query.where(isKnown)
          : query.where('status', '=', 'confirmed').where('start_ms', '<=', begunByMs)
      if (await query.executeTakeFirst()) return 'noted'
      const standing = await transaction
        .selectFrom('appointments')
        .select(['sequence', 'status'])
        .where('id', '=', id)
        .executeTakeFirst()
      if (!standing) return 'unknown'
      const isChanged = expectedSequence !== undefined && standing.sequence !== expectedSequence
      return begunByMs === null || isChanged || standing.status === 'cancelled' ? 'stale' : 'not-begun'
    })

  return {
    setAttendance: (of, attendance, nowEpochMs) => change(of, { attendance }, nowEpochMs),
    setNote({ expectedNote, ...of }, note) {
      // One whose answer was lost may come again.
      const standing = expectedNote === undefined ? undefined : [expectedNote, note]
      return change(of, { note }, null, standing)
    },
  }
}
