import { sql } from 'kysely'
import { requestWindowMs } from '../lib/async.ts'
import { hashKey } from '../lib/files-and-secrets.ts'
import { compileQuery } from './compiled-query.ts'
import type { Engine, RequestCounts } from './engine.ts'
import { type AppointmentRow, confirmed } from './rows.ts'
import type { Db } from './schema.ts'

/** The network of a booking from the page, as keyed digests in hex. */
export interface Network {
  /** An IPv4 address or an IPv6 /56. */
  key: string
  /** The prefix that all keys of the IPv6 /48 share. */
  site: string | null
}

/** An IPv6 customer with a /48 may be a large office. */
const siteFactor = 3

const keyLength = 48

const held = compileQuery<
  { from: string; to: string; nowEpochMs: number },
  Pick<AppointmentRow, 'id' | 'booked_from'>
>((db, { from, to, nowEpochMs }) =>
  db
    .selectFrom('appointments')
    .select(['id', 'booked_from'])
    .where('booked_from', 'is not', null)
    .where('booked_from', '>=', from)
    .where('booked_from', '<=', to)
    .where('start_ms', '>', nowEpochMs)
    .where('status', '=', confirmed),
)

export const lockNetwork = async ({ lockLimits }: Pick<Engine, 'lockLimits'>, db: Db, network: Network) =>
  lockLimits(db, [`network ${network.site ?? network.key}`])

/**
 * Whether a network has reached its limit of upcoming bookings from the page. Runs in the booking's transaction and
 * after `lockNetwork`, so two simultaneous bookings don't both count as the last.
 * @param except - an appointment that moves
 */
export async function isNetworkFull(
  db: Db,
  { key, site }: Network,
  most: number,
  nowEpochMs: number,
  except?: string,
): Promise<boolean> {
  const [from, to] = site === null ? [key, key] : [site.padEnd(keyLength, '0'), site.padEnd(keyLength, 'f')]
  const rows = (await held(db, { from, to, nowEpochMs })).filter(({ id }) => id !== except)
  const ofKey = rows.filter(({ booked_from }) => booked_from === key).length
  return ofKey >= most || rows.length >= most * siteFactor
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
