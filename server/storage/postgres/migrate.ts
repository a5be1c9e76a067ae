import { sql } from 'kysely'
import { databaseFaults as words } from '../../../site/copy/terminal.ts'
import { StorageUnavailable } from '../../appointments/ports.ts'
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

/** With which every name can be stored: SQL_ASCII, which PostgreSQL makes without a locale, takes ours as they are. */
const encodings = ['UTF8', 'SQL_ASCII']

const extension = sql.lit('btree_gist')

/**
 * Looks before the first table is made at what whoever runs the database has to put right; one that has our tables
 * goes on as it is.
 * @throws {StorageUnavailable} which says what it is
 */
async function expectFit(db: Db): Promise<void> {
  const { rows } = await sql<{
    is_new: boolean
    encoding: string
    may_make: boolean
    has_extension: boolean
  }>`
    select to_regclass('kysely_migration') is null as is_new,
      current_setting('server_encoding') as encoding,
      coalesce(has_schema_privilege(current_schema(), 'create'), false)
        and (has_database_privilege(current_database(), 'create')
          or exists (select from pg_extension where extname = ${extension})) as may_make,
      exists (select from pg_available_extensions where name = ${extension}) as has_extension`.execute(db)
  const [found] = rows
  if (!found?.is_new) return
  if (!encodings.includes(found.encoding)) throw new StorageUnavailable(words.letters(found.encoding))
  if (!found.may_make) throw new StorageUnavailable(words.notOurs)
  if (!found.has_extension) throw new StorageUnavailable(words.noExtension)
}

/** Brings the database to the newest schema, or leaves it as it was. @returns what newer versions have made of it */
export async function migrate(db: Db): Promise<string[]> {
  return db.transaction().execute(async (transaction) => {
    // Several processes can start at once; the others wait here and find the work done.
    await sql`select pg_advisory_xact_lock(${migrationLock})`.execute(transaction)
    await expectFit(transaction)
    return migrateToNewest(transaction, { words: postgresWords, own })
  })
}
