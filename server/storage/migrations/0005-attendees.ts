import { sql } from 'kysely'
import type { SharedMigration } from './schema-words.ts'

/** Who comes, as the event of the calendar that is kept here tells it; null once that is forgotten. */
export const attendees: SharedMigration = () => [
  sql`alter table calendar_events add column attendee_name text`,
  sql`alter table calendar_events add column attendee_email text`,
]
