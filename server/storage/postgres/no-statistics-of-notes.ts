import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const personal = [
  'table appointments alter column note',
  'table appointments alter column phone_key',
  'table appointment_changes alter column message',
  // Its first and only column is made of the address.
  'index appointments_by_email alter column 1',
]

/** The planner's statistics quote values, of what the desk has added too. */
export const noStatisticsOfNotes: Migration = {
  async up(db) {
    for (const what of personal) await sql`alter ${sql.raw(what)} set statistics 0`.execute(db)
  },
}
