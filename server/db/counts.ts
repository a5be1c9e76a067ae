import { sql } from 'kysely'
import { digestOfKey } from '../lib/files-and-secrets.ts'
import { compiledQuery } from './compiled-query.ts'
import type { Engine } from './engine.ts'
import type { Db } from './schema.ts'

/** How often a mailbox, or a network, may book. */
export interface BookingAllowance {
  of: 'mailbox' | 'network'
  /** The mailbox in one spelling, or the network's keyed digest. */
  key: string
  /** "YYYY-MM-DD" */
  day: string
  perDay: number
}

/** Who has the page open, so that several processes agree on it. */
export interface VisitorStore {
  /** Notes that this visitor is here now and forgets those who have not been seen since. */
  see(visitor: string, nowEpochMs: number, forgetBeforeMs: number): Promise<void>
  countSince(epochMs: number, nowEpochMs: number): Promise<number>
}

const add = compiledQuery<{ mailbox: string; day: string; perDay: number }, { count: number }>(
  (db, { mailbox, day, perDay }) =>
    db
      .insertInto('mailbox_counts')
      .values({ mailbox, day, count: 1 })
      .onConflict((conflict) =>
        conflict
          .column('mailbox')
          .doUpdateSet(({ ref }) => ({
            day: ref('excluded.day'),
            count: sql`case mailbox_counts.day when excluded.day then mailbox_counts.count + 1 else 1 end`,
          }))
          .where(({ or, eb, ref }) =>
            or([
              eb('mailbox_counts.day', '<>', ref('excluded.day')),
              eb('mailbox_counts.count', '<', perDay),
            ]),
          ),
      )
      .returning('count'),
)

/**
 * Counts bookings for their mailboxes and networks, each in the transaction that stores it, so that what is not stored is not
 * counted; whoever books with the same mailbox meanwhile waits for its end.
 */
export function bookingCounts() {
  let cleanedFor = ''
  /** @returns whether the mailbox or network may book once more that day */
  return async (db: Db, allowance: BookingAllowance): Promise<boolean> => {
    if (cleanedFor !== allowance.day) {
      cleanedFor = allowance.day
      await db.deleteFrom('mailbox_counts').where('day', '<>', allowance.day).execute()
    }
    const { of, key, day, perDay } = allowance
    const mailbox = digestOfKey(of === 'mailbox' ? key : `network ${key}`)
    const counted = await add(db, { mailbox, day, perDay })
    return counted.length > 0
  }
}

export function visitorStore({ db, write }: Engine): VisitorStore {
  return {
    async see(visitor, nowEpochMs, forgetBeforeMs) {
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

    async countSince(epochMs, nowEpochMs) {
      const { count } = await db
        .selectFrom('visitors')
        .select((column) => column.fn.countAll<number>().as('count'))
        // Whoever was seen later than now was seen by a clock that was ahead.
        .where((row) => row.between('seen_at_ms', epochMs, nowEpochMs))
        .executeTakeFirstOrThrow()
      return Number(count)
    },
  }
}
