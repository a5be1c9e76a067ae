import { sql } from 'kysely'
import { msPerDay } from '../../booking/time.ts'
import { requestWindowMs } from '../lib/async.ts'
import { digestOfKey } from '../lib/files-and-secrets.ts'
import { type Called, haveOneNumber } from './clients.ts'
import { compiledQuery } from './compiled-query.ts'
import type { Engine, RequestCounts } from './engine.ts'
import { confirmed } from './rows.ts'
import type { Db } from './schema.ts'

/** How much may be booked from the page; 0 for no limit. */
export interface BookingLimits {
  /** Upcoming appointments that one mailbox, or one phone number, may hold. */
  upcomingPerClient: number
  /** Bookings from one network within 24 hours. */
  perNetwork: number
}

/** A booking from the page, as limits count it. */
export interface CountedBooking extends Called {
  mailbox: string | null
  /** A keyed digest; null where the network isn't known. */
  booked_from: string | null
}

const upcomingOf = compiledQuery<
  { mailbox: string | null; phone_key: string | null; nowEpochMs: number },
  Called & { mailbox: string | null }
>((db, { mailbox, phone_key, nowEpochMs }) =>
  db
    .selectFrom('appointments')
    .select(['mailbox', 'phone', 'phone_key'])
    .where('status', '=', confirmed)
    .where('booked_by', '=', sql.lit('client'))
    .where('end_ms', '>', nowEpochMs)
    .where((row) => row.or([row('mailbox', '=', mailbox), row('phone_key', '=', phone_key)])),
)

const bookedFrom = compiledQuery<{ network: string; sinceMs: number }, { count: number }>(
  (db, { network, sinceMs }) =>
    db
      .selectFrom('appointments')
      .select((row) => row.fn.countAll<number>().as('count'))
      .where('booked_from', '=', network)
      .where('created_at_ms', '>', sinceMs),
)

/**
 * Which limit one more booking would exceed, if any. It's decided in the booking's transaction: two that arrive
 * together wait for each other here.
 */
export async function exceededLimit(
  { lockLimits }: Pick<Engine, 'lockLimits'>,
  db: Db,
  { mailbox, phone, phone_key, booked_from }: CountedBooking,
  { upcomingPerClient, perNetwork }: BookingLimits,
  nowEpochMs: number,
): Promise<'client' | 'network' | null> {
  const isOfClient = upcomingPerClient > 0
  const network = perNetwork > 0 ? booked_from : null
  const keys = [
    ...(isOfClient ? [`mailbox ${mailbox}`, `phone ${phone_key}`] : []),
    ...(network === null ? [] : [`network ${network}`]),
  ]
  if (keys.length === 0) return null
  await lockLimits(db, keys)
  if (isOfClient) {
    const upcoming = await upcomingOf(db, { mailbox, phone_key, nowEpochMs })
    const ofMailbox = upcoming.filter((row) => row.mailbox === mailbox)
    const ofNumber = upcoming.filter((row) => haveOneNumber(row, { phone, phone_key }))
    if (Math.max(ofMailbox.length, ofNumber.length) >= upcomingPerClient) return 'client'
  }
  if (network === null) return null
  const [booked] = await bookedFrom(db, { network, sinceMs: nowEpochMs - msPerDay })
  return Number(booked?.count) >= perNetwork ? 'network' : null
}

/** Visitors who have the page open, in all processes. */
export function visitorStore({ db, write }: Engine) {
  return {
    /** Stores that this visitor is here now, and removes those not seen since `forgetBeforeMs`. */
    async see(visitor: string, nowEpochMs: number, forgetBeforeMs: number): Promise<void> {
      const seen = { seen_at_ms: nowEpochMs }
      await write(async (transaction) => {
        await transaction
          .insertInto('visitors')
          .values({ id: visitor, ...seen })
          .onConflict((conflict) => conflict.column('id').doUpdateSet(seen))
          .execute()
        await transaction.deleteFrom('visitors').where('seen_at_ms', '<', forgetBeforeMs).execute()
      })
    },

    async countSince(epochMs: number, nowEpochMs: number): Promise<number> {
      const { count } = await db
        .selectFrom('visitors')
        .select((column) => column.fn.countAll<number>().as('count'))
        // A clock that was ahead wrote later times.
        .where((row) => row.between('seen_at_ms', epochMs, nowEpochMs))
        .executeTakeFirstOrThrow()
      return Number(count)
    },
  }
}

/** Keeps a flood of addresses from filling the memory. */
const keysMax = 50_000

export function countsInMemory(): RequestCounts {
  const counts = new Map<string, { windowStartMs: number; count: number }>()
  return {
    async add(key, windowStartMs) {
      const known = counts.get(key)
      const count = known?.windowStartMs === windowStartMs ? known.count + 1 : 1
      // Deleted first, so the map is in the order of use, and its first key is the oldest.
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

/** Counts for all processes of a database. */
export function countsInDatabase(db: Db): RequestCounts {
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
        values (${digestOfKey(key)}, ${windowStartMs}, 1)
        on conflict (key) do update set window_start_ms = excluded.window_start_ms,
          count = case when known.window_start_ms = excluded.window_start_ms then known.count + 1 else 1 end
        returning count`.execute(db)
      return rows[0]?.count ?? 1
    },
  }
}
