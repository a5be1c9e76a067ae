import { type Kysely, sql } from 'kysely'
import { longestOccupiedMs } from '../appointment-row.ts'
import type { SchemaWords, SharedMigration } from './schema-words.ts'

async function createTables(db: Kysely<unknown>, words: SchemaWords): Promise<void> {
  await db.schema
    .createTable('appointments')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('full_name', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('phone', 'text', (column) => column.notNull())
    .addColumn('appointment_date', 'text', (column) => column.notNull())
    .addColumn('appointment_time', 'text', (column) => column.notNull())
    .addColumn('referral_source', 'text', (column) => column.notNull())
    .addColumn('created_at_ms', words.epochMs, (column) => column.notNull())
    .addColumn('seat', 'integer', (column) => column.notNull())
    .addColumn('start_ms', words.epochMs, (column) => column.notNull())
    .addColumn('end_ms', words.epochMs, (column) => column.notNull())
    .addColumn('occupied_until_ms', words.epochMs, (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull().defaultTo('confirmed'))
    .addColumn('sequence', 'integer', (column) => column.notNull().defaultTo(0))
    .addCheckConstraint('appointments_status', sql`status in ('confirmed', 'cancelled')`)
    .addCheckConstraint('appointments_order', sql`start_ms < end_ms and end_ms <= occupied_until_ms`)
    .addCheckConstraint(
      'appointments_length',
      sql`occupied_until_ms - start_ms <= ${sql.lit(longestOccupiedMs)}`,
    )
    .modifyEnd(words.strict)
    .execute()

  await db.schema
    .createTable('outbox')
    .addColumn('id', words.rowNumber, (column) => column.primaryKey())
    .addColumn('appointment_id', 'text', (column) => column.notNull().references('appointments.id'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('sequence', 'integer', (column) => column.notNull())
    .addColumn('due_at_ms', words.epochMs, (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('claimed_until_ms', words.epochMs)
    .addColumn('done_at_ms', words.epochMs)
    .addColumn('last_error', 'text')
    .addColumn('result', 'text')
    .addUniqueConstraint('outbox_once', ['appointment_id', 'kind', 'sequence'])
    .modifyEnd(words.strict)
    .execute()

  await db.schema
    .createTable('calendar_events')
    .addColumn('uid', 'text', (column) => column.primaryKey().notNull())
    .addColumn('sequence', 'integer', (column) => column.notNull())
    .addColumn('start_ms', words.epochMs, (column) => column.notNull())
    .addColumn('end_ms', words.epochMs, (column) => column.notNull())
    .addColumn('summary', 'text', (column) => column.notNull())
    .addColumn('description', 'text', (column) => column.notNull())
    .addColumn('location', 'text', (column) => column.notNull())
    .addColumn('updated_at_ms', words.epochMs, (column) => column.notNull())
    .modifyEnd(words.strict)
    .execute()

  await db.schema
    .createTable('visitors')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('seen_at_ms', words.epochMs, (column) => column.notNull())
    .modifyEnd(words.strict)
    .execute()

  await db.schema
    .createTable('heartbeat')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('beat_at_ms', words.epochMs, (column) => column.notNull())
    .modifyEnd(words.strict)
    .execute()

  await db.schema
    .createTable('seats')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('count', 'integer', (column) => column.notNull())
    .modifyEnd(words.strict)
    .execute()
}

async function createIndexes(db: Kysely<unknown>): Promise<void> {
  await sql`create index appointments_by_start on appointments (start_ms) where status = 'confirmed'`.execute(
    db,
  )
  await sql`create unique index appointments_once on appointments
    (email, appointment_date, appointment_time, full_name, phone, referral_source)
    where status = 'confirmed'`.execute(db)
  await sql`create index outbox_by_due on outbox (due_at_ms) where done_at_ms is null`.execute(db)
  await sql`create index calendar_events_by_end on calendar_events (end_ms)`.execute(db)
  await sql`create index visitors_by_seen on visitors (seen_at_ms)`.execute(db)
}

export const appointments: SharedMigration = (words) => ({
  async up(db) {
    await createTables(db, words)
    await createIndexes(db)
  },
})
