import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Client, types } from 'pg'
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts'

export type Row = Record<string, string | number | null>

export type EngineName = 'sqlite' | 'postgres'

/** The database of a storm, seen past the application. */
export interface StormDatabase {
  /** The settings with which a server uses it. */
  settings: Record<string, string>
  /** @throws what the database says */
  query(sql: string): Promise<Row[]>
  /** Ends the database server as a power cut does and starts it again; undefined where there is none. */
  crash?: () => Promise<void>
  remove(): Promise<void>
}

function sqlite(dataDir: string): StormDatabase {
  const open = () => new DatabaseSync(join(dataDir, 'appointments.sqlite'), { timeout: 5000 })
  return {
    settings: {},
    async query(sql) {
      const database = open()
      try {
        return database.prepare(sql).all() as Row[]
      } finally {
        database.close()
      }
    },
    remove: async () => {},
  }
}

async function postgres(server: PostgresServer): Promise<StormDatabase> {
  const url = await server.createDatabase()
  return {
    settings: { DATABASE_URL: url },
    async query(sql) {
      const client = new Client({
        connectionString: url,
        types: {
          getTypeParser: (oid, format) =>
            oid === types.builtins.INT8 ? Number : types.getTypeParser(oid, format as 'text'),
        },
      })
      await client.connect()
      try {
        return (await client.query(sql)).rows
      } finally {
        await client.end()
      }
    },
    async crash() {
      await server.crash()
      await server.start()
    },
    remove: () => server.remove(),
  }
}

export async function openStormDatabase(engine: EngineName, dataDir: string): Promise<StormDatabase> {
  return engine === 'sqlite' ? sqlite(dataDir) : postgres(await startPostgres())
}
