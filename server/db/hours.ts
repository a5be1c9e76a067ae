import { randomUUIDv7 } from 'node:crypto'
import { sql, type Updateable } from 'kysely'
import type { Opening } from '#shop/types.ts'
import type { BlockedTime, StoredBlockedTime, WallStretch } from '../../booking/appointment.ts'
import { type Interval, msPerMinute } from '../../booking/time.ts'
import { compileQuery } from './compiled-query.ts'
import type { Engine } from './engine.ts'
import { addJobs, replaceJobs, type Write } from './jobs.ts'
import {
  confirmed,
  getBlockedTimes,
  getBlockedTimesDuring,
  getBusyDuring,
  longestOccupiedMs,
  setSeats,
  toBlockedTime,
  toInterval,
} from './rows.ts'
import type { Db, Tables } from './schema.ts'

export type NewBlockedTime = StoredBlockedTime & { wasBlocked: boolean }

const theRow = compileQuery<null, { opening: string }>((db) =>
  db.selectFrom('opening_hours').select('opening'),
)

/** @param initial - the seats of demo/, until the owner sets hours at the desk */
export async function setInitialSeats(db: Db, initial: number): Promise<void> {
  const [row] = await theRow(db, null)
  await setSeats(db, row ? JSON.parse(row.opening).capacity : initial)
}

async function setRest(db: Db, restMs: number, nowEpochMs: number): Promise<void> {
  const until = sql<number>`appointments.end_ms + ${sql.lit(restMs)}`
  await db
    .updateTable('appointments')
    .set({ occupied_until_ms: until })
    .where('status', '=', confirmed)
    .where('start_ms', '>', nowEpochMs)
    .where('occupied_until_ms', '<>', until)
    .where(sql`${until} - start_ms`, '<=', longestOccupiedMs)
    .where(
      sql<boolean>`not exists (select 1 from appointments as next
        where next.status = ${confirmed} and next.seat = appointments.seat
          and next.start_ms >= appointments.end_ms and next.start_ms < ${until})`,
    )
    .execute()
}

export type OpeningHoursStore = ReturnType<typeof createOpeningHoursStore>

export function createOpeningHoursStore({ db, write }: Engine) {
  let last: { text: string; opening: Opening } | undefined
  return {
    /** null until the owner sets any. Returns the same object for the same hours. */
    async find(): Promise<Opening | null> {
      const [row] = await theRow(db, null)
      if (!row) return null
      if (row.opening !== last?.text) last = { text: row.opening, opening: JSON.parse(row.opening) }
      return last.opening
    },

    /**
     * A new buffer also applies after existing appointments.
     * @param change - if it throws, nothing changes
     */
    change: (initial: Opening, change: (before: Opening) => Opening, nowEpochMs: number): Promise<Opening> =>
      write(async (transaction) => {
        // The insert locks the row, so the second of two changes builds on the first.
        const { opening: before } = await transaction
          .insertInto('opening_hours')
          .values({ id: 1, opening: JSON.stringify(initial) })
          .onConflict((conflict) => conflict.column('id').doUpdateSet({ id: 1 }))
          .returning('opening')
          .executeTakeFirstOrThrow()
        const after = change(JSON.parse(before))
        await transaction
          .updateTable('opening_hours')
          .set({ opening: JSON.stringify(after) })
          .execute()
        await setSeats(transaction, after.capacity)
        await setRest(transaction, after.bufferMinutes * msPerMinute, nowEpochMs)
        return after
      }),
  }
}

const columnsOf = ({ from, to, startEpochMs, endEpochMs }: WallStretch & Interval) => ({
  from_wall_time: from,
  to_wall_time: to,
  start_ms: startEpochMs,
  end_ms: endEpochMs,
})

const changed = (db: Db, id: string, columns: Updateable<Tables['blocked_times']>) =>
  db
    .updateTable('blocked_times')
    .set((column) => ({ ...columns, sequence: column('sequence', '+', 1) }))
    .where((row) => row.and({ id, status: 'confirmed' }))
    .returningAll()
    .executeTakeFirst()

export type BlockedTimeStore = ReturnType<typeof createBlockedTimeStore>

/** Times when the owner receives no one. No client's booking slips past them, however close together they arrive. */
export function createBlockedTimeStore({ db, write, lockTimes, leaseClock }: Engine) {
  return {
    block: ({ reason, ...times }: Omit<BlockedTime, 'id'> & Interval, { jobs }: Write) =>
      write(async (transaction): Promise<NewBlockedTime> => {
        const places = times.places ?? null
        // After this lock, bookings around that time are finished, or they wait and find it closed.
        await lockTimes(transaction, times)
        const wanted = { ...columnsOf(times), reason, status: 'confirmed' as const }
        const same = await getBlockedTimesDuring(transaction, times)
          .selectAll()
          .where((row) => row.and(wanted))
          .where(sql<boolean>`places is not distinct from ${places}`)
          .executeTakeFirst()
        if (same) return { ...toBlockedTime(same), wasBlocked: true }
        const row = { id: randomUUIDv7(), ...wanted, places, sequence: 0 }
        await transaction.insertInto('blocked_times').values(row).execute()
        await addJobs(transaction, { blocked_time_id: row.id }, row.sequence, jobs)
        return { ...toBlockedTime(row), wasBlocked: false }
      }),

    unblock: (id: string, after: Write): Promise<StoredBlockedTime | null> =>
      write(async (transaction) => {
        const row = await changed(transaction, id, { status: 'cancelled' })
        if (!row) return null
        await replaceJobs(transaction, leaseClock, { blocked_time_id: id }, row.sequence, after)
        return toBlockedTime(row)
      }),

    move: (id: string, to: WallStretch & Interval): Promise<StoredBlockedTime | null> =>
      write(async (transaction) => {
        await lockTimes(transaction, to)
        const row = await changed(transaction, id, columnsOf(to))
        return row ? toBlockedTime(row) : null
      }),

    async findByIds(ids: readonly string[]): Promise<StoredBlockedTime[]> {
      return (await getBlockedTimes(db, ids)).map(toBlockedTime)
    },

    async during(interval: Interval): Promise<StoredBlockedTime[]> {
      const rows = await getBlockedTimesDuring(db, interval).selectAll().orderBy('start_ms').execute()
      return rows.map(toBlockedTime)
    },

    async busyDuring(interval: Interval): Promise<Interval[]> {
      return (await getBusyDuring(db, interval).execute()).map(toInterval)
    },
  }
}
