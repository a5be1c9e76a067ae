import { sql } from 'kysely'
import type { SharedMigration } from './schema-words.ts'

/**
 * What keeps apart the owner's entries whose clients cannot be reached. An earlier version leaves it empty, and goes on
 * storing the same six fields once.
 */
export const entries: SharedMigration = () => [
  sql`alter table appointments add column entry_key text not null default ''`,
  sql`drop index appointments_once`,
  sql`create unique index appointments_once on appointments
      (start_ms, email, full_name, phone, referral_source, entry_key) where status = 'confirmed'`,
]
