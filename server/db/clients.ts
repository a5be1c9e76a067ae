import { sql } from 'kysely'
import { personalFields, type StoredAppointment } from '../../booking/appointment.ts'
import { eventUid } from '../../booking/calendar-event.ts'
import { toPhoneKey } from '../../booking/contact.ts'
import { getKind } from '../../booking/kinds.ts'
import { deleteClientNotes } from './client-notes.ts'
import { runInBatches } from './compiled-query.ts'
import type { Engine } from './engine.ts'
import { addJobs, type NewJob, pending, supersede } from './jobs.ts'
import { ofClients } from './one-client.ts'
import { isKnown, toAppointment } from './rows.ts'
import type { Db } from './schema.ts'

export type KnownBy = { email: string } | { phone: string } | { id: string }

/** Readings of the clock, epoch milliseconds. */
export interface ClockReadings {
  readAtMs: number
  /** The latest moment that has passed according to two readings; null until there are two. */
  agreedMs: number | null
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
  const fields = Object.fromEntries(personalFields.map((name) => [name, '']))
  const others = { phone_key: null, mailbox: null, booked_from: null, note: '' }
  const anonymized = await db
    .updateTable('appointments')
    .set({ ...fields, ...others, idempotency_key: id, anonymized_at_ms: epochMs })
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
  await db.updateTable('tellings').set({ message: '' }).where('appointment_id', '=', id).execute()
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
        const nameless = all
          .where('id', '=', client.id)
          .where('email', '=', '')
          .where('phone_key', 'is', null)
        return (await nameless.where(isKnown).execute()).map(toAppointment)
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
      const rows = await runInBatches(ids, (batch) => unsent.where('appointment_id', 'in', batch).execute())
      return rows.flatMap(({ id }) => id ?? [])
    },

    /**
     * Skips confirmed ones that end later.
     * @param jobs - for an event on another server
     * @param isForgotten - whether to delete the client's lasting note even if the client has other appointments
     */
    anonymize: (
      ids: readonly string[],
      epochMs: number,
      jobs: readonly NewJob[],
      isForgotten: boolean,
    ): Promise<void> =>
      write(async (transaction) => {
        await deleteClientNotes(transaction, ids, isForgotten)
        for (const id of ids) await anonymizeOne(transaction, id, eventUid(id, uidDomain), epochMs, jobs)
        const counted = transaction.insertInto('retention').values({ ...theOnly, to_purge: 1 })
        const to_purge = sql<number>`retention.to_purge + 1`
        await counted.onConflict((conflict) => conflict.column('id').doUpdateSet({ to_purge })).execute()
      }),

    async anonymizedAmong(ids: readonly string[]): Promise<string[]> {
      const anonymized = db.selectFrom('appointments').select('id').where('anonymized_at_ms', 'is not', null)
      const rows = await runInBatches(ids, (batch) => anonymized.where('id', 'in', batch).execute())
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
