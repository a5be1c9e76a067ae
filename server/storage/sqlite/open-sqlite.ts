import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely, SqliteDialect, sql } from 'kysely'
import type { Engine } from '../engine.ts'
import { setSeats } from '../seats.ts'
import type { Tables } from '../tables.ts'
import { translateFault } from './faults.ts'
import { groupCommit } from './group-commit.ts'
import { migrate } from './migrate.ts'
import { countsInFile } from './shared-counts.ts'
import { cachedStatements } from './statement-cache.ts'

/** How long SQLite waits for another process's write, with nothing else done meanwhile in this one. */
const busyTimeoutMs = 2000

/** Opens the file, and creates it for its owner's eyes only; SQLite gives its other files the same mode. */
function openFile(file: string): DatabaseSync {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  closeSync(openSync(file, 'a', 0o600))
  const database = new DatabaseSync(file, { timeout: busyTimeoutMs })
  database.exec('pragma journal_mode = wal')
  // A commit that was answered survives a power cut: https://www.sqlite.org/pragma.html#pragma_synchronous
  database.exec('pragma synchronous = full')
  return database
}

/**
 * Opens the database file and brings it to the newest schema.
 *
 * @param seats - how many appointments may overlap; the database refuses one more
 * @throws {StorageUnavailable} when the file cannot be opened or written
 */
export async function openSqlite(file: string, seats: number): Promise<Engine> {
  let database: DatabaseSync
  try {
    database = openFile(file)
  } catch (error) {
    throw translateFault(error)
  }
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: cachedStatements(database) }) })
  const newerMigrations = await migrate(db)
  await setSeats(db, seats)
  const shared = countsInFile(join(dirname(file), 'request-counts.sqlite'))
  return {
    db,
    newerMigrations,
    write: groupCommit(db),
    snapshot: (work) => db.transaction().execute(work),
    // Whoever writes is alone: there is one writer at a time.
    takeTurn: async () => {},
    skipLocked: (query) => query,
    // All processes are on one machine.
    leaseClock: (nowEpochMs) => sql`${nowEpochMs}`,
    requestCounts: shared.counts,
    async close() {
      shared.close()
      await db.destroy()
    },
  }
}
