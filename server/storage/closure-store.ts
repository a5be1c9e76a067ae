import { randomUUIDv7 } from 'node:crypto'
import type { Updateable } from 'kysely'
import type { StoredBlockedTime, WallStretch } from '../../booking/appointment.ts'
import type { Interval } from '../../booking/time.ts'
import type { ClosureStore } from '../appointments/desk-ports.ts'
import { confirmed } from './appointment-row.ts'
import { busyDuring, closuresDuring } from './closed-times.ts'
import type { Engine } from './engine.ts'
import { enqueue, enqueueInstead } from './enqueue.ts'
import { forAll } from './for-all.ts'
import type { Db, Row, Tables } from './tables.ts'

export function toClosure(row: Row<'closures'>): StoredBlockedTime {
  const { id, from_wall_time, to_wall_time, start_ms, end_ms, reason, status, sequence } = row
  const wallTimes = { from: from_wall_time, to: to_wall_time }
  return { id, ...wallTimes, reason, startEpochMs: start_ms, endEpochMs: end_ms, status, sequence }
}

const columnsOf = ({ from, to, startEpochMs, endEpochMs }: WallStretch & Interval) => ({
  from_wall_time: from,
  to_wall_time: to,
  start_ms: startEpochMs,
  end_ms: endEpochMs,
})

export const closuresOf = (db: Db, ids: readonly string[]): Promise<Row<'closures'>[]> =>
  forAll(ids, (some) => db.selectFrom('closures').selectAll().where('id', 'in', some).execute())

/** What becomes of a closure that stands; undefined when there is none. */
const changed = (db: Db, id: string, columns: Updateable<Tables['closures']>) =>
  db
    .updateTable('closures')
    .set((column) => ({ ...columns, sequence: column('sequence', '+', 1) }))
    .where('id', '=', id)
    .where('status', '=', confirmed)
    .returningAll()
    .executeTakeFirst()

export function closureStore({ db, write, lockTimes, leaseClock }: Engine): ClosureStore {
  return {
    close: ({ reason, ...times }, { followUps }) =>
      write(async (transaction) => {
        // Whoever books around that time has done so by now, or waits and finds it closed.
        await lockTimes(transaction, times)
        const wanted = { ...columnsOf(times), reason, status: 'confirmed' as const }
        // One whose answer was lost may come again.
        const same = await closuresDuring(transaction, times)
          .selectAll()
          .where((row) => row.and(wanted))
          .executeTakeFirst()
        if (same) return { ...toClosure(same), wasClosed: true }
        const row = { id: randomUUIDv7(), ...wanted, sequence: 0 }
        await transaction.insertInto('closures').values(row).execute()
        await enqueue(transaction, { closure_id: row.id }, row.sequence, followUps)
        return { ...toClosure(row), wasClosed: false }
      }),

    reopen: (id, after) =>
      write(async (transaction) => {
        const row = await changed(transaction, id, { status: 'cancelled' })
        if (!row) return null
        await enqueueInstead(transaction, leaseClock, { closure_id: id }, row.sequence, after)
        return toClosure(row)
      }),

    move: (id, to) =>
      write(async (transaction) => {
        await lockTimes(transaction, to)
        const row = await changed(transaction, id, columnsOf(to))
        return row ? toClosure(row) : null
      }),

    async findByIds(ids) {
      return (await closuresOf(db, ids)).map(toClosure)
    },

    async during(interval) {
      const rows = await closuresDuring(db, interval).selectAll().orderBy('start_ms').execute()
      return rows.map(toClosure)
    },

    async busyDuring(interval) {
      const rows = await busyDuring(db, interval).execute()
      return rows.map((row) => ({ startEpochMs: row.start_ms, endEpochMs: row.end_ms }))
    },
  }
}
