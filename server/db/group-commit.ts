import { sql } from 'kysely'
import { StorageUnavailable } from '../lib/errors.ts'
import type { Db } from './schema.ts'

const begin = sql`begin immediate`
const commit = sql`commit`
const rollback = sql`rollback`

/** Takes the write lock first: a transaction that begins with a read can fail at its first write. */
export const beginImmediate = <T>(db: Db, work: (transaction: Db) => Promise<T>): Promise<T> =>
  db.connection().execute(async (connection) => {
    await begin.execute(connection)
    try {
      const result = await work(connection)
      await commit.execute(connection)
      return result
    } catch (error) {
      await rollback.execute(connection).catch(() => {})
      throw error
    }
  })

interface Waiting {
  work(transaction: Db): Promise<unknown>
  resolve(result: unknown): void
  reject(error: unknown): void
}

const groupMax = 500

/** One unit of work failed. Its group rolls back, though the others did nothing wrong. */
class WorkFailed extends Error {}

async function attemptAll(transaction: Db, group: readonly Waiting[]): Promise<unknown[]> {
  const results: unknown[] = []
  for (const { work } of group) {
    try {
      results.push(await work(transaction))
    } catch (cause) {
      throw cause instanceof StorageUnavailable ? cause : new WorkFailed('', { cause })
    }
  }
  return results
}

async function commitTogether(db: Db, lookFirst: () => void, group: readonly Waiting[]): Promise<void> {
  try {
    lookFirst()
    const results = await beginImmediate(db, (transaction) => attemptAll(transaction, group))
    for (const [at, { resolve }] of group.entries()) resolve(results[at])
  } catch (error) {
    const reason = error instanceof WorkFailed ? error.cause : error
    if (error instanceof WorkFailed && group.length > 1) {
      for (const waiting of group) await commitTogether(db, lookFirst, [waiting])
    } else {
      for (const waiting of group) waiting.reject(reason)
    }
  }
}

/** Two turns of the event loop: the first reads requests that arrived, the second those that were about to. */
const gather = () => new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve)))

/**
 * Lets writers share commits: a durable commit waits for the disk as long for one write as for a hundred. If one fails,
 * which is rare, each runs again in its own transaction. A savepoint for each would cost everyone more.
 * @param lookFirst - runs before each transaction; its error goes to everyone who waits for that one
 */
export function createGroupCommit(db: Db, lookFirst: () => void) {
  let waiting: Waiting[] = []
  let running = false

  async function commitAll() {
    while (waiting.length > 0) {
      await gather()
      const group = waiting.slice(0, groupMax)
      waiting = waiting.slice(groupMax)
      await commitTogether(db, lookFirst, group)
    }
    running = false
  }

  return <T>(work: (transaction: Db) => Promise<T>): Promise<T> => {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    waiting.push({ work, resolve: (result) => resolve(result as T), reject })
    if (!running) {
      running = true
      void commitAll()
    }
    return promise
  }
}
