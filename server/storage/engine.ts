import type { RawBuilder, SelectQueryBuilder } from 'kysely'
import type { Interval } from '../../booking/time.ts'
import type { RequestCounts } from '../base/request-counts.ts'
import type { Db, Tables } from './tables.ts'

/** What the stores need from a database; SQLite and PostgreSQL differ only behind this. */
export interface Engine {
  /** For reading. */
  db: Db
  /** Changes of the schema that a newer version has made; this one works beside it as it always did. */
  newerMigrations: readonly string[]
  /**
   * Runs `work` in a transaction of its own and answers once its result is durable.
   *
   * The work must await nothing but its own queries: others may wait for the same transaction to end. It may be
   * done again from its beginning, when it stood in another's way and nothing of it was kept.
   *
   * @throws {StorageConflict} when a constraint refuses what it writes
   * @throws {StorageUnavailable} when the database cannot take it now; nothing of it is kept
   */
  write<T>(work: (transaction: Db) => Promise<T>): Promise<T>
  /** Runs queries that all see the database as it is at one moment. */
  snapshot<T>(work: (db: Db) => Promise<T>): Promise<T>
  /**
   * Waits until no other transaction books or closes around that time, and then keeps others waiting. Two bookings
   * would be told apart by the constraint without it; a booking and a closure of the same time are by this alone.
   */
  lockTimes(transaction: Db, interval: Interval): Promise<void>
  /**
   * Waits until no other transaction decides whether the owner is owed a notice, and then keeps others waiting: what
   * fails together would be told once for each.
   */
  lockNotices(transaction: Db): Promise<void>
  /** For rows that are selected to be claimed: leaves out what another transaction is claiming at the moment. */
  skipLocked<O>(query: SelectQueryBuilder<Tables, 'outbox', O>): SelectQueryBuilder<Tables, 'outbox', O>
  /**
   * The clock by which leases are kept, in SQL, epoch milliseconds: one for all processes, so that one whose own
   * clock is ahead does not take what another is doing.
   * @param nowEpochMs - what this process's own clock shows
   */
  leaseClock(nowEpochMs: number): RawBuilder<number>
  requestCounts: RequestCounts
  /**
   * Leaves nothing in the engine's own files of what was deleted or written over, as far as the engine can; its
   * tables are written anew, which takes a second for some hundred thousand rows, and writers wait for it.
   * @throws {StorageUnavailable} when others stand in the way
   */
  purge(): Promise<void>
  close(): Promise<void>
}
