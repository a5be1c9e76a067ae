import { sql } from 'kysely'
import type { Db } from '../tables.ts'

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
