import { join } from 'node:path'
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite'
import { Client, types } from 'pg'
import { inject, onTestFinished } from 'vitest'

/** What is promised, is promised on both: `describe.each(engines)`. */
export const engines = ['SQLite', 'PostgreSQL'] as const

export type EngineName = (typeof engines)[number]

/** An empty database on the PostgreSQL server of this run. @returns its address */
async function createDatabase(): Promise<string> {
  const answer = await fetch(inject('newDatabaseAt'), { method: 'POST' })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`There is no database: ${text}`)
  return text
}

/** The settings with which a server uses a new database of that engine. */
export async function databaseSettings(engine: EngineName): Promise<Record<string, string>> {
  return engine === 'SQLite' ? {} : { DATABASE_URL: await createDatabase() }
}

export type Row = Record<string, SQLOutputValue>

export interface DatabaseItself {
  /** Runs one statement, past the application. @returns its rows @throws what the database says */
  run(sql: string): Promise<Row[]>
}

/** The file of SQLite, past the application; closed after the test. */
export function openFile(dataDir: string): DatabaseSync {
  const database = new DatabaseSync(join(dataDir, 'appointments.sqlite'), { timeout: 5000 })
  onTestFinished(() => {
    if (database.isOpen) database.close()
  })
  return database
}

async function postgresItself(url: string): Promise<DatabaseItself> {
  const client = new Client({
    connectionString: url,
    types: {
      getTypeParser: (oid, format) =>
        oid === types.builtins.INT8 ? Number : types.getTypeParser(oid, format as 'text'),
    },
  })
  client.on('error', () => {
    // The test has crashed the server.
  })
  await client.connect()
  onTestFinished(() => client.end())
  return { run: async (sql) => (await client.query(sql)).rows }
}

/** The database of a server with these settings, past the application. */
export async function openDatabaseItself(
  dataDir: string,
  settings: Record<string, string>,
): Promise<DatabaseItself> {
  const url = settings.DATABASE_URL
  if (url !== undefined) return postgresItself(url)
  const file = openFile(dataDir)
  return { run: async (sql) => file.prepare(sql).all() }
}
