import { sql } from 'kysely'
import { databaseFaults as words } from '../../../copy/terminal.ts'
import { StorageUnavailable } from '../../appointments/ports.ts'
import { migrateToNewest } from '../migrations/migrator.ts'
import { postgresWords, type Steps } from '../migrations/schema-words.ts'
import type { Db } from '../tables.ts'
import { guarantee } from './guarantee.ts'
import { requestCounts } from './shared-counts.ts'

/** The planner's statistics quote values, and would go on naming clients who are forgotten. */
const noStatisticsOf = (...personal: string[]): Steps =>
  personal.map((what) => sql`alter ${sql.raw(what)} set statistics 0`)

const own: Record<string, Steps> = {
  '0001-guarantee': guarantee,
  '0004-request-counts': requestCounts,

  '0009-no-personal-statistics': noStatisticsOf(
    'table appointments alter column full_name',
    'table appointments alter column email',
    'table appointments alter column phone',
    'table calendar_events alter column summary',
    'table calendar_events alter column description',
    'table calendar_events alter column attendee_name',
    'table calendar_events alter column attendee_email',
  ),

  '0013-no-statistics-of-notes': noStatisticsOf(
    'table appointments alter column note',
    'table appointments alter column phone_key',
    'table appointment_changes alter column message',
    // Its first and only column is made of the address.
    'index appointments_by_email alter column 1',
  ),

  /** What is owed can be owed for a closure, too. */
  '0013-outbox-of-closures': [
    sql`alter table outbox
      alter column appointment_id drop not null,
      add column closure_id text references closures (id),
      add constraint outbox_subject check ((appointment_id is null) <> (closure_id is null))`,
    sql`create unique index outbox_of_closures on outbox (closure_id, kind, sequence)
      where closure_id is not null`,
  ],
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
    return migrateToNewest(transaction, postgresWords, own)
  })
}
