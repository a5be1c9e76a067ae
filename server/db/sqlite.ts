import { closeSync, existsSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, type SqliteDatabase, SqliteDialect, type SqliteStatement, sql } from 'kysely'
import { databaseErrors, databaseErrors as words } from '#copy/terminal.ts'
import { StorageUnavailable } from '../lib/errors.ts'
import { giveToFolderOwner, makeFolder } from '../lib/files-and-secrets.ts'
import { createMemoryCounts } from './counts.ts'
import { type Dialect, type Engine, type OpenOptions, ownTriggers, StorageConflict } from './engine.ts'
import { beginImmediate, createGroupCommit } from './group-commit.ts'
import { setInitialSeats } from './hours.ts'
import { expectKnown, getApplied, migrate } from './migrations.ts'
import type { Db, Tables } from './schema.ts'

/** Result codes of a taken time or an existing row: https://www.sqlite.org/rescode.html#extended_result_code_list */
const triggered = 1811
const duplicate = new Set([2067, 1555])

const isConflict = (code: unknown, message: string) =>
  code === triggered ? ownTriggers.has(message) : duplicate.has(Number(code))

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
  if ('errcode' in error && isConflict(error.errcode, error.message))
    return new StorageConflict(error.message, { cause: error })
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

export const dialect: Dialect = {
  engine: 'sqlite',
  epochMs: sql`integer`,
  rowNumber: sql`integer`,
  strict: sql`strict`,
  isNew: sql`select not exists (select 1 from sqlite_schema where name = 'kysely_migration') as is_new`,
}

/** How long SQLite waits for another process's write. It blocks this process. */
const busyTimeoutMs = 2000
/**
 * How long a starting server waits for another process that creates the schema. SQLite itself doesn't wait in a
 * deadlock.
 */
const startPatienceMs = 15_000
const lookAgainMs = 100

/** Opens the file, and creates it readable by its owner only; SQLite gives its other files the same mode. */
function openFile(file: string): DatabaseSync {
  makeFolder(dirname(file))
  const isNew = !existsSync(file)
  closeSync(openSync(file, 'a', 0o600))
  if (isNew) giveToFolderOwner(file)
  return new DatabaseSync(file, { timeout: busyTimeoutMs, enableForeignKeyConstraints: false })
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

/** Otherwise, a migration that recreates a table would delete the rows that refer to it. */
async function migrateTables(database: DatabaseSync, db: Db, options: OpenOptions): Promise<void> {
  // Two processes can start on one file. The second waits, and then finds the schema.
  await beginImmediate(db, async (transaction) => {
    if (!(await migrate(transaction, dialect, options))) return
    const [orphan] = database.prepare('pragma foreign_key_check').all()
    if (orphan) throw new Error(`A migration left rows of ${orphan.table} that refer to none.`)
  })
  database.exec('pragma foreign_keys = on')
}

async function openOnce(file: string, options: OpenOptions) {
  const database = openFile(file)
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: cachedStatements(database) }) })
  try {
    // Checked before anything is written: the settings below stay in the file.
    expectKnown(await getApplied(db, dialect))
    database.exec('pragma journal_mode = wal')
    // An answered commit survives a power cut: https://www.sqlite.org/pragma.html#pragma_synchronous
    database.exec('pragma synchronous = full')
    await migrateTables(database, db, options)
    if (options.seats !== undefined) await setInitialSeats(db, options.seats)
    return db
  } catch (error) {
    await db.destroy()
    throw error
  }
}

async function openPatiently(file: string, options: OpenOptions): Promise<Db> {
  const giveUpAt = performance.now() + startPatienceMs
  for (;;) {
    try {
      return await openOnce(file, options)
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

/** Vacuums into the file, because a plain copy would keep deleted rows in its gaps. */
export function copySqlite(file: string, to: string): void {
  using source = new DatabaseSync(file, { readOnly: true, timeout: 5000 })
  source.prepare('vacuum into ?').run(to)
}

/**
 * Opens the database file, and brings its schema to this version's.
 * @throws {StorageUnavailable} if the file can't be opened or written
 * @throws {NewerDatabase | OlderDatabase} if another version made it; nothing is written
 */
export async function openSqlite(file: string, options: OpenOptions = {}): Promise<Engine> {
  const db = await openPatiently(file, options)
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
