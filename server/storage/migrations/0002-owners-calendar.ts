import type { SharedMigration } from './schema-words.ts'

/** What is known of a calendar on somebody else's server: what we wrote there, how far it was read, what is busy. */
export const ownersCalendar: SharedMigration = (words) => ({
  async up(db) {
    await db.schema
      .createTable('calendar_copies')
      .addColumn('calendar', 'text', (column) => column.notNull())
      .addColumn('uid', 'text', (column) => column.notNull())
      .addColumn('sequence', 'integer', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('start_ms', words.epochMs, (column) => column.notNull())
      .addColumn('end_ms', words.epochMs, (column) => column.notNull())
      .addColumn('refused_start_ms', words.epochMs)
      .addColumn('refused_why', 'text')
      .addColumn('refusals', 'integer', (column) => column.notNull().defaultTo(0))
      .addPrimaryKeyConstraint('calendar_copies_once', ['calendar', 'uid'])
      .modifyEnd(words.strict)
      .execute()

    await db.schema
      .createTable('calendar_reads')
      .addColumn('calendar', 'text', (column) => column.primaryKey().notNull())
      .addColumn('cursor', 'text')
      .addColumn('read_at_ms', words.epochMs)
      .addColumn('next_turn_at_ms', words.epochMs, (column) => column.notNull())
      .modifyEnd(words.strict)
      .execute()

    await db.schema
      .createTable('busy_times')
      .addColumn('calendar', 'text', (column) => column.notNull())
      .addColumn('start_ms', words.epochMs, (column) => column.notNull())
      .addColumn('end_ms', words.epochMs, (column) => column.notNull())
      .addPrimaryKeyConstraint('busy_times_once', ['calendar', 'start_ms', 'end_ms'])
      .modifyEnd(words.strict)
      .execute()
    await db.schema.createIndex('busy_times_by_end').on('busy_times').column('end_ms').execute()
  },
})
