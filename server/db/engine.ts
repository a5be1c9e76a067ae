import { setTimeout as sleep } from 'node:timers/promises'
import type { RawBuilder, SelectQueryBuilder } from 'kysely'
import type { Interval } from '../../booking/time.ts'
import { OutcomeUnknown, StorageUnavailable } from '../lib/errors.ts'
import type { Db, Tables } from './schema.ts'

/** What the stores need from a database; SQLite and PostgreSQL differ only behind this. */
export interface Engine {
  /** For reading. */
  db: Db
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
   * Waits until no other transaction counts the bookings of one of these clients or networks, and then keeps others
   * waiting. Only after `lockTimes`, so no two transactions wait for each other.
   */
  lockLimits(transaction: Db, keys: readonly string[]): Promise<void>
  /**
   * Waits until no other transaction decides whether the owner is owed a notice, and then keeps others waiting: what
   * fails together would be told once for each.
   */
  lockNotices(transaction: Db): Promise<void>
  /** For rows that are selected to be claimed: leaves out what another transaction is claiming at the moment. */
  skipLocked<O>(query: SelectQueryBuilder<Tables, 'jobs', O>): SelectQueryBuilder<Tables, 'jobs', O>
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
/** The database refused a row, because a constraint that guards the appointments would break. */
export class StorageConflict extends Error {
  override name = 'StorageConflict'
}

const attemptsMax = 5

/**
 * Does work again that stood in another's way: another process took the seat between our look and our write, or both
 * waited for each other.
 * @throws {StorageConflict} when it still does
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

/** A visitor waits so long for a database that comes back. */
const lookMostMs = 5000

const lookEveryMs = 200

/**
 * Does work that comes to the same when it is done again, and does it again where nobody knows whether it was kept.
 * @param work - told whether it may be done already, because an answer to it was lost
 * @throws {OutcomeUnknown} when the database does not come back in time to tell
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
/** No window is longer: counts of earlier ones may be forgotten. */
export const longestWindowMs = 10 * 60_000

/** Counts of requests in windows of fixed length, shared by all processes that a visitor's requests may reach. */
export interface RequestCounts {
  /**
   * @param key - whose requests, e.g. an address
   * @param windowStartMs - epoch milliseconds; the key's count of another window is forgotten
   * @returns how many there have been in this window, this one included
   */
  add(key: string, windowStartMs: number): Promise<number>
}
