import { sql } from 'kysely'
import { mailboxOf, phoneKey } from '../../booking/contact.ts'
import { calendarEvents } from '../../copy/emails.ts'
import { followUpsOfForgetting } from '../appointments/follow-ups.ts'
import { eventUid } from '../appointments/identity.ts'
import type { ClientStore } from '../retention/client-store.ts'
import { toAppointment } from './appointment-row.ts'
import { digestOfKey } from './digest-of-key.ts'
import type { Engine } from './engine.ts'
import { enqueue, settle } from './enqueue.ts'
import { forAll } from './for-all.ts'
import { forgottenEmail, isKnown } from './known-client.ts'
import type { Db } from './tables.ts'
import { ofClients } from './visits-of-clients.ts'

/** Rows in one transaction: bookings wait for no more than that. */
const rowsAtOnce = 25

const theOnly = { id: 1 }

/** Where the event stood in a calendar on somebody else's server, it is owed that it says nothing of the client. */
async function oweForgetting(db: Db, id: string, sequence: number, dueAtMs: number) {
  const standing = await db
    .selectFrom('calendar_copies')
    .select('uid')
    .where('uid', '=', eventUid(id))
    .executeTakeFirst()
  if (standing) await enqueue(db, { appointment_id: id }, sequence, followUpsOfForgetting(dueAtMs))
}

async function forgetOne(db: Db, id: string, epochMs: number): Promise<void> {
  const client = await db
    .selectFrom('appointments')
    .select('email')
    .where('id', '=', id)
    // Somebody can have moved it since it was found.
    .where((row) => row.or([row('end_ms', '<', epochMs), row('status', '=', 'cancelled')]))
    .executeTakeFirst()
  if (!client) return
  const forgotten = await db
    .updateTable('appointments')
    .set({
      full_name: calendarEvents.forgottenName,
      email: forgottenEmail(id),
      phone: '0000000',
      phone_key: null,
      note: '',
    })
    .where('id', '=', id)
    // Another process can have forgotten it already.
    .where(isKnown)
    .returning(['sequence', 'status'])
    .executeTakeFirst()
  if (!forgotten) return
  await db
    .deleteFrom('mailbox_counts')
    .where('mailbox', '=', digestOfKey(mailboxOf(client.email)))
    .execute()
  await db
    .updateTable('calendar_events')
    .set({ summary: calendarEvents.forgotten, description: '', attendee_name: null, attendee_email: null })
    .where('uid', '=', eventUid(id))
    .execute()
  await db.updateTable('appointment_changes').set({ message: '' }).where('appointment_id', '=', id).execute()
  await db.deleteFrom('visit_tokens').where('appointment_id', '=', id).execute()
  // What is still owed would tell somebody who is not known any more.
  await settle(db, { appointment_id: id }, epochMs)
    // The event of a cancelled appointment still has to go.
    .$if(forgotten.status === 'cancelled', (query) => query.where('kind', '<>', 'calendar-event'))
    .execute()
  await oweForgetting(db, id, forgotten.sequence, epochMs)
}

export function clientStore({ db, write, purge }: Engine): ClientStore {
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
        return (await one.execute()).map(toAppointment)
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
        .selectFrom('outbox')
        .select('appointment_id as id')
        .where('kind', '=', 'client-invitation')
        .where('done_at_ms', 'is', null)
      const rows = await forAll(ids, (some) => owed.where('appointment_id', 'in', some).execute())
      return rows.flatMap(({ id }) => id ?? [])
    },

    forget: (ids, epochMs) =>
      write(async (transaction) => {
        for (const id of ids) await forgetOne(transaction, id, epochMs)
        await transaction
          .insertInto('retention')
          .values({ ...theOnly, to_purge: 1 })
          .onConflict((conflict) =>
            conflict.column('id').doUpdateSet({ to_purge: sql`retention.to_purge + 1` }),
          )
          .execute()
      }),

    async forgottenAmong(ids) {
      const forgotten = db.selectFrom('appointments').select('id').where(sql<boolean>`not (${isKnown})`)
      const rows = await forAll(ids, (some) => forgotten.where('id', 'in', some).execute())
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
