import { sql } from 'kysely'
import type { SharedMigration } from './schema-words.ts'

/** What the readings of the owner's calendar have found that the owner has to know of or to decide. */
export const doubts: SharedMigration = ({ epochMs }) => [
  sql`alter table calendar_copies add column doubt text`,
  sql`alter table calendar_copies add column doubted_at_ms ${epochMs}`,
  sql`alter table calendar_copies add column told_at_ms ${epochMs}`,
  sql`create index calendar_copies_by_end on calendar_copies (calendar, end_ms)`,
  sql`alter table calendar_reads add column unreadable integer not null default 0`,
  sql`alter table calendar_reads add column told_unreadable integer not null default 0`,
  sql`alter table calendar_reads add column told_read_at_ms ${epochMs}`,
  sql`create index outbox_trouble_calendar on outbox (done_at_ms)
      where kind = 'calendar-notice'`,
]
