import type { Kysely } from 'kysely'
import type { Interval } from '../../booking/interval.ts'
import { confirmed } from './appointment-row.ts'
import { busyDuring } from './busy-times.ts'
import { compiledOnce } from './compiled-once.ts'
import type { Tables } from './tables.ts'

export function closuresDuring(db: Kysely<Tables>, { startEpochMs, endEpochMs }: Interval) {
  return db
    .selectFrom('closures')
    .where('status', '=', confirmed)
    .where('start_ms', '<', endEpochMs)
    .where('end_ms', '>', startEpochMs)
}

const closedDuring = compiledOnce<Interval, unknown>((db, value) => {
  const during = {
    startEpochMs: value((interval) => interval.startEpochMs),
    endEpochMs: value((interval) => interval.endEpochMs),
  }
  return busyDuring(db, during).unionAll(closuresDuring(db, during).select(['start_ms', 'end_ms']))
})

/** Whether the owner has closed some moment of the interval, or something else in the calendar keeps the shop busy. */
export async function isClosed(db: Kysely<Tables>, interval: Interval): Promise<boolean> {
  return (await closedDuring(db, interval)).length > 0
}
