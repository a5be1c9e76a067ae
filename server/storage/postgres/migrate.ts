import { sql } from 'kysely'
import { migrateToNewest } from '../migrations/migrator.ts'
import { postgresWords } from '../migrations/schema-words.ts'
import type { Db } from '../tables.ts'
import { guarantee } from './guarantee.ts'
import { noPersonalStatistics, noStatisticsOfNotes } from './no-statistics.ts'
import { outboxOfClosures } from './outbox-of-closures.ts'
import { requestCounts } from './shared-counts.ts'

const own = {
  '0001-guarantee': guarantee,
  '0004-request-counts': requestCounts,
  '0009-no-personal-statistics': noPersonalStatistics,
  '0013-no-statistics-of-notes': noStatisticsOfNotes,
  '0013-outbox-of-closures': outboxOfClosures,
}

/** Any number that no other program uses in this database. */
const migrationLock = sql.lit(7_240_125)

/** Brings the database to the newest schema, or leaves it as it was. @returns what newer versions have made of it */
export async function migrate(db: Db): Promise<string[]> {
  return db.transaction().execute(async (transaction) => {
    // Several processes can start at once; the others wait here and find the work done.
    await sql`select pg_advisory_xact_lock(${migrationLock})`.execute(transaction)
    return migrateToNewest(transaction, { words: postgresWords, own })
  })
}
