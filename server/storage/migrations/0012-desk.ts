import { type Kysely, sql } from 'kysely'
import { phoneKey } from '../../../booking/phone-key.ts'
import type { SharedMigration } from './schema-words.ts'

const rowsAtOnce = 1000

/** Numbers that were stored before there was a key for them. */
async function addPhoneKeys(db: Kysely<unknown>): Promise<void> {
  for (let last = ''; ; ) {
    const { rows } = await sql<{ id: string; phone: string }>`
      select id, phone from appointments where id > ${last} order by id limit ${sql.lit(rowsAtOnce)}`.execute(
      db,
    )
    for (const { id, phone } of rows) {
      await sql`update appointments set phone_key = ${phoneKey(phone)} where id = ${id}`.execute(db)
    }
    const newest = rows.at(-1)
    if (!newest) return
    last = newest.id
  }
}

/** What the owner notes of an appointment, when nobody is received, and the opening hours that are in force. */
export const desk: SharedMigration = (words) => ({
  async up(db) {
    await sql`alter table appointments add column attendance text
      check (attendance in ('came', 'did_not_come'))`.execute(db)
    await sql`alter table appointments add column booked_by text not null default 'client'
      check (booked_by in ('client', 'shop'))`.execute(db)
    await sql`alter table appointments add column note text not null default ''`.execute(db)
    await sql`alter table appointments add column phone_key text`.execute(db)
    await sql`alter table appointment_changes add column message text not null default ''`.execute(db)
    await addPhoneKeys(db)
    await sql`create index appointments_by_email on appointments (lower(email))`.execute(db)
    await sql`create index appointments_by_phone on appointments (phone_key)`.execute(db)
    await sql`create index appointments_cancelled on appointments (start_ms)
      where status = 'cancelled'`.execute(db)

    await db.schema
      .createTable('closures')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('from_wall_time', 'text', (column) => column.notNull())
      .addColumn('to_wall_time', 'text', (column) => column.notNull())
      .addColumn('start_ms', words.epochMs, (column) => column.notNull())
      .addColumn('end_ms', words.epochMs, (column) => column.notNull())
      .addColumn('reason', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('sequence', 'integer', (column) => column.notNull())
      .addCheckConstraint('closures_status', sql`status in ('confirmed', 'cancelled')`)
      .addCheckConstraint('closures_order', sql`start_ms < end_ms`)
      .modifyEnd(words.strict)
      .execute()
    await db.schema
      .createIndex('refresh_tokens_by_session')
      .on('refresh_tokens')
      .column('session_id')
      .execute()
    await sql`create index closures_by_end on closures (end_ms) where status = 'confirmed'`.execute(db)

    await db.schema
      .createTable('opening_hours')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('opening', 'text', (column) => column.notNull())
      .modifyEnd(words.strict)
      .execute()
  },
})
