import { randomUUIDv7 } from 'node:crypto'
import { type AppointmentFields, fieldNames, type StoredAppointment } from '../../booking/appointment.ts'
import type { Seated } from '../../booking/availability.ts'
import { mailboxOf, phoneKey } from '../../booking/contact.ts'
import type { Interval } from '../../booking/time.ts'
import { compiledQuery, oneRow } from './compiled-query.ts'
import { type BookingLimits, exceededLimit } from './counts.ts'
import { type Engine, StorageConflict, untilKnown } from './engine.ts'
import { addJobs, type Write } from './jobs.ts'
import {
  type AppointmentRow,
  appointmentsOf,
  changeSeats,
  confirmed,
  isBlocked,
  planSeat,
  rowsDuring,
  toAppointment,
  toSeated,
} from './rows.ts'
import type { Db } from './schema.ts'

/** Where an appointment is to stand. */
export interface Place {
  /** The consultation itself, as calendars show it. */
  consultation: Interval
  /** The consultation and the buffer after it. */
  occupied: Interval
  capacity: number
}

export interface BookingRequest extends Write, Place {
  fields: AppointmentFields
  /** Without them, as often as anyone likes. */
  limits?: BookingLimits
  /** A keyed digest of the network that a visitor books from. */
  network?: string
  /** The owner may book while the shop is closed or busy. */
  by: 'client' | 'desk'
  note: string
  /** The same six fields under another key are another appointment. */
  idempotencyKey: string
}

export type BookingOutcome =
  | { status: 'booked'; appointment: StoredAppointment }
  /** The very same six fields stand stored already, under the same key; nothing was stored again. */
  | { status: 'repeated'; appointment: StoredAppointment }
  | { status: 'taken' }
  /** The client holds, or the network booked, so many that one more would be too many. */
  | { status: 'too-many'; of: 'client' | 'network' }

export interface AppointmentStore {
  /** Stores the appointment and what follows from it in one transaction, or neither. */
  book(request: BookingRequest): Promise<BookingOutcome>
  findById(id: string): Promise<StoredAppointment | null>
  /** Those of them that are there, in any order. */
  findByIds(ids: readonly string[]): Promise<StoredAppointment[]>
  /** The confirmed appointment with those six fields; they say when it starts. */
  findByFields(fields: AppointmentFields, startEpochMs: number): Promise<StoredAppointment | null>
  /** The confirmed appointment of that e-mail address at that instant, the newest if there are several. */
  findByAttendeeAndStart(email: string, startEpochMs: number): Promise<StoredAppointment | null>
  /** The times that occupy fitters and overlap the given one, buffers included. */
  occupiedDuring(interval: Interval): Promise<Seated[]>
  /** When the newest appointment was booked until now; null when there is none. */
  lastBookedAtMs(nowEpochMs: number): Promise<number | null>
}

/** Where the digests of the links' tokens are kept. */
export interface ManageTokenStore {
  add(tokenHash: string, appointmentId: string, nowEpochMs: number): Promise<void>
  findAppointmentId(tokenHash: string): Promise<string | null>
}

const insertRow = compiledQuery<AppointmentRow, unknown>((db, row) =>
  db.insertInto('appointments').values(row),
)

/** The address and the number as they're compared. */
const comparedBy = ({ email, phone }: AppointmentFields) => ({
  mailbox: email ? mailboxOf(email) : null,
  phone_key: phoneKey(phone),
})

async function insert(db: Db, id: string, request: BookingRequest, seat: number): Promise<StoredAppointment> {
  const { fields, consultation, occupied, nowEpochMs, by, note, idempotencyKey, network = null } = request
  const row: AppointmentRow = {
    ...fields,
    id,
    created_at_ms: nowEpochMs,
    seat,
    start_ms: consultation.startEpochMs,
    end_ms: consultation.endEpochMs,
    occupied_until_ms: occupied.endEpochMs,
    status: 'confirmed',
    sequence: 0,
    attendance: null,
    booked_by: by,
    booked_from: network,
    note,
    ...comparedBy(fields),
    idempotency_key: idempotencyKey,
    anonymized_at_ms: null,
  }
  await insertRow(db, row)
  await addJobs(db, { appointment_id: id }, row.sequence, request.jobs)
  return toAppointment(row)
}

/** Whoever sends a booking again may have noted more by then. A note that is another one stays. */
async function addNote(db: Db, { id, note: before }: AppointmentRow, note: string): Promise<void> {
  if (note === before || !note.includes(before)) return
  const of = db.updateTable('appointments').set({ note }).where('id', '=', id)
  await of.where('note', '=', before).execute()
}

/** The appointments that stand and start at that instant. */
const startingAt = (db: Db, startEpochMs: number) =>
  db
    .selectFrom('appointments')
    .selectAll()
    .where('status', '=', confirmed)
    .where('start_ms', '=', startEpochMs)

export function appointmentStore(engine: Engine): AppointmentStore {
  const { db, write, lockTimes } = engine

  /** Two requests can both find a seat free; the database's own constraint decides, not this look at it. */
  async function bookWithin(db: Db, id: string, request: BookingRequest): Promise<BookingOutcome> {
    await lockTimes(db, request.occupied)
    const overlapping = await rowsDuring(db, request.occupied)
    const same = overlapping.find(
      (row) =>
        row.idempotency_key === request.idempotencyKey &&
        fieldNames.every((name) => row[name] === request.fields[name]),
    )
    if (same && request.by === 'desk') await addNote(db, same, request.note)
    // One of ours stands when the answer to its commit was lost.
    if (same) return { status: same.id === id ? 'booked' : 'repeated', appointment: toAppointment(same) }
    if (request.by === 'client' && (await isBlocked(db, request.occupied))) return { status: 'taken' }
    const plan = await planSeat(db, request.occupied, request.capacity, overlapping)
    if (plan === null) return { status: 'taken' }
    const { limits, fields, network = null, nowEpochMs } = request
    if (limits) {
      const counted = { ...comparedBy(fields), phone: fields.phone, booked_from: network }
      const of = await exceededLimit(engine, db, counted, limits, nowEpochMs)
      if (of) return { status: 'too-many', of }
    }
    await changeSeats(db, plan.moves)
    return { status: 'booked', appointment: await insert(db, id, request, plan.seat) }
  }

  return {
    async book(request) {
      const id = randomUUIDv7()
      try {
        return await untilKnown(() => write((transaction) => bookWithin(transaction, id, request)))
      } catch (error) {
        if (error instanceof StorageConflict) return { status: 'taken' }
        throw error
      }
    },

    async findById(id) {
      const [row] = await appointmentsOf(db, [id])
      return row ? toAppointment(row) : null
    },

    async findByIds(ids) {
      return (await appointmentsOf(db, ids)).map(toAppointment)
    },

    async findByFields(fields, startEpochMs) {
      let query = startingAt(db, startEpochMs)
      for (const name of fieldNames) query = query.where(name, '=', fields[name])
      const row = await query.executeTakeFirst()
      return row ? toAppointment(row) : null
    },

    async findByAttendeeAndStart(email, startEpochMs) {
      const row = await startingAt(db, startEpochMs)
        .where('email', '=', email)
        .orderBy('id', 'desc')
        .executeTakeFirst()
      return row ? toAppointment(row) : null
    },

    async occupiedDuring(interval) {
      return (await rowsDuring(db, interval)).map(toSeated)
    },

    async lastBookedAtMs(nowEpochMs) {
      const newest = await db
        .selectFrom('appointments')
        .select('created_at_ms')
        // What was booked later than that was booked by a clock that was ahead.
        .where('created_at_ms', '<=', nowEpochMs)
        .orderBy('id', 'desc')
        .limit(oneRow)
        .executeTakeFirst()
      return newest?.created_at_ms ?? null
    },
  }
}

export function manageTokenStore({ db, write }: Engine): ManageTokenStore {
  return {
    async add(tokenHash, appointmentId, nowEpochMs) {
      const row = { token_hash: tokenHash, appointment_id: appointmentId, created_at_ms: nowEpochMs }
      await write((transaction) => transaction.insertInto('manage_links').values(row).execute())
    },

    async findAppointmentId(tokenHash) {
      const row = await db
        .selectFrom('manage_links')
        .select('appointment_id')
        .where('token_hash', '=', tokenHash)
        .executeTakeFirst()
      return row?.appointment_id ?? null
    },
  }
}
