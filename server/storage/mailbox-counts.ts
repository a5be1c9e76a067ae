import { sql } from 'kysely'
import type { MailboxAllowance } from '../appointments/ports.ts'
import { compiledOnce } from './compiled-once.ts'
import { digestOfKey } from './digest-of-key.ts'
import type { Db } from './tables.ts'

const add = compiledOnce<MailboxAllowance, { count: number }>((db, { mailbox, day, perDay }) =>
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
          or([eb('mailbox_counts.day', '<>', ref('excluded.day')), eb('mailbox_counts.count', '<', perDay)]),
        ),
    )
    .returning('count'),
)

/**
 * Counts bookings for their mailboxes, each in the transaction that stores it, so that what is not stored is not
 * counted; whoever books with the same mailbox meanwhile waits for its end.
 */
export function mailboxCounts() {
  let cleanedFor = ''
  /** @returns whether the mailbox may be booked with once more that day */
  return async (db: Db, allowance: MailboxAllowance): Promise<boolean> => {
    if (cleanedFor !== allowance.day) {
      cleanedFor = allowance.day
      await db.deleteFrom('mailbox_counts').where('day', '<>', allowance.day).execute()
    }
    const counted = await add(db, { ...allowance, mailbox: digestOfKey(allowance.mailbox) })
    return counted.length > 0
  }
}
