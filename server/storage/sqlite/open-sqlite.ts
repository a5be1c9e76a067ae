import { closeSync, existsSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, SqliteDialect, sql } from 'kysely'
import { databaseFaults } from '../../../copy/terminal.ts'
import { StorageUnavailable } from '../../appointments/ports.ts'
import { giveToFoldersOwner, makeFolder } from '../../base/make-folder.ts'
import { despiteConflicts } from '../conflict.ts'
import type { Engine } from '../engine.ts'
import { setInitialSeats } from '../opening-store.ts'
import type { Db, Tables } from '../tables.ts'
import { countsInMemory } from './counts-in-memory.ts'
import { isLocked, translateFault } from './faults.ts'
import { groupCommit } from './group-commit.ts'
import { migrate } from './migrate.ts'
import { cachedStatements } from './statement-cache.ts'

/** How long SQLite waits for another process's write, with nothing else done meanwhile in this one. */
const busyTimeoutMs = 2000

/**
 * How long a start waits for another process that makes the schema or brings it up to date. SQLite itself does not
 * wait where two connections would wait for each other.
 */
const startPatienceMs = 15_000
const lookAgainMs = 100

/** Opens the file, and creates it for its owner's eyes only; SQLite gives its other files the same mode. */
function openFile(file: string): DatabaseSync {
  makeFolder(dirname(file))
  const isNew = !existsSync(file)
  closeSync(openSync(file, 'a', 0o600))
  if (isNew) giveToFoldersOwner(file)
  const database = new DatabaseSync(file, { timeout: busyTimeoutMs })
  try {
    database.exec('pragma journal_mode = wal')
    // A commit that was answered survives a power cut: https://www.sqlite.org/pragma.html#pragma_synchronous
    database.exec('pragma synchronous = full')
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/**
 * Which file lies there. SQLite goes on writing into one that was moved or deleted, and what is booked there is gone
 * with the process.
 */
function whichFile(file: string): string {
  try {
    const { dev, ino } = statSync(file)
    return `${dev} ${ino}`
  } catch {
    return 'none'
  }
}

async function openUpToDate(file: string, seats?: number) {
  const database = openFile(file)
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: cachedStatements(database) }) })
  try {
    const newerMigrations = await migrate(db)
    if (seats !== undefined) await setInitialSeats(db, seats)
    return { db, newerMigrations }
  } catch (error) {
    await db.destroy()
    throw error
  }
}

async function openPatiently(file: string, seats?: number) {
  const giveUpAt = performance.now() + startPatienceMs
  for (;;) {
    try {
      return await openUpToDate(file, seats)
    } catch (error) {
      if (!isLocked(error) || performance.now() > giveUpAt) throw translateFault(error)
      await sleep(lookAgainMs)
    }
  }
}

/** Deleted content stands on in free pages and in the gaps of others, and all of it in the log. */
async function purge(db: Db): Promise<void> {
  await sql`vacuum`.execute(db)
  const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db)
  if (rows[0]?.busy !== 0) throw new StorageUnavailable(databaseFaults.logInUse)
}

/**
 * Opens the database file and brings it to the newest schema.
 *
 * @param seats - how many appointments may overlap; the database refuses one more. Without them they stay as they are
 * @throws {StorageUnavailable} when the file cannot be opened or written
 */
export async function openSqlite(file: string, seats?: number): Promise<Engine> {
  const { db, newerMigrations } = await openPatiently(file, seats)
  const opened = whichFile(file)
  const commit = groupCommit(db, () => {
    if (whichFile(file) !== opened) throw new StorageUnavailable(databaseFaults.takenAway)
  })
  return {
    db,
    newerMigrations,
    write: (work) => despiteConflicts(() => commit(work)),
    snapshot: (work) => db.transaction().execute(work),
    // Whoever writes is alone: there is one writer at a time.
    lockTimes: async () => {},
    lockNotices: async () => {},
    skipLocked: (query) => query,
    // All processes are on one machine.
    leaseClock: (nowEpochMs) => sql`${nowEpochMs}`,
    // Of this process alone: a write for each request would cost a booking a fifth of its time.
    requestCounts: countsInMemory(),
    purge: () => purge(db),
    close: () => db.destroy(),
  }
}
