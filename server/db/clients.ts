import { type SelectQueryBuilder, sql } from 'kysely'
import { ownersCalendar } from '#copy/emails.ts'
import type { StoredAppointment } from '../../booking/appointment.ts'
import { eventUid } from '../../booking/calendar-event.ts'
import { extensionsDiffer, toMailbox, toPhoneKey } from '../../booking/contact.ts'
import { getKind } from '../../booking/kinds.ts'
import { runInBatches } from './compiled-query.ts'
import type { Engine } from './engine.ts'
import { addJobs, type NewJob, pending, supersede } from './jobs.ts'
import { type AppointmentRow, confirmed, isKnown, toAppointment } from './rows.ts'
import type { Db, Tables } from './schema.ts'

export type KnownBy = { email: string } | { phone: string } | { id: string }

/** Readings of the clock, epoch milliseconds. */
export interface ClockReadings {
  readAtMs: number
  /** The latest moment that has passed according to two readings; null until there are two. */
  agreedMs: number | null
}

export type Called = Pick<AppointmentRow, 'phone' | 'phone_key'>

type Reachable = Called & Pick<AppointmentRow, 'email'>

const haveOneAddress = (one: Reachable, other: Reachable) =>
  one.email !== '' && one.email.toLowerCase() === other.email.toLowerCase()

export const haveOneNumber = (one: Called, other: Called) =>
  one.phone_key !== null && one.phone_key === other.phone_key && !extensionsDiffer(one.phone, other.phone)

export const areOneClient = (one: Reachable, other: Reachable) =>
  haveOneAddress(one, other) || haveOneNumber(one, other)

export async function ofClients<Found extends { id: string } & Reachable>(
  appointments: SelectQueryBuilder<Tables, 'appointments', Found>,
  clients: readonly Reachable[],
): Promise<Found[]> {
  const addresses = new Set(clients.flatMap(({ email }) => (email ? [email.toLowerCase()] : [])))
  const mailboxes = [...new Set([...addresses].map(toMailbox))]
  const byNumber = Map.groupBy(clients, ({ phone_key }) => phone_key)
  const numbers = [...byNumber.keys()].filter((number) => number !== null)
  const called = await runInBatches(numbers, (some) => appointments.where('phone_key', 'in', some).execute())
  const mailed = await runInBatches(mailboxes, (some) => appointments.where('mailbox', 'in', some).execute())
  const rows = [
    ...mailed.filter((row) => addresses.has(row.email.toLowerCase())),
    ...called.filter((row) => byNumber.get(row.phone_key)?.some((client) => haveOneNumber(client, row))),
  ]
  return [...new Map(rows.map((row) => [row.id, row])).values()]
}

const keysOf = ({ email, phone_key }: Reachable): string[] => [
  ...(email ? [`mailto:${email.toLowerCase()}`] : []),
  ...(phone_key ? [`tel:${phone_key}`] : []),
]

export function clientIndex<Found extends { id: string } & Reachable>(appointments: readonly Found[]) {
  const byKey = new Map<string, Found[]>()
  for (const one of appointments) {
    for (const key of keysOf(one)) byKey.getOrInsert(key, []).push(one)
  }
  return (row: Reachable): Found[] => {
    const found = keysOf(row).flatMap((key) => byKey.get(key) ?? [])
    return [...new Set(found)].filter((one) => areOneClient(one, row))
  }
}

export async function visitNumbers(db: Db, rows: readonly AppointmentRow[]) {
  const confirmedOnes = db
    .selectFrom('appointments')
    .select(['id', 'email', 'phone', 'phone_key', 'start_ms'])
    .where('status', '=', confirmed)
  const visitsOf = clientIndex(await ofClients(confirmedOnes, rows))
  return (row: AppointmentRow): number => {
    const earlier = visitsOf(row).filter(
      ({ id, start_ms }) => start_ms < row.start_ms || (start_ms === row.start_ms && id < row.id),
    )
    return 1 + earlier.length
  }
}

const rowsAtOnce = 25

const theOnly = { id: 1 }

async function anonymizeOne(
  db: Db,
  id: string,
  uid: string,
  epochMs: number,
  jobs: readonly NewJob[],
): Promise<void> {
  const empty = { email: '', phone: '', phone_key: null, mailbox: null, booked_from: null, note: '' }
  const full_name = ownersCalendar.forgottenName
  const anonymized = await db
    .updateTable('appointments')
    .set({ ...empty, full_name, idempotency_key: id, anonymized_at_ms: epochMs })
    .where('id', '=', id)
    .where((row) => row.or([row('end_ms', '<', epochMs), row('status', '=', 'cancelled')]))
    .where(isKnown)
    .returning(['kind', 'sequence', 'status'])
    .executeTakeFirst()
  if (!anonymized) return
  const noOne = { description: '', attendee_name: null, attendee_email: null }
  const event = db.updateTable('calendar_events').where('uid', '=', uid)
  await event.set({ summary: getKind(anonymized.kind).name, ...noOne }).execute()
  await db.updateTable('appointment_changes').set({ message: '' }).where('appointment_id', '=', id).execute()
  await db.deleteFrom('manage_links').where('appointment_id', '=', id).execute()
  await db.deleteFrom('opened_links').where('appointment_id', '=', id).execute()
  await supersede(db, { appointment_id: id }, epochMs)
    .$if(anonymized.status === 'cancelled', (query) => query.where('kind', '<>', 'calendar-event'))
    .execute()
  const synced = db.selectFrom('synced_events').select('uid').where('uid', '=', uid)
  if (await synced.executeTakeFirst()) await addJobs(db, { appointment_id: id }, anonymized.sequence, jobs)
}

export type ClientStore = ReturnType<typeof createClientStore>

export function createClientStore({ db, write, purge }: Engine, uidDomain: string) {
  return {
    /** Ids of the oldest appointments that ended before then and aren't anonymized. The next call finds more. */
    async endedBefore(epochMs: number): Promise<string[]> {
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

    async appointmentsOf(client: KnownBy): Promise<StoredAppointment[]> {
      const all = db.selectFrom('appointments').selectAll()
      if ('id' in client) {
        const one = all.where('id', '=', client.id).where('email', '=', '').where('phone_key', 'is', null)
        return (await one.where(isKnown).execute()).map(toAppointment)
      }
      if ('phone' in client) {
        const { phone } = client
        const rows = await ofClients(all, [{ email: '', phone, phone_key: toPhoneKey(phone) }])
        return rows.map(toAppointment)
      }
      const rows = await ofClients(all, [{ email: client.email, phone: '', phone_key: null }])
      const numbers = rows.map(({ phone, phone_key }) => ({ email: '', phone, phone_key }))
      // Another client with this number has another address. A booking without an address is this client's.
      const called = await ofClients(all.where('email', '=', ''), numbers)
      return [...rows, ...called].map(toAppointment)
    },

    async awaitingEmail(ids: readonly string[]): Promise<string[]> {
      const jobs = db.selectFrom('jobs').select('appointment_id as id').where('status', '=', pending)
      const unsent = jobs.where('kind', '=', 'client-invitation')
      const rows = await runInBatches(ids, (some) => unsent.where('appointment_id', 'in', some).execute())
      return rows.flatMap(({ id }) => id ?? [])
    },

    /** Skips confirmed ones that end after that. @param jobs - for an event on another server */
    anonymize: (ids: readonly string[], epochMs: number, jobs: readonly NewJob[]): Promise<void> =>
      write(async (transaction) => {
        for (const id of ids) await anonymizeOne(transaction, id, eventUid(id, uidDomain), epochMs, jobs)
        const counted = transaction.insertInto('retention').values({ ...theOnly, to_purge: 1 })
        const to_purge = sql<number>`retention.to_purge + 1`
        await counted.onConflict((conflict) => conflict.column('id').doUpdateSet({ to_purge })).execute()
      }),

    async anonymizedAmong(ids: readonly string[]): Promise<string[]> {
      const anonymized = db.selectFrom('appointments').select('id').where('anonymized_at_ms', 'is not', null)
      const rows = await runInBatches(ids, (some) => anonymized.where('id', 'in', some).execute())
      return rows.map((row) => row.id)
    },

    async purge(): Promise<void> {
      const known = await db.selectFrom('retention').select('to_purge').executeTakeFirst()
      if (!known?.to_purge) return
      await purge()
      await write((transaction) =>
        transaction
          .updateTable('retention')
          .set({ to_purge: sql`to_purge - ${known.to_purge}` })
          .where('to_purge', '>=', known.to_purge)
          .execute(),
      )
    },

    /**
     * Stores the clock's reading.
     * @param next - computes it from the stored ones; null at first
     */
    readClock: (next: (known: ClockReadings | null) => ClockReadings): Promise<ClockReadings> =>
      write(async (transaction) => {
        const row = await transaction.selectFrom('retention').selectAll().executeTakeFirst()
        const readAtMs = row?.read_at_ms ?? null
        const readings = next(readAtMs === null ? null : { readAtMs, agreedMs: row?.agreed_ms ?? null })
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
