import { sql } from 'kysely'
import type { SharedMigration } from './schema-words.ts'

/** Appointments that move or are cancelled, the links with which clients do that, and who was told of trouble. */
export const changes: SharedMigration = (words) => ({
  async up(db) {
    await db.schema
      .createTable('appointment_changes')
      .addColumn('appointment_id', 'text', (column) => column.notNull().references('appointments.id'))
      .addColumn('sequence', 'integer', (column) => column.notNull())
      .addColumn('what', 'text', (column) => column.notNull())
      .addColumn('from_ms', words.epochMs, (column) => column.notNull())
      .addColumn('to_ms', words.epochMs)
      .addColumn('changed_by', 'text', (column) => column.notNull())
      .addColumn('changed_at_ms', words.epochMs, (column) => column.notNull())
      .addPrimaryKeyConstraint('appointment_changes_once', ['appointment_id', 'sequence'])
      .addCheckConstraint('appointment_changes_what', sql`what in ('rescheduled', 'cancelled')`)
      .addCheckConstraint('appointment_changes_by', sql`changed_by in ('client', 'owner')`)
      .modifyEnd(words.strict)
      .execute()

    await db.schema
      .createTable('visit_tokens')
      .addColumn('token_hash', 'text', (column) => column.primaryKey().notNull())
      .addColumn('appointment_id', 'text', (column) => column.notNull().references('appointments.id'))
      .addColumn('created_at_ms', words.epochMs, (column) => column.notNull())
      .modifyEnd(words.strict)
      .execute()
    await db.schema
      .createIndex('visit_tokens_by_appointment')
      .on('visit_tokens')
      .column('appointment_id')
      .execute()

    await db.schema.alterTable('outbox').addColumn('told_at_ms', words.epochMs).execute()
    // Few among very many: without an index of their own, whoever looks for one reads everything ever owed.
    await sql`create index outbox_trouble_mail on outbox (done_at_ms) where kind = 'trouble-mail'`.execute(db)
    await sql`create index outbox_trouble_event on outbox (done_at_ms) where kind = 'trouble-event'`.execute(
      db,
    )
    await db.schema
      .alterTable('calendar_events')
      .addColumn('status', 'text', (column) => column.notNull().defaultTo('confirmed'))
      .execute()
  },
})
