import { sql } from 'kysely'
import { isKnown } from '../known-client.ts'
import type { SharedMigration } from './schema-words.ts'

/** What forgetting clients has to know: which of them are still known, what the clock has shown, what is left to do. */
export const retention: SharedMigration = (words) => ({
  async up(db) {
    // Who is forgotten leaves it, so that the oldest who is not is always its first row.
    await sql`create index appointments_known on appointments (end_ms) where ${isKnown}`.execute(db)
    await db.schema
      .createTable('retention')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('read_at_ms', words.epochMs)
      .addColumn('agreed_ms', words.epochMs)
      .addColumn('to_purge', 'integer', (column) => column.notNull().defaultTo(0))
      .modifyEnd(words.strict)
      .execute()
  },
})
