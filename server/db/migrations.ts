/** Brings a database to the schema of this version, and rejects one from a newer version. */

import { sql } from 'kysely'
import { databaseErrors } from '#copy/terminal.ts'
import { ConfigError } from '../lib/errors.ts'
import { version } from '../lib/version.ts'
import type { Dialect, Migration, OpenOptions } from './engine.ts'
import { schema } from './migrations/0001-schema.ts'
import { seenTokens } from './migrations/0002-seen-tokens.ts'
import { clientNotes } from './migrations/0003-client-notes.ts'
import { datesAndPlaces } from './migrations/0004-dates-and-places.ts'
import { telling } from './migrations/0005-telling.ts'
import { push } from './migrations/0006-push.ts'
import { simplerTables } from './migrations/0007-simpler-tables.ts'
import { confirmations } from './migrations/0008-confirmations.ts'
import { deletedNames } from './migrations/0009-deleted-names.ts'
import type { Db } from './schema.ts'

/** In the order in which they run. */
export const migrations: readonly Migration[] = [
  schema,
  seenTokens,
  clientNotes,
  datesAndPlaces,
  telling,
  push,
  simplerTables,
  confirmations,
  deletedNames,
]

export class NewerDatabase extends ConfigError {
  override name = 'NewerDatabase'
}

export class OlderDatabase extends ConfigError {
  override name = 'OlderDatabase'
}

interface Applied {
  name: string
  /** The program version that applied it. Version 0.1.0 stored none. */
  version?: string | null
}

const byVersion = new Intl.Collator('en', { numeric: true }).compare

/** @throws {NewerDatabase} with the version that can read it */
export function expectKnown(applied: readonly Applied[]): void {
  const known = new Set(migrations.map(({ name }) => name))
  const unknown = applied.filter(({ name }) => !known.has(name))
  if (unknown.length === 0) return
  const [newest] = unknown.flatMap((row) => row.version ?? []).sort((a, b) => byVersion(b, a))
  throw new NewerDatabase(databaseErrors.newer(newest))
}

/** @returns the migrations that a database has; none if it is new */
export async function getApplied(db: Db, { isNew }: Dialect): Promise<Applied[]> {
  const { rows } = await isNew.execute(db)
  if (rows[0]?.is_new) return []
  // Version 0.1.0 created this table, without the versions.
  return (await sql<Applied>`select * from kysely_migration order by name`.execute(db)).rows
}

const versions = sql`version varchar(255)`

const newRecords = sql`create table kysely_migration
  (name varchar(255) not null primary key, timestamp varchar(255) not null, ${versions})`

/**
 * Creates the tables of an empty database, or applies the migrations that an older one lacks.
 * @param db - in a transaction, which the caller ends. Other processes wait for it
 * @returns whether anything changed
 * @throws {NewerDatabase | OlderDatabase}
 */
export async function migrate(
  db: Db,
  dialect: Dialect,
  { beforeUpgrade, migrations: wanted }: OpenOptions,
): Promise<boolean> {
  const applied = await getApplied(db, dialect)
  expectKnown(applied)
  const names = applied.map(({ name }) => name)
  const pending = migrations.filter(({ name }) => !names.includes(name) && (wanted?.includes(name) ?? true))
  if (pending.length === 0) return false
  if (names.length === 0) await newRecords.execute(db)
  else {
    if (!beforeUpgrade) throw new OlderDatabase(databaseErrors.older)
    await beforeUpgrade()
    if (applied.some((row) => !('version' in row)))
      await sql`alter table kysely_migration add column ${versions}`.execute(db)
  }
  for (const { name, up } of pending) {
    await up(db, dialect)
    const row = sql.join([name, new Date().toISOString(), version])
    await sql`insert into kysely_migration (name, timestamp, version) values (${row})`.execute(db)
  }
  return true
}
