import { sql } from 'kysely'
import type { groupCommit as ours } from '../../server/storage/sqlite/group-commit.ts'

/** In place of writers that share commits: each has one of its own. */
export const groupCommit: typeof ours = (db) => (work) =>
  db.connection().execute(async (connection) => {
    await sql`begin immediate`.execute(connection)
    try {
      const result = await work(connection)
      await sql`commit`.execute(connection)
      return result
    } catch (error) {
      await sql`rollback`.execute(connection)
      throw error
    }
  })
