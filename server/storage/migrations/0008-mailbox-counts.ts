import type { SharedMigration } from './schema-words.ts'

/** How many appointments were booked with one mailbox on the newest day; the mailbox is a digest. */
export const mailboxCounts: SharedMigration = (words) => ({
  async up(db) {
    await db.schema
      .createTable('mailbox_counts')
      .addColumn('mailbox', 'text', (column) => column.primaryKey().notNull())
      .addColumn('day', 'text', (column) => column.notNull())
      .addColumn('count', 'integer', (column) => column.notNull())
      .modifyEnd(words.strict)
      .execute()
  },
})
