import { sql } from 'kysely'
import type { SharedMigration } from './schema-words.ts'

/** What the readings of the owner's calendar have found that the owner has to know of or to decide. */
export const doubts: SharedMigration = (words) => ({
  async up(db) {
    await db.schema.alterTable('calendar_copies').addColumn('doubt', 'text').execute()
    for (const column of ['doubted_at_ms', 'told_at_ms']) {
      await db.schema.alterTable('calendar_copies').addColumn(column, words.epochMs).execute()
    }
    await db.schema
      .createIndex('calendar_copies_by_end')
      .on('calendar_copies')
      .columns(['calendar', 'end_ms'])
      .execute()
    for (const column of ['unreadable', 'told_unreadable']) {
      await db.schema
        .alterTable('calendar_reads')
        .addColumn(column, 'integer', (definition) => definition.notNull().defaultTo(0))
        .execute()
    }
    await db.schema.alterTable('calendar_reads').addColumn('told_read_at_ms', words.epochMs).execute()
    await sql`create index outbox_trouble_calendar on outbox (done_at_ms) where kind = 'calendar-notice'`.execute(
      db,
    )
  },
})
