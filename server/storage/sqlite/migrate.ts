import { type Kysely, sql } from 'kysely'
import { createMigrator } from '../migrations/migrator.ts'
import { sqliteWords } from '../migrations/schema-words.ts'
import type { Tables } from '../tables.ts'
import { guarantee } from './guarantee.ts'
import { outboxOfClosures } from './outbox-of-closures.ts'

const own = { '0001-guarantee': guarantee, '0013-outbox-of-closures': outboxOfClosures }

/**
 * Brings the database to the newest schema.
 * @returns the migrations that a newer version has made, and this one does not know
 * @throws what made a migration fail; the database is then as it was before
 */
export async function migrate(db: Kysely<Tables>): Promise<string[]> {
  return db.connection().execute(async (connection) => {
    // Two processes can start on one new file; the second waits here and finds the work done.
    await sql`begin immediate`.execute(connection)
    try {
      const { migrator, newer } = await createMigrator(connection, { words: sqliteWords, own })
      const { error } = await migrator.migrateToLatest({ disableTransactions: true })
      if (error) throw error
      await sql`commit`.execute(connection)
      return newer
    } catch (error) {
      await sql`rollback`.execute(connection)
      throw error
    }
  })
}
