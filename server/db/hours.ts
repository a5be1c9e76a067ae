import { randomUUIDv7 } from 'node:crypto'
import { sql, type Updateable } from 'kysely'
import type { Opening } from '#shop/types.ts'
import type { BlockedTime, StoredBlockedTime, WallStretch } from '../../booking/appointment.ts'
import { type Interval, msPerMinute, weekdayNames } from '../../booking/time.ts'
import { compiledQuery } from './compiled-query.ts'
import type { Engine } from './engine.ts'
import { addJobs, replaceJobs, type Write } from './jobs.ts'
import {
  blockedTimesDuring,
  blockedTimesOf,
  busyDuring,
  confirmed,
  longestOccupiedMs,
  setSeats,
  toBlockedTime,
  toInterval,
} from './rows.ts'
import type { Db, Tables } from './schema.ts'

/** `wasBlocked`: it stood already, just so. */
export type NewBlockedTime = StoredBlockedTime & { wasBlocked: boolean }

/** When the owner receives nobody; no client's booking gets past a closure, however close they come. */
export interface BlockedTimeStore {
  /** The very same closure is made once. */
  block(wanted: Omit<BlockedTime, 'id'> & Interval, write: Write): Promise<NewBlockedTime>
  /** Opens the time again. @returns null when there is no such closure, or when it is open again already */
  unblock(id: string, write: Write): Promise<StoredBlockedTime | null>
  /** Another time for a closure that stands. @returns null when there is none */
  move(id: string, to: Omit<BlockedTime, 'id' | 'reason'> & Interval): Promise<StoredBlockedTime | null>
  /** In any order; opened ones too. */
  findByIds(ids: readonly string[]): Promise<StoredBlockedTime[]>
  /** The closures that overlap the given time, early to late. */
  during(interval: Interval): Promise<StoredBlockedTime[]>
  /** What else overlaps it in the owner's calendar, as that was last read; it closes the whole shop, too. */
  busyDuring(interval: Interval): Promise<Interval[]>
}

/** The opening hours that the owner has set at the desk. */
export interface OpeningHoursStore {
  /** null as long as the owner has set none; the same object as long as they are the same. */
  find(): Promise<Opening | null>
  /**
   * Sets other hours, for all processes, and how many appointments the database lets overlap. A new rest between two
   * holds after those who are booked already, too, unless the next one comes sooner.
   * @param change - what becomes of the hours that are in force; what it throws is thrown, and nothing changes
   */
  change(initial: Opening, change: (before: Opening) => Opening, nowEpochMs: number): Promise<Opening>
}

const theRow = compiledQuery<null, { opening: string }>((db) =>
  db.selectFrom('opening_hours').select('opening'),
)

/** What was stored before each weekday had hours of its own. */
interface UniformHours {
  firstStart: string
  lastStart: string
  /** From 1 for Monday. */
  closedWeekdays: readonly number[]
}

/** As it was written below, or before each weekday had hours of its own. */
function openingOf(text: string): Opening {
  const stored: Opening | (Omit<Opening, 'week'> & UniformHours) = JSON.parse(text)
  if ('week' in stored) return stored
  const { firstStart, lastStart, closedWeekdays, ...others } = stored
  const hours = (_: string, index: number) =>
    closedWeekdays.includes(index + 1) ? [] : [`${firstStart}-${lastStart}`]
  const days = weekdayNames.map((name, index) => [name, hours(name, index)])
  return { week: Object.fromEntries(days), ...others }
}

/** @param initial - the seats as demo/ says, unless the owner has set the opening hours at the desk */
export async function setInitialSeats(db: Db, initial: number): Promise<void> {
  const [row] = await theRow(db, null)
  await setSeats(db, row ? openingOf(row.opening).capacity : initial)
}

/** Only where the constraints let it: whoever is booked within the rest already stays. */
async function setRest(db: Db, restMs: number, nowEpochMs: number): Promise<void> {
  const until = sql<number>`appointments.end_ms + ${sql.lit(restMs)}`
  await db
    .updateTable('appointments')
    .set({ occupied_until_ms: until })
    .where('status', '=', confirmed)
    .where('start_ms', '>', nowEpochMs)
    .where('occupied_until_ms', '<>', until)
    .where(sql`${until} - start_ms`, '<=', longestOccupiedMs)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('appointments as next')
            .select('next.id')
            .where('next.status', '=', confirmed)
            .whereRef('next.seat', '=', 'appointments.seat')
            .whereRef('next.start_ms', '>=', 'appointments.end_ms')
            .where('next.start_ms', '<', until),
        ),
      ),
    )
    .execute()
}

export function openingHoursStore({ db, write }: Engine): OpeningHoursStore {
  let last: { text: string; opening: Opening } | undefined
  return {
    async find() {
      const [row] = await theRow(db, null)
      if (!row) return null
      if (row.opening !== last?.text) last = { text: row.opening, opening: openingOf(row.opening) }
      return last.opening
    },

    change: (initial, change, nowEpochMs) =>
      write(async (transaction) => {
        // In this order, so that of two changes at once the second builds upon the first.
        const { opening: before } = await transaction
          .insertInto('opening_hours')
          .values({ id: 1, opening: JSON.stringify(initial) })
          .onConflict((conflict) => conflict.column('id').doUpdateSet({ id: 1 }))
          .returning('opening')
          .executeTakeFirstOrThrow()
        const after = change(openingOf(before))
        await transaction
          .updateTable('opening_hours')
          .set({ opening: JSON.stringify(after) })
          .where('id', '=', 1)
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

/** What becomes of a closure that stands; undefined when there is none. */
const changed = (db: Db, id: string, columns: Updateable<Tables['blocked_times']>) =>
  db
    .updateTable('blocked_times')
    .set((column) => ({ ...columns, sequence: column('sequence', '+', 1) }))
    .where('id', '=', id)
    .where('status', '=', confirmed)
    .returningAll()
    .executeTakeFirst()

export function blockedTimeStore({ db, write, lockTimes, leaseClock }: Engine): BlockedTimeStore {
  return {
    block: ({ reason, ...times }, { jobs }) =>
      write(async (transaction) => {
        // Whoever books around that time has done so by now, or waits and finds it closed.
        await lockTimes(transaction, times)
        const wanted = { ...columnsOf(times), reason, status: 'confirmed' as const }
        // One whose answer was lost may come again.
        const same = await blockedTimesDuring(transaction, times)
          .selectAll()
          .where((row) => row.and(wanted))
          .executeTakeFirst()
        if (same) return { ...toBlockedTime(same), wasBlocked: true }
        const row = { id: randomUUIDv7(), ...wanted, sequence: 0 }
        await transaction.insertInto('blocked_times').values(row).execute()
        await addJobs(transaction, { blocked_time_id: row.id }, row.sequence, jobs)
        return { ...toBlockedTime(row), wasBlocked: false }
      }),

    unblock: (id, after) =>
      write(async (transaction) => {
        const row = await changed(transaction, id, { status: 'cancelled' })
        if (!row) return null
        await replaceJobs(transaction, leaseClock, { blocked_time_id: id }, row.sequence, after)
        return toBlockedTime(row)
      }),

    move: (id, to) =>
      write(async (transaction) => {
        await lockTimes(transaction, to)
        const row = await changed(transaction, id, columnsOf(to))
        return row ? toBlockedTime(row) : null
      }),

    async findByIds(ids) {
      return (await blockedTimesOf(db, ids)).map(toBlockedTime)
    },

    async during(interval) {
      const rows = await blockedTimesDuring(db, interval).selectAll().orderBy('start_ms').execute()
      return rows.map(toBlockedTime)
    },

    async busyDuring(interval) {
      return (await busyDuring(db, interval).execute()).map(toInterval)
    },
  }
}
