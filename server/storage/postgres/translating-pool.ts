import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { OutcomeUnknown, StorageUnavailable } from '../../appointments/ports.ts'
import { connectFault, translateFault } from './faults.ts'

/** Kysely knows a second form too, for streams, which nothing here uses. */
type Query = PostgresPoolClient['query']

function translatingClient(client: PoolClient): PostgresPoolClient {
  let fault: StorageUnavailable | undefined
  const run = async (sql: string, parameters: readonly unknown[]) => {
    // What comes after a lost connection or a query without an answer, a rollback too, would wait in vain.
    if (fault) throw fault
    try {
      return await client.query(sql, [...parameters])
    } catch (error) {
      const translated = translateFault(error)
      if (translated instanceof StorageUnavailable) {
        // A commit whose answer is lost may have been done.
        fault = sql === 'commit' ? new OutcomeUnknown(translated.message, { cause: error }) : translated
        throw fault
      }
      throw translated
    }
  }
  return {
    query: run as unknown as Query,
    // A connection that has failed is closed, which ends its transaction; the pool makes a new one.
    release: (destroy) => client.release(destroy || fault !== undefined),
  }
}

/** The pool as Kysely wants it, whose errors are the storage's own. */
export function translatingPool(pool: Pool): PostgresPool {
  const known = new WeakMap<PoolClient, PostgresPoolClient>()
  return {
    options: pool.options,
    async connect() {
      try {
        return known.getOrInsertComputed(await pool.connect(), translatingClient)
      } catch (error) {
        throw connectFault(error)
      }
    },
    end: () => pool.end(),
  }
}
