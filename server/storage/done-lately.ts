import type { ExpressionBuilder } from 'kysely'
import { msPerMinute } from '../../booking/milliseconds.ts'
import type { Tables } from './tables.ts'

/** The clocks of several processes differ by no more, unless one of them is wrong. */
const skewMaxMs = 10 * msPerMinute

/** Whether a notice was sent within the last so many milliseconds; by a clock that was far ahead does not count. */
export const doneLately =
  (nowEpochMs: number, withinMs: number) => (row: ExpressionBuilder<Tables, 'outbox'>) =>
    row.between('done_at_ms', nowEpochMs - withinMs, nowEpochMs + skewMaxMs)
