import { type SelectQueryBuilder, sql } from 'kysely'
import type { StoredAppointment } from '../../booking/appointment.ts'
import { eventUid } from '../../booking/calendar-event.ts'
import { extensionsDiffer, mailboxOf, phoneKey } from '../../booking/contact.ts'
import { calendarEvents } from '../../copy/emails.ts'
import { forAll } from './compiled-query.ts'
import type { Engine } from './engine.ts'
import { addJobs, type NewJob, pending, supersede } from './jobs.ts'
import { type AppointmentRow, confirmed, isKnown, toAppointment } from './rows.ts'
import type { Db, Tables } from './schema.ts'

/** By what a client asks to be forgotten; by the id of the appointment where it has neither address nor number. */
export type KnownBy = { email: string } | { phone: string } | { id: string }

/** Those who have been clients, for as long as they may be known. */
export interface ClientStore {
  /** Ids of the oldest appointments that ended before that moment and whose client is known; more may be left. */
  endedBefore(epochMs: number): Promise<string[]>
  /** All appointments of the client who is known by this, however the address or the number is written. */
  appointmentsOf(client: KnownBy): Promise<StoredAppointment[]>
  /** Of these appointments, those whose clients still wait for a mail that says how they stand. */
  untold(ids: readonly string[]): Promise<string[]>
  /** Makes those anonymous that ended before that moment or are cancelled: what is left is when somebody came. */
  anonymize(ids: readonly string[], epochMs: number, jobs: readonly NewJob[]): Promise<void>
  anonymizedAmong(ids: readonly string[]): Promise<string[]>
  /** Makes sure that those who were forgotten since the last time are left in no corner of the database's files. */
  purge(): Promise<void>
  /** Notes what the clock shows. @param next - from what was known of it, null at first, to what is known now */
  readClock(next: (known: ClockReadings | null) => ClockReadings): Promise<ClockReadings>
}

/** What this shop's clocks have shown, epoch milliseconds. */
export interface ClockReadings {
  readAtMs: number
  /** The latest moment that two readings agree has passed; null until there are two. */
  agreedMs: number | null
}

export type Called = Pick<AppointmentRow, 'phone' | 'phone_key'>

type Reachable = Called & Pick<AppointmentRow, 'email'>

const haveOneAddress = (one: Reachable, other: Reachable) =>
  one.email !== '' && one.email.toLowerCase() === other.email.toLowerCase()

export const haveOneNumber = (one: Called, other: Called) =>
  one.phone_key !== null && one.phone_key === other.phone_key && !extensionsDiffer(one.phone, other.phone)

/** Clients are told apart by the address, and by the number with what is dialled after it. */
export const areOneClient = (one: Reachable, other: Reachable) =>
  haveOneAddress(one, other) || haveOneNumber(one, other)

/** Those of the appointments that somebody with one of these addresses or numbers has booked. */
export async function ofClients<Found extends { id: string } & Reachable>(
  appointments: SelectQueryBuilder<Tables, 'appointments', Found>,
  clients: readonly Reachable[],
): Promise<Found[]> {
  const addresses = new Set(clients.flatMap(({ email }) => (email ? [email.toLowerCase()] : [])))
  const mailboxes = [...new Set([...addresses].map(mailboxOf))]
  const byNumber = Map.groupBy(clients, ({ phone_key }) => phone_key)
  const numbers = [...byNumber.keys()].filter((number) => number !== null)
  const called = await forAll(numbers, (some) => appointments.where('phone_key', 'in', some).execute())
  const mailed = await forAll(mailboxes, (some) => appointments.where('mailbox', 'in', some).execute())
  const rows = [
    ...mailed.filter((row) => addresses.has(row.email.toLowerCase())),
    ...called.filter((row) => byNumber.get(row.phone_key)?.some((client) => haveOneNumber(client, row))),
  ]
  return [...new Map(rows.map((row) => [row.id, row])).values()]
}

/** What all visits of one client have in common, the address or the number. */
const keysOf = ({ email, phone_key }: Reachable): string[] => [
  ...(email ? [`mailto:${email.toLowerCase()}`] : []),
  ...(phone_key ? [`tel:${phone_key}`] : []),
]

/** Tells which visit of its client an appointment is. */
export async function visitNumbers(db: Db, rows: readonly AppointmentRow[]) {
  const standing = db
    .selectFrom('appointments')
    .select(['id', 'email', 'phone', 'phone_key', 'start_ms'])
    .where('status', '=', confirmed)
  const visits = await ofClients(standing, rows)
  const byKey = new Map<string, typeof visits>()
  for (const visit of visits) {
    for (const key of keysOf(visit)) byKey.getOrInsert(key, []).push(visit)
  }
  return (row: AppointmentRow): number => {
    const earlier = keysOf(row)
      .flatMap((key) => byKey.get(key) ?? [])
      .filter((visit) => areOneClient(visit, row))
      .filter(({ id, start_ms }) => start_ms < row.start_ms || (start_ms === row.start_ms && id < row.id))
    return 1 + new Set(earlier.map(({ id }) => id)).size
  }
}

/** Rows in one transaction: bookings wait for no more than that. */
const rowsAtOnce = 25

const theOnly = { id: 1 }

async function anonymizeOne(
  db: Db,
  id: string,
  uid: string,
  epochMs: number,
  jobs: readonly NewJob[],
): Promise<void> {
  const anonymized = await db
    .updateTable('appointments')
    .set({
      full_name: calendarEvents.forgottenName,
      email: '',
      phone: '',
      phone_key: null,
      mailbox: null,
      booked_from: null,
      note: '',
      idempotency_key: id,
      anonymized_at_ms: epochMs,
    })
    .where('id', '=', id)
    // Someone can have moved it since it was found.
    .where((row) => row.or([row('end_ms', '<', epochMs), row('status', '=', 'cancelled')]))
    // Another process can have anonymized it already.
    .where(isKnown)
    .returning(['sequence', 'status'])
    .executeTakeFirst()
  if (!anonymized) return
  await db
    .updateTable('calendar_events')
    .set({ summary: calendarEvents.forgotten, description: '', attendee_name: null, attendee_email: null })
    .where('uid', '=', uid)
    .execute()
  await db.updateTable('appointment_changes').set({ message: '' }).where('appointment_id', '=', id).execute()
  await db.deleteFrom('manage_links').where('appointment_id', '=', id).execute()
  // What is still owed would tell somebody who is not known any more.
  await supersede(db, { appointment_id: id }, epochMs)
    // The event of a cancelled appointment still has to go.
    .$if(anonymized.status === 'cancelled', (query) => query.where('kind', '<>', 'calendar-event'))
    .execute()
  const isSynced = await db
    .selectFrom('synced_events')
    .select('uid')
    .where('uid', '=', uid)
    .executeTakeFirst()
  if (isSynced) await addJobs(db, { appointment_id: id }, anonymized.sequence, jobs)
}

export function clientStore({ db, write, purge }: Engine, uidDomain: string): ClientStore {
  return {
    async endedBefore(epochMs) {
      const rows = await db
        .selectFrom('appointments')
        .select('id')
        .where('end_ms', '<', epochMs)
        .where(isKnown)
        .orderBy('end_ms')
        .limit(sql.lit(rowsAtOnce))
        .execute()
      return rows.map((row) => row.id)
    },

    async appointmentsOf(client) {
      const all = db.selectFrom('appointments').selectAll()
      if ('id' in client) {
        const one = all.where('id', '=', client.id).where('email', '=', '').where('phone_key', 'is', null)
        return (await one.where(isKnown).execute()).map(toAppointment)
      }
      if ('phone' in client) {
        const rows = await ofClients(all, [
          { email: '', phone: client.phone, phone_key: phoneKey(client.phone) },
        ])
        return rows.map(toAppointment)
      }
      const rows = await ofClients(all, [{ email: client.email, phone: '', phone_key: null }])
      const numbers = rows.map(({ phone, phone_key }) => ({ email: '', phone, phone_key }))
      // Whoever else has the number has an address of their own; what was booked without one is this client's.
      const called = await ofClients(all.where('email', '=', ''), numbers)
      return [...rows, ...called].map(toAppointment)
    },

    async untold(ids) {
      const owed = db
        .selectFrom('jobs')
        .select('appointment_id as id')
        .where('kind', '=', 'client-invitation')
        .where('status', '=', pending)
      const rows = await forAll(ids, (some) => owed.where('appointment_id', 'in', some).execute())
      return rows.flatMap(({ id }) => id ?? [])
    },

    anonymize: (ids, epochMs, jobs) =>
      write(async (transaction) => {
        for (const id of ids) await anonymizeOne(transaction, id, eventUid(id, uidDomain), epochMs, jobs)
        await transaction
          .insertInto('retention')
          .values({ ...theOnly, to_purge: 1 })
          .onConflict((conflict) =>
            conflict.column('id').doUpdateSet({ to_purge: sql`retention.to_purge + 1` }),
          )
          .execute()
      }),

    async anonymizedAmong(ids) {
      const anonymized = db.selectFrom('appointments').select('id').where(sql<boolean>`not (${isKnown})`)
      const rows = await forAll(ids, (some) => anonymized.where('id', 'in', some).execute())
      return rows.map((row) => row.id)
    },

    async purge() {
      const known = await db.selectFrom('retention').select('to_purge').executeTakeFirst()
      if (!known?.to_purge) return
      await purge()
      await write((transaction) =>
        transaction
          .updateTable('retention')
          // Whoever was forgotten meanwhile is left for the next time.
          .set({ to_purge: sql`to_purge - ${known.to_purge}` })
          .where('to_purge', '>=', known.to_purge)
          .execute(),
      )
    },

    readClock: (next) =>
      write(async (transaction) => {
        const row = await transaction.selectFrom('retention').selectAll().executeTakeFirst()
        const known =
          row && row.read_at_ms !== null ? { readAtMs: row.read_at_ms, agreedMs: row.agreed_ms } : null
        const readings = next(known)
        const columns = { read_at_ms: readings.readAtMs, agreed_ms: readings.agreedMs }
        await transaction
          .insertInto('retention')
          .values({ ...theOnly, ...columns })
          .onConflict((conflict) => conflict.column('id').doUpdateSet(columns))
          .execute()
        return readings
      }),
  }
}
