import { randomUUIDv7 } from 'node:crypto'
import { fieldNames, type StoredAppointment } from '../../booking/appointment.ts'
import { phoneKey } from '../../booking/contact.ts'
import type { AppointmentStore, BookingOutcome, BookingRequest } from '../appointments/ports.ts'
import {
  type AppointmentRow,
  appointmentsOf,
  confirmed,
  rowsDuring,
  toAppointment,
  toSeated,
} from './appointment-row.ts'
import { isClosed } from './closed-times.ts'
import { compiledOnce } from './compiled-once.ts'
import { StorageConflict } from './conflict.ts'
import type { Engine } from './engine.ts'
import { enqueue } from './enqueue.ts'
import { mailboxCounts } from './mailbox-counts.ts'
import { oneRow } from './one-row.ts'
import { changeSeats, planSeat } from './seating.ts'
import type { Db } from './tables.ts'
import { untilKnown } from './until-known.ts'

const insertRow = compiledOnce<AppointmentRow, unknown>((db, row) =>
  db.insertInto('appointments').values(row),
)

async function insert(db: Db, id: string, request: BookingRequest, seat: number): Promise<StoredAppointment> {
  const { fields, consultation, occupied, nowEpochMs, by, note, entryKey } = request
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
    booked_by: by === 'client' ? 'client' : 'shop',
    note,
    phone_key: phoneKey(fields.phone),
    entry_key: entryKey,
  }
  await insertRow(db, row)
  await enqueue(db, { appointment_id: id }, row.sequence, request.followUps)
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

export function appointmentStore({ db, write, lockTimes }: Engine): AppointmentStore {
  const isAllowed = mailboxCounts()

  /** Two requests can both find a seat free; the database's own constraint decides, not this look at it. */
  async function bookWithin(db: Db, id: string, request: BookingRequest): Promise<BookingOutcome> {
    await lockTimes(db, request.occupied)
    const overlapping = await rowsDuring(db, request.occupied)
    const same = overlapping.find(
      (row) =>
        row.entry_key === request.entryKey && fieldNames.every((name) => row[name] === request.fields[name]),
    )
    if (same && request.by === 'desk') await addNote(db, same, request.note)
    // One of ours stands when the answer to its commit was lost.
    if (same) return { status: same.id === id ? 'booked' : 'repeated', appointment: toAppointment(same) }
    if (request.by === 'client' && (await isClosed(db, request.occupied))) return { status: 'taken' }
    const plan = await planSeat(db, request.occupied, request.capacity, overlapping)
    if (plan === null) return { status: 'taken' }
    if (request.allowance && !(await isAllowed(db, request.allowance))) return { status: 'too-many' }
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
