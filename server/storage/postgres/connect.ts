import { Kysely, PostgresDialect } from 'kysely'
import { Pool, type PoolConfig, types } from 'pg'
import type { Db, Tables } from '../tables.ts'
import { translatingPool } from './translating-pool.ts'

/** How long a request waits for a connection before it is told to come back later. */
const connectTimeoutMs = 3000
const keepAliveAfterMs = 10_000

/** Epoch milliseconds and counts stay far below 2^53, so that a number holds them. */
const numbersForBigints: NonNullable<PoolConfig['types']> = {
  getTypeParser: (oid, format) =>
    oid === types.builtins.INT8 ? Number : types.getTypeParser(oid, format as 'text'),
}

/** Reading or writing all that there is takes its time, and keeps nobody waiting but the owner. */
const ownersLimits: PoolConfig = { lock_timeout: 4000 }

/** No request waits longer than a visitor does. */
const visitorsLimits: PoolConfig = {
  // In this order, so that the server ends a query with a reason before we give its connection up.
  ...ownersLimits,
  statement_timeout: 6000,
  idle_in_transaction_session_timeout: 8000,
  query_timeout: 8000,
}

/** How long queries may take, by who waits for them. */
export const limitsFor = { visitors: visitorsLimits, owner: ownersLimits }

/**
 * Whatever an administrator has set for the database or our account: a transaction must see what was committed while it
 * waited for a lock, or it would book into a time that was closed meanwhile.
 */
const seesWhatIsCommitted = 'set session characteristics as transaction isolation level read committed'

/** Opens no connection yet. */
export function connect(url: string, config: PoolConfig): Db {
  const pool = new Pool({
    connectionString: url,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveAfterMs,
    application_name: 'booking',
    types: numbersForBigints,
    onConnect: (client) => client.query(seesWhatIsCommitted),
    ...config,
  })
  // A connection was lost while nothing was asked of it. Whoever asks next learns how things are.
  const ignore = () => {}
  pool.on('error', ignore)
  // The pool itself listens only while a connection is idle, and an error that nobody hears ends the process.
  pool.on('connect', (client) => client.on('error', ignore))
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: translatingPool(pool) }) })
}
