import { setTimeout as sleep } from 'node:timers/promises'
import type { RawBuilder, SelectQueryBuilder } from 'kysely'
import type { Interval } from '../../booking/time.ts'
import { OutcomeUnknown, StorageUnavailable } from '../lib/errors.ts'
import type { Db, Tables } from './schema.ts'

/** The database as the stores need it; SQLite and PostgreSQL implement it. */
export interface Engine {
  db: Db
  /**
   * Runs `work` in a transaction of its own and answers once its result is durable.
   *
   * The work must await nothing but its own queries: others may wait for the same transaction to end. After a conflict
   * it may run again from the beginning.
   *
   * @throws {StorageConflict} when a constraint rejects a write
   * @throws {StorageUnavailable} when the database can't write now; nothing is stored
   */
  write<T>(work: (transaction: Db) => Promise<T>): Promise<T>
  /** Runs queries that all see the database as of one moment. */
  snapshot<T>(work: (db: Db) => Promise<T>): Promise<T>
  /**
   * Waits until no other transaction books or blocks around that time, and then makes others wait. A constraint keeps
   * two bookings apart, but only this lock a booking and a blocked time.
   */
  lockTimes(transaction: Db, interval: Interval): Promise<void>
  /**
   * Waits until no other transaction counts the bookings of one of these clients or networks, and then makes others
   * wait. Only after `lockTimes`, so no two transactions wait for each other.
   */
  lockLimits(transaction: Db, keys: readonly string[]): Promise<void>
  /**
   * Waits until no other transaction decides about an alert, and then makes others wait, or jobs that fail together
   * would cause one alert each.
   */
  lockNotices(transaction: Db): Promise<void>
  /** Leaves out rows that another transaction is claiming. */
  skipLocked<O>(query: SelectQueryBuilder<Tables, 'jobs', O>): SelectQueryBuilder<Tables, 'jobs', O>
  /**
   * The clock for leases as SQL, epoch milliseconds. All processes share it, or one whose clock is ahead would take the
   * job of another.
   * @param nowEpochMs - by the clock of this process
   */
  leaseClock(nowEpochMs: number): RawBuilder<number>
  requestCounts: RequestCounts
  /**
   * Removes deleted and overwritten data from the engine's files, as far as the engine can. It rewrites the tables, for
   * which writers wait: a second for some hundred thousand rows.
   * @throws {StorageUnavailable} when other connections prevent it
   */
  purge(): Promise<void>
  close(): Promise<void>
}
/** A constraint of the database rejected a row. */
export class StorageConflict extends Error {
  override name = 'StorageConflict'
}

const attemptsMax = 5

/**
 * Retries work after a conflict: another process took the seat between the read and the write, or both waited for each
 * other.
 * @throws {StorageConflict} after the last retry
 */
export async function despiteConflicts<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === attemptsMax || !(error instanceof StorageConflict)) throw error
    }
  }
}

/** How long a visitor waits for a database to come back. */
const lookMostMs = 5000

const lookEveryMs = 200

/**
 * Repeats idempotent work after a commit whose answer was lost.
 * @param work - gets whether it may be done already
 * @throws {OutcomeUnknown} when the database does not come back in time
 */
export async function untilKnown<T>(work: (mayBeDone: boolean) => Promise<T>): Promise<T> {
  let unknown: OutcomeUnknown | undefined
  const giveUpAt = performance.now() + lookMostMs
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
/** Counts requests in windows of a fixed length, in all processes together where they share a database server. */
export interface RequestCounts {
  /**
   * @param key - who sends them, such as an address
   * @param windowStartMs - epoch milliseconds; replaces the key's count of another window
   * @returns how many came in this window, with this one
   */
  add(key: string, windowStartMs: number): Promise<number>
}
