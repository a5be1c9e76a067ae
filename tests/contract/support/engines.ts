import { join } from 'node:path'
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite'
import { Client, type CustomTypesConfig, types } from 'pg'
import { inject, onTestFinished } from 'vitest'

/** Every promise holds on both: `describe.each(engines)`. */
export const engines = ['SQLite', 'PostgreSQL'] as const

export type EngineName = (typeof engines)[number]

async function createDatabase(path: string): Promise<string> {
  const answer = await fetch(inject('newDatabaseAt') + path, { method: 'POST' })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`There is no database: ${text}`)
  return text
}

/** The settings of a server with a new database, which is empty. */
export async function databaseSettings(engine: EngineName): Promise<Record<string, string>> {
  return engine === 'SQLite' ? {} : { DATABASE_URL: await createDatabase('/') }
}

/** The same, for tests that aren't about the start of a server. With PostgreSQL its tables are there already. */
export async function migratedSettings(engine: EngineName): Promise<Record<string, string>> {
  return engine === 'SQLite' ? {} : { DATABASE_URL: await createDatabase('/migrated') }
}

export type Row = Record<string, SQLOutputValue>

/** The database, bypassing the application: runs one statement, and returns its rows or throws the database's error. */
export interface DatabaseItself {
  run(sql: string): Promise<Row[]>
}

export function openFile(dataDir: string): DatabaseSync {
  const database = new DatabaseSync(join(dataDir, 'appointments.sqlite'), { timeout: 5000 })
  onTestFinished(() => {
    if (database.isOpen) database.close()
  })
  return database
}

async function postgresItself(url: string): Promise<DatabaseItself> {
  const getTypeParser: CustomTypesConfig['getTypeParser'] = (oid, format) =>
    oid === types.builtins.INT8 ? Number : types.getTypeParser(oid, format as 'text')
  const client = new Client({ connectionString: url, types: { getTypeParser } })
  // A test may crash the server.
  client.on('error', () => {})
  await client.connect()
  onTestFinished(() => client.end())
  return { run: async (sql) => (await client.query(sql)).rows }
}

export async function openDatabaseItself(
  dataDir: string,
  settings: Record<string, string>,
): Promise<DatabaseItself> {
  const url = settings.DATABASE_URL
  if (url !== undefined) return postgresItself(url)
  const file = openFile(dataDir)
  return { run: async (sql) => file.prepare(sql).all() }
}
