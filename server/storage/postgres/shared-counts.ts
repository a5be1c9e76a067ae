import { sql } from 'kysely'
import { longestWindowMs, type RequestCounts } from '../../base/request-counts.ts'
import { digestOfKey } from '../digest-of-key.ts'
import type { Steps } from '../migrations/schema-words.ts'
import type { Db } from '../tables.ts'

/** Unlogged: a crash may forget the counts, and counting waits for no disk. */
export const requestCounts: Steps = [
  sql`create unlogged table request_counts
    (key text primary key, window_start_ms bigint not null, count integer not null)`,
]

/** Counts in the database, for all processes that use it. */
export function countsInDatabase(db: Db): RequestCounts {
  let cleanedForMs = Number.NEGATIVE_INFINITY
  return {
    async add(key, windowStartMs) {
      const overBeforeMs = windowStartMs - (windowStartMs % longestWindowMs) - longestWindowMs
      if (cleanedForMs < overBeforeMs) {
        cleanedForMs = overBeforeMs
        await sql`delete from request_counts where window_start_ms < ${overBeforeMs}`.execute(db)
      }
      const { rows } = await sql<{ count: number }>`
        insert into request_counts as known (key, window_start_ms, count)
        values (${digestOfKey(key)}, ${windowStartMs}, 1)
        on conflict (key) do update set window_start_ms = excluded.window_start_ms,
          count = case when known.window_start_ms = excluded.window_start_ms then known.count + 1 else 1 end
        returning count`.execute(db)
      return rows[0]?.count ?? 1
    },
  }
}
