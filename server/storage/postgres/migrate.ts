import { type Kysely, sql } from 'kysely'
import { createMigrator } from '../migrations/migrator.ts'
import { postgresWords } from '../migrations/schema-words.ts'
import type { Tables } from '../tables.ts'
import { guarantee } from './guarantee.ts'
import { noPersonalStatistics } from './no-personal-statistics.ts'
import { noStatisticsOfNotes } from './no-statistics-of-notes.ts'
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

/**
 * Brings the database to the newest schema.
 * @returns the migrations that a newer version has made, and this one does not know
 * @throws what made a migration fail; the database is then as it was before
 */
export async function migrate(db: Kysely<Tables>): Promise<string[]> {
  return db.transaction().execute(async (transaction) => {
    // Several processes can start at once; the others wait here and find the work done.
    await sql`select pg_advisory_xact_lock(${migrationLock})`.execute(transaction)
    const { migrator, newer } = await createMigrator(transaction, { words: postgresWords, own })
    const { error } = await migrator.migrateToLatest()
    if (error) throw error
    return newer
  })
}
