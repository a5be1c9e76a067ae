import { sql } from 'kysely'
import { msPerDay } from '../../booking/time.ts'
import { requestWindowMs } from '../lib/async.ts'
import { hashKey } from '../lib/files-and-secrets.ts'
import { type Called, haveOneNumber } from './clients.ts'
import { compileQuery } from './compiled-query.ts'
import type { Engine, RequestCounts } from './engine.ts'
import type { Db } from './schema.ts'

/** How much may be booked from the page; 0 for no limit. */
export interface BookingLimits {
  upcomingPerClient: number
  /** Bookings from one network within 24 hours. */
  perNetwork: number
}

export interface CountedBooking extends Called {
  mailbox: string | null
  /** A keyed digest; null where the network isn't known. */
  booked_from: string | null
}

/** The client's upcoming bookings, and a row that has only the number of the network's bookings. */
const counted = compileQuery<
  Omit<CountedBooking, 'phone'> & { nowEpochMs: number; sinceMs: number },
  Called & { mailbox: string | null; ofNetwork: number | null }
>(
  (_, { mailbox, phone_key, booked_from, nowEpochMs, sinceMs }) =>
    sql`select mailbox, phone, phone_key, null as "ofNetwork" from appointments
      where status = 'confirmed' and booked_by = 'client' and end_ms > ${nowEpochMs}
        and (mailbox = ${mailbox} or phone_key = ${phone_key})
    union all select null, null, null, count(*) from appointments
      where booked_from = ${booked_from} and created_at_ms > ${sinceMs}`,
)

/** Which limit one more booking would exceed. In the booking's transaction, so two that arrive together wait here. */
export async function exceededLimit(
  { lockLimits }: Pick<Engine, 'lockLimits'>,
  db: Db,
  booking: CountedBooking,
  { upcomingPerClient, perNetwork }: BookingLimits,
  nowEpochMs: number,
): Promise<'client' | 'network' | null> {
  const ofClient = upcomingPerClient > 0 ? booking : { mailbox: null, phone_key: null }
  const booked_from = perNetwork > 0 ? booking.booked_from : null
  const keys = Object.entries({ mailbox: ofClient.mailbox, phone: ofClient.phone_key, network: booked_from })
    .filter(([, key]) => key !== null)
    .map(([what, key]) => `${what} ${key}`)
  if (keys.length === 0) return null
  await lockLimits(db, keys)
  const { mailbox, phone_key } = ofClient
  const rows = await counted(db, {
    mailbox,
    phone_key,
    booked_from,
    nowEpochMs,
    sinceMs: nowEpochMs - msPerDay,
  })
  const ofMailbox = rows.filter((row) => row.mailbox !== null && row.mailbox === mailbox).length
  const ofNumber = rows.filter((row) => haveOneNumber(row, booking)).length
  if (upcomingPerClient > 0 && Math.max(ofMailbox, ofNumber) >= upcomingPerClient) return 'client'
  const ofNetwork = rows.find((row) => row.ofNetwork !== null)?.ofNetwork
  return booked_from !== null && Number(ofNetwork) >= perNetwork ? 'network' : null
}

export function createVisitorStore({ db, write }: Engine) {
  return {
    async see(id: string, seen_at_ms: number, forgetBeforeMs: number): Promise<void> {
      await write(async (transaction) => {
        await transaction
          .insertInto('visitors')
          .values({ id, seen_at_ms })
          .onConflict((conflict) => conflict.column('id').doUpdateSet({ seen_at_ms }))
          .execute()
        await transaction.deleteFrom('visitors').where('seen_at_ms', '<', forgetBeforeMs).execute()
      })
    },

    async countSince(epochMs: number, nowEpochMs: number): Promise<number> {
      const { count } = await db
        .selectFrom('visitors')
        .select((column) => column.fn.countAll<number>().as('count'))
        .where((row) => row.between('seen_at_ms', epochMs, nowEpochMs))
        .executeTakeFirstOrThrow()
      return Number(count)
    },
  }
}

const keysMax = 50_000

export function createMemoryCounts(): RequestCounts {
  const counts = new Map<string, { windowStartMs: number; count: number }>()
  return {
    async add(key, windowStartMs) {
      const known = counts.get(key)
      const count = known?.windowStartMs === windowStartMs ? known.count + 1 : 1
      // Deleted first, which keeps the map in order of use, with the oldest key first.
      counts.delete(key)
      counts.set(key, { windowStartMs, count })
      if (counts.size > keysMax) counts.delete(counts.keys().next().value ?? key)
      return count
    },
  }
}

/** Unlogged: counting waits for no disk, and a crash may lose the counts. */
export const requestCountsTable = sql`create unlogged table request_counts
  (key text primary key, window_start_ms bigint not null, count integer not null)`

export function createDatabaseCounts(db: Db): RequestCounts {
  let cleanedForMs = Number.NEGATIVE_INFINITY
  return {
    async add(key, windowStartMs) {
      const overBeforeMs = windowStartMs - (windowStartMs % requestWindowMs) - requestWindowMs
      if (cleanedForMs < overBeforeMs) {
        cleanedForMs = overBeforeMs
        await sql`delete from request_counts where window_start_ms < ${overBeforeMs}`.execute(db)
      }
      const { rows } = await sql<{ count: number }>`
        insert into request_counts as known (key, window_start_ms, count)
        values (${hashKey(key)}, ${windowStartMs}, 1)
        on conflict (key) do update set window_start_ms = excluded.window_start_ms,
          count = case when known.window_start_ms = excluded.window_start_ms then known.count + 1 else 1 end
        returning count`.execute(db)
      return rows[0]?.count ?? 1
    },
  }
}
