import { sql } from 'kysely'
import type { SharedMigration } from './schema-words.ts'

/**
 * One index for what overlaps a time and for the six fields that stand stored once: it begins with the start, which
 * the date and the time of the fields say as well. Each booking has one place less to be written to, and those that
 * are made together lie side by side.
 */
export const oneIndex: SharedMigration = () => [
  sql`drop index appointments_once`,
  sql`create unique index appointments_once on appointments
      (start_ms, email, full_name, phone, referral_source) where status = 'confirmed'`,
  sql`drop index appointments_by_start`,
]
