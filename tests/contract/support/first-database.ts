import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { firstSchema } from '../../support/first-schema.ts'
import { databaseSettings, type EngineName, openDatabaseItself, type Row } from './engines.ts'
import { createTemporaryFolder } from './shop-server.ts'

/**
 * Rows that a server of version 0.1.0 wrote: an appointment with a note, one that the desk moved, one that it canceled, a
 * closed time, opening hours for two fitters, and a session at the desk, whose token is `refreshToken`.
 */
export const firstRows: { refreshToken: string; tables: Record<string, Row[]> } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../fixtures/version-0.1.0.json'), 'utf8'),
)

const quoted = (value: unknown) =>
  typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value)

/** A database as version 0.1.0 left it. */
export async function firstDatabase(engine: EngineName) {
  const folder = createTemporaryFolder()
  const dataDir = join(folder, 'data')
  mkdirSync(dataDir)
  const env = await databaseSettings(engine)
  const { run } = await openDatabaseItself(dataDir, env)
  for (const statement of await firstSchema(engine)) await run(statement)
  for (const [table, rows] of Object.entries(firstRows.tables)) {
    for (const row of rows)
      await run(
        `insert into ${table} (${Object.keys(row).join()}) values (${Object.values(row).map(quoted).join()})`,
      )
  }
  await run(
    `create table kysely_migration (name varchar(255) not null primary key, timestamp varchar(255) not null)`,
  )
  await run(
    `insert into kysely_migration (name, timestamp) values ('0001-schema', '2026-11-28T00:00:00.000Z')`,
  )
  await run(
    `create table kysely_migration_lock (id varchar(255) not null primary key, is_locked integer default 0 not null)`,
  )
  await run(`insert into kysely_migration_lock (id, is_locked) values ('migration_lock', 0)`)
  return { folder, env, run, settings: { DATA_DIR: dataDir, ...env }, backups: join(dataDir, 'backups') }
}
