import {
  Kysely,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  type RawBuilder,
  sql,
} from 'kysely'
import { Pool, type PoolClient, type PoolConfig, types } from 'pg'
import { databaseErrors as words } from '#copy/terminal.ts'
import { msPerDay } from '../../booking/time.ts'
import { ConfigError, getErrorCode, OutcomeUnknown, StorageUnavailable } from '../lib/errors.ts'
import { hashKey } from '../lib/files-and-secrets.ts'
import { copyDatabase } from './copy.ts'
import { createDatabaseCounts } from './counts.ts'
import {
  type Dialect,
  type Engine,
  type OpenOptions,
  ownTriggers,
  retryConflicts,
  StorageConflict,
} from './engine.ts'
import { setInitialSeats } from './hours.ts'
import { expectKnown, getApplied, migrate } from './migrations.ts'
import type { Db, Tables } from './schema.ts'
import { openSqlite } from './sqlite.ts'

/** The first two characters of an SQLSTATE are its class: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const classOf = (sqlState: string) => sqlState.slice(0, 2)

/** A taken time, an existing row, and transactions in each other's way. */
const conflicts = new Set(['23P01', '23505', '40001', '40P01'])

const unavailable = new Map([
  ['08', words.unreachable],
  ['53', words.exhausted],
  ['53100', words.full],
  ['53300', words.noneFree],
  ['57', words.stopping],
  ['57014', words.givenUp],
  ['58', words.unreadable],
  ['28', words.refused],
  ['3D', words.missing],
  ['25006', words.readOnly],
  ['42501', words.notOurs],
  ['55P03', words.locked],
])

const noConnection =
  /connection terminated|not queryable|timeout exceeded when trying to connect|query read timeout/i

/** PgBouncer's message about the connection's limits, until its settings allow them. */
const limitsRefused = /unsupported startup parameter/

const socketError = /^E[A-Z_]+$/

export function translateError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const code = getErrorCode(error)
  if (code === undefined || socketError.test(code)) {
    const lost = code !== undefined || noConnection.test(error.message)
    return lost ? new StorageUnavailable(words.unreachable, { cause: error }) : error
  }
  if (conflicts.has(code) || ownTriggers.has(error.message)) {
    return new StorageConflict(error.message, { cause: error })
  }
  if (limitsRefused.test(error.message)) return new StorageUnavailable(words.limitsRefused, { cause: error })
  const sentence = unavailable.get(code) ?? unavailable.get(classOf(code))
  return sentence ? new StorageUnavailable(sentence, { cause: error }) : error
}

function encryptionError(error: unknown): string | undefined {
  const code = getErrorCode(error) ?? ''
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return words.otherName
  if (code === 'CERT_HAS_EXPIRED') return words.expired
  if (/CERT|ISSUER|VERIFY_LEAF/.test(code)) return words.untrusted(code)
  if (!(error instanceof Error)) return undefined
  if (error.message.includes('does not support SSL')) return words.noEncryption
  // The driver reads the files in sslrootcert, sslcert, and sslkey.
  return 'syscall' in error && error.syscall === 'open' && 'path' in error
    ? words.noFile(String(error.path))
    : undefined
}

/** Whatever the reason, nothing can be stored, and the driver's message can't quote a client yet. */
export function toConnectError(error: unknown): StorageUnavailable {
  const sentence = encryptionError(error)
  if (sentence) return new StorageUnavailable(sentence, { cause: error })
  const translated = translateError(error)
  if (translated instanceof StorageUnavailable) return translated
  const why = error instanceof Error ? error.message : 'unknown'
  return new StorageUnavailable(words.noConnection(why), { cause: error })
}

type Query = PostgresPoolClient['query']

function translatingClient(client: PoolClient): PostgresPoolClient {
  let failure: StorageUnavailable | undefined
  const run = async (sql: string, parameters: readonly unknown[]) => {
    // After a lost connection or an unanswered query, further queries, and the rollback, would wait forever.
    if (failure) throw failure
    try {
      return await client.query(sql, [...parameters])
    } catch (error) {
      const translated = translateError(error)
      if (translated instanceof StorageUnavailable) {
        failure = sql === 'commit' ? new OutcomeUnknown(translated.message, { cause: error }) : translated
        throw failure
      }
      throw translated
    }
  }
  return {
    query: run as unknown as Query,
    // Closes a failed connection, which ends its transaction; the pool opens a new one.
    release: (destroy) => client.release(destroy || failure !== undefined),
  }
}

function translatingPool(pool: Pool): PostgresPool {
  const known = new WeakMap<PoolClient, PostgresPoolClient>()
  return {
    options: pool.options,
    async connect() {
      try {
        return known.getOrInsertComputed(await pool.connect(), translatingClient)
      } catch (error) {
        throw toConnectError(error)
      }
    },
    end: () => pool.end(),
  }
}

/** Epoch milliseconds and counts are far below 2^53, so numbers can hold them. */
const numbersForBigints: NonNullable<PoolConfig['types']> = {
  getTypeParser: (oid, format) =>
    oid === types.builtins.INT8 ? Number : types.getTypeParser(oid, format as 'text'),
}

const ownersLimits: PoolConfig = { lock_timeout: 4000 }

/** No longer than a visitor waits. */
const visitorsLimits: PoolConfig = {
  // In this order, so the server ends a query with a reason before the driver drops the connection.
  ...ownersLimits,
  statement_timeout: 6000,
  idle_in_transaction_session_timeout: 8000,
  query_timeout: 8000,
}

const limitsFor = { visitors: visitorsLimits, owner: ownersLimits }

/**
 * A transaction must see everything that others committed while it waited for a lock: a time may have been closed
 * since.
 */
const seesWhatIsCommitted = 'set session characteristics as transaction isolation level read committed'

/** Providers hand out sslmode=require, but only verify-full keeps someone in between from reading along. */
const verified = (url: string) =>
  url.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, '$1verify-full')

function connect(url: string, config: PoolConfig): Db {
  const pool = new Pool({
    connectionString: verified(url),
    connectionTimeoutMillis: 3000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'booking',
    types: numbersForBigints,
    onConnect: (client) => client.query(seesWhatIsCommitted),
    ...config,
  })
  const ignore = () => {}
  pool.on('error', ignore)
  // The pool listens only to idle connections, and an unhandled error ends the process.
  pool.on('connect', (client) => client.on('error', ignore))
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: translatingPool(pool) }) })
}

export const dialect: Dialect = {
  engine: 'postgres',
  epochMs: sql`bigint`,
  rowNumber: sql`bigserial`,
  strict: sql``,
  isNew: sql`select to_regclass('kysely_migration') is null as is_new`,
}

/** Encodings that can store every name; SQL_ASCII, the default without a locale, stores bytes as they are. */
const encodings = ['UTF8', 'SQL_ASCII']

/**
 * Checks everything that only the operator of a new database can fix.
 * @throws {StorageUnavailable}
 */
async function expectFit(db: Db): Promise<void> {
  const { rows } = await sql<{ encoding: string; may_make: boolean; has_extension: boolean }>`
    select current_setting('server_encoding') as encoding,
      coalesce(has_schema_privilege(current_schema(), 'create'), false)
        and (has_database_privilege(current_database(), 'create')
          or exists (select from pg_extension where extname = 'btree_gist')) as may_make,
      exists (select from pg_available_extensions where name = 'btree_gist') as has_extension`.execute(db)
  const [found] = rows
  if (!found) return
  if (!encodings.includes(found.encoding)) throw new StorageUnavailable(words.letters(found.encoding))
  if (!found.may_make) throw new StorageUnavailable(words.notOurs)
  if (!found.has_extension) throw new StorageUnavailable(words.noExtension)
}

async function migrateTables(db: Db, options: OpenOptions): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    // Several processes can start at the same time. The others wait here, and then find the schema.
    await sql`select pg_advisory_xact_lock(${migrationLock})`.execute(transaction)
    if ((await getApplied(transaction, dialect)).length === 0) await expectFit(transaction)
    await migrate(transaction, dialect, options)
  })
}

/** Everyone who queues for a table after a purge also waits for it. */
const purgeLockTimeoutMs = 2000

/** Numbers that no other program uses in this database. A lock with one number never conflicts with a lock with two. */
const migrationLock = sql.lit(7_240_125)
const noticeLock = sql.lit(7_240_127)
/** The first of two numbers; the second is a day, counted from 1970. */
const bookingLock = sql.lit(7_240_126)
const limitLock = sql.lit(7_240_128)

const lockEach = (lock: RawBuilder<unknown>, numbers: RawBuilder<unknown>, transaction: Db) =>
  sql`select pg_advisory_xact_lock(${lock}, number) from ${numbers} as number`.execute(transaction)

/** Without time limits, because work on a large table takes time. */
async function unlimited<T>(url: string, work: (db: Db) => Promise<T>, limits = {}): Promise<T> {
  const db = connect(url, { max: 1, ...limits })
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

/** Plain VACUUM leaves deleted rows in the gaps of pages; this rewrites the tables with client data. */
async function purge(url: string): Promise<void> {
  const vacuum = sql`vacuum (full) appointments, appointment_changes, client_notes, calendar_events`
  await unlimited(url, (db) => vacuum.execute(db), { lock_timeout: purgeLockTimeoutMs })
}

const snapshotOf =
  (db: Db): Engine['snapshot'] =>
  (work) =>
    db.transaction().setIsolationLevel('repeatable read').execute(work)

/** Copies a database of any version into a new SQLite file of that version. @throws {NewerDatabase} */
export async function copyPostgres(url: string, file: string): Promise<void> {
  await unlimited(url, async (db) => {
    const applied = await getApplied(db, dialect)
    expectKnown(applied)
    if (applied.length === 0) throw new ConfigError(words.empty)
    const to = await openSqlite(file, { migrations: applied.map(({ name }) => name) })
    try {
      await copyDatabase({ db, snapshot: snapshotOf(db) }, to)
    } finally {
      await to.close()
    }
  })
}

/**
 * Connects to the database server, and brings the schema to this version's.
 * @param options - without seats, queries may take longer
 * @throws {StorageUnavailable} if the server is unreachable or accepts no writes
 * @throws {NewerDatabase | OlderDatabase} if another version made the database; nothing is written
 */
export async function openPostgres(
  url: string,
  options: OpenOptions,
  connectionsMax: number,
): Promise<Engine> {
  await unlimited(url, (db) => migrateTables(db, options))
  const { seats } = options
  const limits = limitsFor[seats === undefined ? 'owner' : 'visitors']
  const db = connect(url, { ...limits, max: connectionsMax })
  if (seats !== undefined) await setInitialSeats(db, seats)
  return {
    db,
    write: (work) => retryConflicts(() => db.transaction().execute(work)),
    snapshot: snapshotOf(db),
    async lockTimes(transaction, { startEpochMs, endEpochMs }) {
      // An hour can belong to two days, and a closed time to many. All processes lock them in the same order.
      const days = [startEpochMs, endEpochMs - 1].map((epochMs) => Math.floor(epochMs / msPerDay))
      await lockEach(bookingLock, sql`generate_series(${days[0]}::int, ${days[1]}::int)`, transaction)
    },
    async lockLimits(transaction, keys) {
      const numbers = keys.map((key) => Buffer.from(hashKey(key), 'base64url').readInt32BE())
      // Everyone locks them in the same order. Two keys with the same number wait for each other needlessly, and that's
      // all.
      await lockEach(limitLock, sql`unnest(${numbers.sort((a, b) => a - b)}::int[])`, transaction)
    },
    async lockNotices(transaction) {
      await sql`select pg_advisory_xact_lock(${noticeLock})`.execute(transaction)
    },
    skipLocked: (query) => query.forUpdate().skipLocked(),
    leaseClock: () => sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`,
    requestCounts: createDatabaseCounts(db),
    purge: () => purge(url),
    close: () => db.destroy(),
  }
}
