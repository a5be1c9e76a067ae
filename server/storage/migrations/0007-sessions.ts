import type { SharedMigration } from './schema-words.ts'

/** Who may work at the desk: links that are sent, sessions that they begin, secrets that all processes share. */
export const sessions: SharedMigration = (words) => ({
  async up(db) {
    await db.schema
      .createTable('sign_in_links')
      .addColumn('token_hash', 'text', (column) => column.primaryKey().notNull())
      .addColumn('email', 'text', (column) => column.notNull())
      .addColumn('created_at_ms', words.epochMs, (column) => column.notNull())
      .addColumn('expires_at_ms', words.epochMs, (column) => column.notNull())
      .addColumn('used_at_ms', words.epochMs)
      .modifyEnd(words.strict)
      .execute()

    await db.schema
      .createTable('sign_in_mails')
      .addColumn('email', 'text', (column) => column.notNull())
      .addColumn('place', 'integer', (column) => column.notNull())
      .addColumn('sent_at_ms', words.epochMs, (column) => column.notNull())
      .addPrimaryKeyConstraint('sign_in_mails_once', ['email', 'place'])
      .modifyEnd(words.strict)
      .execute()

    await db.schema
      .createTable('sessions')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('email', 'text', (column) => column.notNull())
      .addColumn('created_at_ms', words.epochMs, (column) => column.notNull())
      .addColumn('used_at_ms', words.epochMs, (column) => column.notNull())
      .addColumn('ended_at_ms', words.epochMs)
      .modifyEnd(words.strict)
      .execute()

    await db.schema
      .createTable('refresh_tokens')
      .addColumn('token_hash', 'text', (column) => column.primaryKey().notNull())
      .addColumn('session_id', 'text', (column) => column.notNull().references('sessions.id'))
      .addColumn('used_at_ms', words.epochMs)
      .modifyEnd(words.strict)
      .execute()

    await db.schema
      .createTable('secrets')
      .addColumn('name', 'text', (column) => column.primaryKey().notNull())
      .addColumn('secret', 'text', (column) => column.notNull())
      .modifyEnd(words.strict)
      .execute()
  },
})
