import type { Kysely } from 'kysely'
import type { Interval } from '../../booking/interval.ts'
import type { BusyTimeStore } from '../appointments/ports.ts'
import type { Engine } from './engine.ts'
import type { Tables } from './tables.ts'

export function busyDuring(db: Kysely<Tables>, { startEpochMs, endEpochMs }: Interval) {
  return db
    .selectFrom('busy_times')
    .select(['start_ms', 'end_ms'])
    .where('start_ms', '<', endEpochMs)
    .where('end_ms', '>', startEpochMs)
}

export function busyTimeStore({ db }: Engine): BusyTimeStore {
  return {
    async during(interval) {
      const rows = await busyDuring(db, interval).execute()
      return rows.map((row) => ({ startEpochMs: row.start_ms, endEpochMs: row.end_ms }))
    },
  }
}
