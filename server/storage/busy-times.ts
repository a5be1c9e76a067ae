import type { Kysely } from 'kysely'
import type { Interval } from '../../booking/interval.ts'
import type { Engine } from './engine.ts'
import type { Tables } from './tables.ts'

/** What else stands in the owner's calendar, as it was last read. */
export interface BusyTimeStore {
  /** The busy times that overlap the given one; each of them closes the whole shop. */
  during(interval: Interval): Promise<Interval[]>
}

function rowsDuring(db: Kysely<Tables>, { startEpochMs, endEpochMs }: Interval) {
  return db
    .selectFrom('busy_times')
    .select(['start_ms', 'end_ms'])
    .where('start_ms', '<', endEpochMs)
    .where('end_ms', '>', startEpochMs)
}

/** Whether something else in the owner's calendar keeps the shop busy at some moment of the interval. */
export async function isBusy(db: Kysely<Tables>, interval: Interval): Promise<boolean> {
  return (await rowsDuring(db, interval).limit(1).executeTakeFirst()) !== undefined
}

export function busyTimeStore({ db }: Engine): BusyTimeStore {
  return {
    async during(interval) {
      const rows = await rowsDuring(db, interval).execute()
      return rows.map((row) => ({ startEpochMs: row.start_ms, endEpochMs: row.end_ms }))
    },
  }
}
