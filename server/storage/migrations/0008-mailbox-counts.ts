import { sql } from 'kysely'
import type { SharedMigration } from './schema-words.ts'

/** How many appointments were booked with one mailbox on the newest day; the mailbox is a digest. */
export const mailboxCounts: SharedMigration = ({ strict }) => [
  sql`create table mailbox_counts (
      mailbox text primary key not null,
      day text not null,
      count integer not null
    ) ${strict}`,
]
