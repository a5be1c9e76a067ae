import type { Interval } from '../../booking/time.ts'
import { confirmed } from './appointment-row.ts'
import { compiledOnce } from './compiled-once.ts'
import type { Db } from './tables.ts'

export function busyDuring(db: Db, { startEpochMs, endEpochMs }: Interval) {
  return db
    .selectFrom('busy_times')
    .select(['start_ms', 'end_ms'])
    .where('start_ms', '<', endEpochMs)
    .where('end_ms', '>', startEpochMs)
}

export function closuresDuring(db: Db, { startEpochMs, endEpochMs }: Interval) {
  return db
    .selectFrom('closures')
    .where('status', '=', confirmed)
    .where('start_ms', '<', endEpochMs)
    .where('end_ms', '>', startEpochMs)
}

const closedDuring = compiledOnce<Interval, unknown>((db, interval) =>
  busyDuring(db, interval).unionAll(closuresDuring(db, interval).select(['start_ms', 'end_ms'])),
)

/** Whether the owner has closed some moment of the interval, or something else in the calendar keeps the shop busy. */
export async function isClosed(db: Db, interval: Interval): Promise<boolean> {
  return (await closedDuring(db, interval)).length > 0
}
