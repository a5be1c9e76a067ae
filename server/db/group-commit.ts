import { sql } from 'kysely'
import { StorageUnavailable } from '../lib/errors.ts'
import type { Db } from './schema.ts'

const begin = sql`begin immediate`

const commit = sql`commit`

const rollback = sql`rollback`

/** Work in a transaction that waits to write at its beginning: one that begins by reading can fail when it comes to write. */
export const immediately = <T>(db: Db, work: (transaction: Db) => Promise<T>): Promise<T> =>
  db.connection().execute(async (connection) => {
    await begin.execute(connection)
    try {
      const result = await work(connection)
      await commit.execute(connection)
      return result
    } catch (error) {
      await rollback.execute(connection).catch(() => {
        // SQLite has rolled back by itself.
      })
      throw error
    }
  })

interface Waiting {
  work(transaction: Db): Promise<unknown>
  resolve(result: unknown): void
  reject(error: unknown): void
}

/** So that one transaction never keeps another process waiting for long. */
const groupMax = 500

/** One piece of work failed: nothing of its group is kept, and the others have done nothing wrong. */
class WorkFailed extends Error {}

async function attemptAll(transaction: Db, group: readonly Waiting[]): Promise<unknown[]> {
  const results: unknown[] = []
  for (const { work } of group) {
    try {
      results.push(await work(transaction))
    } catch (cause) {
      // What the database cannot take from one, it cannot take from any.
      throw cause instanceof StorageUnavailable ? cause : new WorkFailed('', { cause })
    }
  }
  return results
}

async function commitTogether(db: Db, lookFirst: () => void, group: readonly Waiting[]): Promise<void> {
  try {
    lookFirst()
    const results = await immediately(db, (transaction) => attemptAll(transaction, group))
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

/** Two turns of the event loop: what has arrived is read in the first, what was just on its way in the second. */
const gather = () => new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve)))

/**
 * Writers that share commits. A durable commit waits for the disk, and that wait costs the same for one write as
 * for a hundred: whatever arrives while one is under way is committed together by the next. Where one of them fails,
 * which is rare, each is done again in a transaction of its own; a savepoint round each would cost all of them more.
 *
 * @param lookFirst - called before each transaction; what it throws is the answer to all that wait for this one
 * @returns a function that runs one piece of work and answers after its commit
 */
export function groupCommit(db: Db, lookFirst: () => void) {
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
