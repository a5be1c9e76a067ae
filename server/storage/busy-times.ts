import type { Kysely } from 'kysely'
import type { Interval } from '../../booking/interval.ts'
import type { BusyTimeStore } from '../appointments/ports.ts'
import { compiledOnce } from './compiled-once.ts'
import type { Engine } from './engine.ts'
import { oneRow } from './one-row.ts'
import type { Tables } from './tables.ts'

function rowsDuring(db: Kysely<Tables>, { startEpochMs, endEpochMs }: Interval) {
  return db
    .selectFrom('busy_times')
    .select(['start_ms', 'end_ms'])
    .where('start_ms', '<', endEpochMs)
    .where('end_ms', '>', startEpochMs)
}

const firstDuring = compiledOnce<Interval, unknown>((db, value) =>
  rowsDuring(db, {
    startEpochMs: value((interval) => interval.startEpochMs),
    endEpochMs: value((interval) => interval.endEpochMs),
  }).limit(oneRow),
)

/** Whether something else in the owner's calendar keeps the shop busy at some moment of the interval. */
export async function isBusy(db: Kysely<Tables>, interval: Interval): Promise<boolean> {
  return (await firstDuring(db, interval)).length > 0
}

export function busyTimeStore({ db }: Engine): BusyTimeStore {
  return {
    async during(interval) {
      const rows = await rowsDuring(db, interval).execute()
      return rows.map((row) => ({ startEpochMs: row.start_ms, endEpochMs: row.end_ms }))
    },
  }
}
