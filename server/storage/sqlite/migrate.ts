import { type Kysely, sql } from 'kysely'
import { createMigrator } from '../migrations/migrator.ts'
import { sqliteWords } from '../migrations/schema-words.ts'
import type { Tables } from '../tables.ts'
import { guarantee } from './guarantee.ts'

const own = { '0001-guarantee': guarantee }

/**
 * Brings the database to the newest schema.
 * @throws what made a migration fail; the database is then as it was before
 */
export async function migrate(db: Kysely<Tables>): Promise<void> {
  await db.connection().execute(async (connection) => {
    // Two processes can start on one new file; the second waits here and finds the work done.
    await sql`begin immediate`.execute(connection)
    try {
      const migrator = await createMigrator(connection, { words: sqliteWords, own })
      const { error } = await migrator.migrateToLatest({ disableTransactions: true })
      if (error) throw error
      await sql`commit`.execute(connection)
    } catch (error) {
      await sql`rollback`.execute(connection)
      throw error
    }
  })
}
