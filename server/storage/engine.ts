import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/** What the stores need from a database; SQLite and PostgreSQL differ only behind this. */
export interface Engine {
  /** For reading. */
  db: Kysely<Tables>
  /**
   * Runs `work` in a transaction of its own and answers once its result is durable.
   *
   * The work must await nothing but its own queries: others may wait for the same transaction to end.
   *
   * @throws {StorageConflict} when a constraint refuses what it writes
   * @throws {StorageUnavailable} when the database cannot take it now; nothing of it is kept
   */
  write<T>(work: (transaction: Kysely<Tables>) => Promise<T>): Promise<T>
  close(): Promise<void>
}
