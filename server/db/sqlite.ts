import { closeSync, existsSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, type SqliteDatabase, SqliteDialect, type SqliteStatement, sql } from 'kysely'
import { databaseErrors, databaseErrors as words } from '#copy/terminal.ts'
import { StorageUnavailable } from '../lib/errors.ts'
import { giveToFolderOwner, makeFolder } from '../lib/files-and-secrets.ts'
import { createMemoryCounts } from './counts.ts'
import { type Engine, StorageConflict } from './engine.ts'
import { beginImmediate, createGroupCommit } from './group-commit.ts'
import { sqliteGuarantee } from './guarantee.ts'
import { setInitialSeats } from './hours.ts'
import { type Dialect, expectThisVersion, makeSchema } from './migrations.ts'
import type { Db, Tables } from './schema.ts'

/** Primary result codes: https://www.sqlite.org/rescode.html */
const constraint = 19

const unavailable = new Map([
  [5, words.locked],
  [6, words.locked],
  [8, words.readOnly],
  [10, words.unreadable],
  [13, words.full],
  [14, words.unopened],
  [11, words.damaged],
  [26, words.damaged],
])

function primaryCode(error: unknown): number | null {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return null
  return error.errcode & 0xff
}

export function translateError(error: unknown): unknown {
  const code = primaryCode(error)
  if (code === null || !(error instanceof Error)) return error
  if (code === constraint) return new StorageConflict(error.message, { cause: error })
  const sentence = unavailable.get(code)
  return sentence ? new StorageUnavailable(sentence, { cause: error }) : error
}

export function isLocked(error: unknown): boolean {
  const code = primaryCode(error instanceof StorageUnavailable ? error.cause : error)
  return code !== null && unavailable.get(code) === words.locked
}

const statementsMax = 200

function translated<T>(run: () => T): T {
  try {
    return run()
  } catch (error) {
    throw translateError(error)
  }
}

/** SQLite itself rejects values that it can't store. */
const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[]

const toKysely = (statement: StatementSync): SqliteStatement => ({
  reader: statement.columns().length > 0,
  all: (parameters) => translated(() => statement.all(...values(parameters))),
  run: (parameters) => translated(() => statement.run(...values(parameters))),
  iterate: (parameters) => statement.iterate(...values(parameters)),
})

export function cachedStatements(database: DatabaseSync): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>()
  return {
    prepare(sql) {
      const statement = statements.getOrInsertComputed(sql, () =>
        toKysely(translated(() => database.prepare(sql))),
      )
      if (statements.size > statementsMax) statements.delete(statements.keys().next().value ?? sql)
      return statement
    },
    close() {
      statements.clear()
      database.close()
    },
  }
}

const dialect: Dialect = {
  epochMs: sql`integer`,
  rowNumber: sql`integer`,
  strict: sql`strict`,
  own: sqliteGuarantee,
}

/** How long SQLite waits for another process's write. It blocks this process. */
const busyTimeoutMs = 2000
/**
 * How long a starting server waits for another process that creates the schema. SQLite itself doesn't wait in a
 * deadlock.
 */
const startPatienceMs = 15_000
const lookAgainMs = 100

/** Checks the version before anything is written: settings below stay in the file. @throws {OtherVersion} */
function expectOurs(database: DatabaseSync): void {
  const named = "select 1 from sqlite_schema where name = 'kysely_migration'"
  if (!database.prepare(named).get()) return
  const rows = database.prepare('select name from kysely_migration').all()
  expectThisVersion(rows.map(({ name }) => String(name)))
}

/** Opens the file, and creates it readable by its owner only; SQLite gives its other files the same mode. */
function openFile(file: string): DatabaseSync {
  makeFolder(dirname(file))
  const isNew = !existsSync(file)
  closeSync(openSync(file, 'a', 0o600))
  if (isNew) giveToFolderOwner(file)
  const database = new DatabaseSync(file, { timeout: busyTimeoutMs })
  try {
    expectOurs(database)
    database.exec('pragma journal_mode = wal')
    // A commit that was answered survives a power cut: https://www.sqlite.org/pragma.html#pragma_synchronous
    database.exec('pragma synchronous = full')
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/** SQLite keeps writing to a file that was moved or deleted, and those bookings end with the process. */
function whichFile(file: string): string {
  try {
    const { dev, ino } = statSync(file)
    return `${dev} ${ino}`
  } catch {
    return 'none'
  }
}

async function openOnce(file: string, seats?: number) {
  const database = openFile(file)
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: cachedStatements(database) }) })
  try {
    // Two processes can start on one new file; the second waits, and finds the schema.
    await beginImmediate(db, (transaction) => makeSchema(transaction, dialect))
    if (seats !== undefined) await setInitialSeats(db, seats)
    return db
  } catch (error) {
    await db.destroy()
    throw error
  }
}

async function openPatiently(file: string, seats?: number): Promise<Db> {
  const giveUpAt = performance.now() + startPatienceMs
  for (;;) {
    try {
      return await openOnce(file, seats)
    } catch (error) {
      if (!isLocked(error) || performance.now() > giveUpAt) throw translateError(error)
      await sleep(lookAgainMs)
    }
  }
}

/** Deleted content stays in free pages, in gaps of others, and in the log. */
async function purge(db: Db): Promise<void> {
  await sql`vacuum`.execute(db)
  const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db)
  if (rows[0]?.busy !== 0) throw new StorageUnavailable(databaseErrors.logInUse)
}

/**
 * Opens the database file, and brings its schema to this version's.
 * @throws {StorageUnavailable} if the file can't be opened or written
 * @throws {NewerDatabase | OlderDatabase} if another version made it; nothing is written
 */
export async function openSqlite(file: string, seats?: number): Promise<Engine> {
  const db = await openPatiently(file, seats)
  const opened = whichFile(file)
  const commit = createGroupCommit(db, () => {
    if (whichFile(file) !== opened) throw new StorageUnavailable(databaseErrors.takenAway)
  })
  return {
    db,
    write: commit,
    snapshot: (work) => db.transaction().execute(work),
    lockTimes: async () => {},
    lockLimits: async () => {},
    lockNotices: async () => {},
    skipLocked: (query) => query,
    leaseClock: (nowEpochMs) => sql`${nowEpochMs}`,
    // Counts this process only: a write per request would take a fifth of the time of a booking.
    requestCounts: createMemoryCounts(),
    purge: () => purge(db),
    close: () => db.destroy(),
  }
}
