import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables.ts'

type Transaction = Kysely<Tables>

interface Waiting {
  /** Does the work; what it returns tells the caller, and is called only after the commit. */
  attempt(transaction: Transaction): Promise<() => void>
  reject(error: unknown): void
}

/** So that one transaction never keeps another process waiting for long. */
const groupMax = 500

async function attemptAlone(transaction: Transaction, waiting: Waiting): Promise<() => void> {
  await sql`savepoint one`.execute(transaction)
  try {
    const settle = await waiting.attempt(transaction)
    await sql`release one`.execute(transaction)
    return settle
  } catch (error) {
    // A full disk can end the whole transaction, and the savepoint with it; then this throws for all of them.
    await sql`rollback to one`.execute(transaction)
    await sql`release one`.execute(transaction)
    return () => waiting.reject(error)
  }
}

/** @returns what tells the callers, once all of it is durable. @throws when nothing of it is */
async function inOneTransaction(connection: Transaction, group: readonly Waiting[]): Promise<(() => void)[]> {
  // Immediate, because a transaction that begins by reading can fail when it comes to write.
  await sql`begin immediate`.execute(connection)
  try {
    const settlements: (() => void)[] = []
    for (const waiting of group) settlements.push(await attemptAlone(connection, waiting))
    await sql`commit`.execute(connection)
    return settlements
  } catch (error) {
    await sql`rollback`.execute(connection).catch(() => {
      // SQLite has rolled back by itself.
    })
    throw error
  }
}

async function commitTogether(db: Kysely<Tables>, group: readonly Waiting[]): Promise<void> {
  try {
    const settlements = await db.connection().execute((connection) => inOneTransaction(connection, group))
    for (const settle of settlements) settle()
  } catch (error) {
    for (const waiting of group) waiting.reject(error)
  }
}

/**
 * Writers that share commits. A durable commit waits for the disk, and that wait costs the same for one write as
 * for a hundred: whatever arrives while one is under way is committed together by the next, each write under a
 * savepoint of its own, so that one that fails takes nothing else along.
 *
 * @returns a function that runs one piece of work and answers after its commit
 */
export function groupCommit(db: Kysely<Tables>) {
  let waiting: Waiting[] = []
  let running = false

  async function commitAll() {
    while (waiting.length > 0) {
      const group = waiting.slice(0, groupMax)
      waiting = waiting.slice(groupMax)
      await commitTogether(db, group)
    }
    running = false
  }

  return <T>(work: (transaction: Transaction) => Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      waiting.push({
        async attempt(transaction) {
          const result = await work(transaction)
          return () => resolve(result)
        },
        reject,
      })
      if (running) return
      running = true
      // After the requests that have arrived by now have been read, so that they are in the first group.
      setImmediate(() => void commitAll())
    })
}
