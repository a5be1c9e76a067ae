import { randomUUIDv7 } from 'node:crypto'
import {
  type AppointmentFields,
  identityFields,
  pickFields,
  repeatableForMs,
  type StoredAppointment,
} from '../../booking/appointment.ts'
import type { Seated } from '../../booking/availability.ts'
import { toMailbox, toPhoneKey } from '../../booking/contact.ts'
import type { Interval } from '../../booking/time.ts'
import { StorageUnavailable } from '../lib/errors.ts'
import { compileQuery, oneRow } from './compiled-query.ts'
import { isNetworkFull, lockNetwork, type Network } from './counts.ts'
import { type Engine, retryUntilKnown, StorageConflict } from './engine.ts'
import { addJobs, type Write } from './jobs.ts'
import {
  type AppointmentRow,
  type Asker,
  changeSeats,
  confirmed,
  getAppointments,
  getRowsDuring,
  type Place,
  planSeat,
  toAppointment,
  toSeated,
} from './rows.ts'
import type { Db } from './schema.ts'

export interface BookingRequest extends Write, Place, Asker {
  fields: AppointmentFields
  kind: string
  /** null for a booking that no limit counts. */
  network: Network | null
  /** How many upcoming bookings a network may hold; 0 for no limit. */
  networkMax: number
  /** The current sender of emails, which stays the organizer of its invitations: calendars trust no one else. */
  organizer?: string
  by: 'client' | 'desk'
  note: string
  /** The same six fields with another key make another appointment. */
  idempotencyKey: string
}

export type BookingOutcome =
  | { status: 'booked'; appointment: StoredAppointment }
  | { status: 'repeated'; appointment: StoredAppointment }
  | { status: 'taken' }
  | { status: 'too-many' }

const insertRow = compileQuery<AppointmentRow, unknown>((db, row) =>
  db.insertInto('appointments').values(row),
)

const isRepeatable = ({ created_at_ms }: AppointmentRow, nowEpochMs: number) =>
  created_at_ms > nowEpochMs - repeatableForMs

export const toContactKeys = ({ email, phone }: Pick<AppointmentFields, 'email' | 'phone'>) => ({
  mailbox: email ? toMailbox(email) : null,
  phone_key: toPhoneKey(phone),
})

async function insert(db: Db, id: string, request: BookingRequest, seat: number): Promise<StoredAppointment> {
  const { fields, consultation } = request
  const row: AppointmentRow = {
    ...fields,
    ...toContactKeys(fields),
    id,
    kind: request.kind,
    created_at_ms: request.nowEpochMs,
    seat,
    start_ms: consultation.startEpochMs,
    end_ms: consultation.endEpochMs,
    occupied_until_ms: request.occupied.endEpochMs,
    status: 'confirmed',
    sequence: 0,
    attendance: null,
    confirmed_at_ms: null,
    booked_by: request.by,
    booked_from: request.network?.key ?? null,
    organizer: request.organizer ?? null,
    note: request.note,
    idempotency_key: request.idempotencyKey,
    anonymized_at_ms: null,
  }
  await insertRow(db, row)
  await addJobs(db, { appointment_id: id }, row.sequence, request.jobs)
  return toAppointment(row)
}

/** A repeated booking may have a longer note by now. A note that changed since then stays. */
async function addNote(db: Db, { id, note: before }: AppointmentRow, note: string): Promise<void> {
  if (note === before || !note.includes(before)) return
  const unchanged = db.updateTable('appointments').where((row) => row.and({ id, note: before }))
  await unchanged.set({ note }).execute()
}

export type AppointmentStore = ReturnType<typeof createAppointmentStore>

export function createAppointmentStore(engine: Engine) {
  const { db, write, lockTimes } = engine

  async function newestAt(
    start_ms: number,
    wanted: Partial<AppointmentFields>,
  ): Promise<StoredAppointment | null> {
    const found = db.selectFrom('appointments').selectAll().where('status', '=', confirmed)
    const row = await found
      .where((column) => column.and({ ...wanted, start_ms }))
      .orderBy('id', 'desc')
      .executeTakeFirst()
    return row ? toAppointment(row) : null
  }

  /** Two requests can find the same seat free; the database's own constraint decides. */
  async function bookWithin(db: Db, id: string, request: BookingRequest): Promise<BookingOutcome> {
    await lockTimes(db, request.occupied)
    const overlapping = await getRowsDuring(db, request.occupied)
    const same = overlapping.find(
      (row) =>
        row.idempotency_key === request.idempotencyKey &&
        row.kind === request.kind &&
        identityFields.every((name) => row[name] === request.fields[name]),
    )
    if (same && request.by === 'desk') await addNote(db, same, request.note)
    const isKnown = same && (request.by === 'desk' || isRepeatable(same, request.nowEpochMs))
    // If this id exists, the answer to an earlier commit of this request was lost.
    if (isKnown) return { status: same.id === id ? 'booked' : 'repeated', appointment: toAppointment(same) }
    const plan = await planSeat(db, request, overlapping)
    if (plan === null) return { status: 'taken' }
    const { network, networkMax, nowEpochMs } = request
    if (network && networkMax > 0) {
      await lockNetwork(engine, db, network)
      if (await isNetworkFull(db, network, networkMax, nowEpochMs)) return { status: 'too-many' }
    }
    await changeSeats(db, plan.moves)
    return { status: 'booked', appointment: await insert(db, id, request, plan.seat) }
  }

  return {
    async book(request: BookingRequest): Promise<BookingOutcome> {
      const id = randomUUIDv7()
      try {
        return await retryUntilKnown(() => write((transaction) => bookWithin(transaction, id, request)))
      } catch (error) {
        if (error instanceof StorageConflict) return { status: 'taken' }
        throw error
      }
    },

    async findById(id: string): Promise<StoredAppointment | null> {
      const [row] = await getAppointments(db, [id])
      return row ? toAppointment(row) : null
    },

    async findByIds(ids: readonly string[]): Promise<StoredAppointment[]> {
      return (await getAppointments(db, ids)).map(toAppointment)
    },

    findByFields: (fields: AppointmentFields, startEpochMs: number) =>
      newestAt(startEpochMs, pickFields(identityFields, fields)),

    findByAttendeeAndStart: (email: string, startEpochMs: number) => newestAt(startEpochMs, { email }),

    async occupiedDuring(interval: Interval): Promise<Seated[]> {
      return (await getRowsDuring(db, interval)).map(toSeated)
    },

    async organizerOf(id: string): Promise<string | null> {
      const [row] = await getAppointments(db, [id])
      return row?.organizer ?? null
    },

    async lastBookedAtMs(nowEpochMs: number): Promise<number | null> {
      const newest = db.selectFrom('appointments').orderBy('id', 'desc').limit(oneRow)
      const row = await newest
        .select('created_at_ms')
        .where('created_at_ms', '<=', nowEpochMs)
        .executeTakeFirst()
      return row?.created_at_ms ?? null
    },
  }
}

export type ManageTokenStore = ReturnType<typeof createManageTokenStore>

export function createManageTokenStore({ db, write }: Engine) {
  async function noteOpened(appointment_id: string, opened_at_ms: number): Promise<void> {
    try {
      await write(async (transaction) => {
        const insert = transaction.insertInto('opened_links').values({ appointment_id, opened_at_ms })
        await insert.onConflict((conflict) => conflict.doNothing()).execute()
      })
    } catch (error) {
      // Clients can read their appointment even while the database accepts no writes.
      if (!(error instanceof StorageUnavailable)) throw error
    }
  }

  return {
    async add(tokenHash: string, appointmentId: string, nowEpochMs: number): Promise<void> {
      const row = { token_hash: tokenHash, appointment_id: appointmentId, created_at_ms: nowEpochMs }
      await write((transaction) => transaction.insertInto('manage_links').values(row).execute())
    },

    async open(tokenHash: string, nowEpochMs: number): Promise<string | null> {
      const row = await db
        .selectFrom('manage_links')
        .leftJoin('opened_links', 'opened_links.appointment_id', 'manage_links.appointment_id')
        .where('token_hash', '=', tokenHash)
        .select(['manage_links.appointment_id', 'opened_at_ms'])
        .executeTakeFirst()
      if (row?.opened_at_ms === null) await noteOpened(row.appointment_id, nowEpochMs)
      return row?.appointment_id ?? null
    },
  }
}
