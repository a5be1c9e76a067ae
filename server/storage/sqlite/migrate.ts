import { sql } from 'kysely'
import { migrateToNewest } from '../migrations/migrator.ts'
import { sqliteWords } from '../migrations/schema-words.ts'
import type { Db } from '../tables.ts'
import { guarantee } from './guarantee.ts'
import { outboxOfClosures } from './outbox-of-closures.ts'

const own = { '0001-guarantee': guarantee, '0013-outbox-of-closures': outboxOfClosures }

/** Brings the database to the newest schema, or leaves it as it was. @returns what newer versions have made of it */
export async function migrate(db: Db): Promise<string[]> {
  return db.connection().execute(async (connection) => {
    // Two processes can start on one new file; the second waits here and finds the work done.
    await sql`begin immediate`.execute(connection)
    try {
      const newer = await migrateToNewest(connection, { words: sqliteWords, own })
      await sql`commit`.execute(connection)
      return newer
    } catch (error) {
      await sql`rollback`.execute(connection)
      throw error
    }
  })
}
