import { sql } from 'kysely'
import type { JobKind } from '../../booking/job-kinds.ts'
import { msPerMinute } from '../../booking/time.ts'
import type { Db } from './tables.ts'

/** The clocks of several processes differ by no more, unless one of them is wrong. */
const skewMaxMs = 10 * msPerMinute

/**
 * The notices of that kind that are owed, or were done within the last so many milliseconds; by a clock that was far
 * ahead does not count.
 */
export const standingNotices = (db: Db, kind: JobKind, nowEpochMs: number, withinMs: number) =>
  db
    .selectFrom('outbox')
    .select(['done_at_ms', 'claimed_until_ms'])
    // Written out, so that the index of that kind is used.
    .where('kind', '=', sql.lit(kind))
    .where((row) =>
      row.or([
        row('done_at_ms', 'is', null),
        row.between('done_at_ms', nowEpochMs - withinMs, nowEpochMs + skewMaxMs),
      ]),
    )
