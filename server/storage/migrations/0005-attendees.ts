import { sql } from 'kysely'
import type { SharedMigration } from './schema-words.ts'

/** Who comes, as the event of the calendar that is kept here tells it; null once that is forgotten. */
export const attendees: SharedMigration = () => ({
  async up(db) {
    await sql`alter table calendar_events add column attendee_name text`.execute(db)
    await sql`alter table calendar_events add column attendee_email text`.execute(db)
  },
})
