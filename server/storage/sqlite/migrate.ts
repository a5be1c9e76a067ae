import { sql } from 'kysely'
import { migrateToNewest } from '../migrations/migrator.ts'
import { type Steps, sqliteWords } from '../migrations/schema-words.ts'
import type { Db } from '../tables.ts'
import { guarantee } from './guarantee.ts'
import { immediately } from './immediately.ts'

const columns = sql.raw(
  'id, appointment_id, kind, sequence, due_at_ms, attempts, claimed_until_ms, done_at_ms, last_error, result, told_at_ms',
)

async function replaceOutbox(db: Db): Promise<void> {
  const indexes = await sql<{ sql: string }>`select sql from sqlite_master
    where type = 'index' and tbl_name = 'outbox' and sql is not null`.execute(db)
  await sql`drop table outbox`.execute(db)
  await sql`alter table outbox_with_closures rename to outbox`.execute(db)
  for (const index of indexes.rows) await sql.raw(index.sql).execute(db)
}

const own: Record<string, Steps> = {
  '0001-guarantee': guarantee,

  /** What is owed can be owed for a closure, too. SQLite makes the table anew, because a column may become null. */
  '0013-outbox-of-closures': [
    sql`create table outbox_with_closures (
      id integer primary key,
      appointment_id text references appointments (id),
      closure_id text references closures (id),
      kind text not null,
      sequence integer not null,
      due_at_ms integer not null,
      attempts integer not null default 0,
      claimed_until_ms integer,
      done_at_ms integer,
      last_error text,
      result text,
      told_at_ms integer,
      constraint outbox_once unique (appointment_id, kind, sequence),
      constraint outbox_subject check ((appointment_id is null) <> (closure_id is null))
    ) strict`,
    sql`insert into outbox_with_closures (${columns}) select ${columns} from outbox`,
    replaceOutbox,
    sql`create unique index outbox_of_closures on outbox (closure_id, kind, sequence)
      where closure_id is not null`,
  ],
}

/**
 * Brings the database to the newest schema, or leaves it as it was. Two processes can start on one new file; the second
 * waits and finds the work done.
 * @returns what newer versions have made of it
 */
export const migrate = (db: Db) =>
  immediately(db, (transaction) => migrateToNewest(transaction, sqliteWords, own))
