import { setTimeout as sleep } from 'node:timers/promises'
import type { RawBuilder, SelectQueryBuilder } from 'kysely'
import type { Interval } from '../../booking/time.ts'
import { OutcomeUnknown, StorageUnavailable } from '../lib/errors.ts'
import type { Db, Tables } from './schema.ts'

export interface Dialect {
  engine: 'sqlite' | 'postgres'
  /** The column type of epoch milliseconds. */
  epochMs: RawBuilder<unknown>
  /** The type of an auto-incrementing primary key. */
  rowNumber: RawBuilder<unknown>
  /** At the end of each table, so the engine rejects values of another type. */
  strict: RawBuilder<unknown>
  /** Checks whether the database lacks the table of migrations. */
  isNew: RawBuilder<{ is_new: number | boolean }>
}

/** One step from a schema to the next. Once a database may have it, its file never changes. */
export interface Migration {
  name: string
  /** @param db - in a transaction. SQLite's foreign keys are off, so a migration can recreate a table under its name */
  up(db: Db, dialect: Dialect): Promise<void>
}

export interface OpenOptions {
  /** How many appointments may overlap, for a constraint. Without it, that stays the same. */
  seats?: number | undefined
  /** Runs before an upgrade of an older database. Without it, such a database is rejected. */
  beforeUpgrade?: (() => Promise<void>) | undefined
  /** The only migrations that a new database gets; all of them by default. */
  migrations?: readonly string[] | undefined
}

export interface Engine {
  db: Db
  /**
   * Runs `work` in its own transaction and resolves once its result is durable. It must await only its own queries,
   * because others may wait for the same transaction to end. After a conflict it may run again.
   * @throws {StorageConflict} if the time is taken, or another row has the key. Any other constraint is a bug
   * @throws {StorageUnavailable} if the database can't write now; nothing is stored
   */
  write<T>(work: (transaction: Db) => Promise<T>): Promise<T>
  snapshot<T>(work: (db: Db) => Promise<T>): Promise<T>
  /**
   * Lets one transaction at a time book or close a time there. Only this lock keeps a booking and a closed time apart.
   */
  lockTimes(transaction: Db, interval: Interval): Promise<void>
  /** Lets one transaction at a time count by these keys. Call it after `lockTimes`, so no two wait for each other. */
  lockLimits(transaction: Db, keys: readonly string[]): Promise<void>
  /**
   * Lets one transaction at a time decide about an alert. Otherwise, jobs that fail together would cause one alert
   * each.
   */
  lockNotices(transaction: Db): Promise<void>
  skipLocked<O>(query: SelectQueryBuilder<Tables, 'jobs', O>): SelectQueryBuilder<Tables, 'jobs', O>
  /**
   * The clock of leases, which all processes share. Otherwise a process whose clock is ahead would take another's job.
   */
  leaseClock(nowEpochMs: number): RawBuilder<number>
  requestCounts: RequestCounts
  /** Removes deleted data from the engine's files. Writers wait: a second for some hundred thousand rows. */
  purge(): Promise<void>
  close(): Promise<void>
}
/** The triggers that reject a taken time. */
export const ownTriggers = new Set(['appointments_overlap', 'appointments_seat'])

export class StorageConflict extends Error {
  override name = 'StorageConflict'
}

const attemptsMax = 5

/** Another process took the seat between the read and the write, or both waited for each other. */
export async function retryConflicts<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === attemptsMax || !(error instanceof StorageConflict)) throw error
    }
  }
}

/** A visitor waits no longer than this for a database to come back. */
const lookMaxMs = 5000
const lookEveryMs = 200

/**
 * Repeats idempotent work after a commit whose answer was lost.
 * @throws {OutcomeUnknown} if the database doesn't come back in time
 */
export async function retryUntilKnown<T>(work: (mayBeDone: boolean) => Promise<T>): Promise<T> {
  let unknown: OutcomeUnknown | undefined
  const giveUpAt = performance.now() + lookMaxMs
  for (;;) {
    try {
      return await work(unknown !== undefined)
    } catch (error) {
      if (error instanceof OutcomeUnknown) unknown = error
      if (!unknown || !(error instanceof StorageUnavailable)) throw error
      if (performance.now() > giveUpAt) throw unknown
      await sleep(lookEveryMs)
    }
  }
}
/** Counts requests in fixed time windows. */
export interface RequestCounts {
  /** Counts a request of this key in this window, and returns the total. A new window starts over. */
  add(key: string, windowStartMs: number): Promise<number>
}
