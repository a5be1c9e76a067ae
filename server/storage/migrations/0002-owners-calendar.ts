import { sql } from 'kysely'
import type { SharedMigration } from './schema-words.ts'

/** What is known of a calendar on somebody else's server: what we wrote there, how far it was read, what is busy. */
export const ownersCalendar: SharedMigration = ({ epochMs, strict }) => [
  sql`create table calendar_copies (
      calendar text not null,
      uid text not null,
      sequence integer not null,
      status text not null,
      start_ms ${epochMs} not null,
      end_ms ${epochMs} not null,
      refused_start_ms ${epochMs},
      refused_why text,
      refusals integer not null default 0,
      constraint calendar_copies_once primary key (calendar, uid)
    ) ${strict}`,

  sql`create table calendar_reads (
      calendar text primary key not null,
      cursor text,
      read_at_ms ${epochMs},
      next_turn_at_ms ${epochMs} not null
    ) ${strict}`,

  sql`create table busy_times (
      calendar text not null,
      start_ms ${epochMs} not null,
      end_ms ${epochMs} not null,
      constraint busy_times_once primary key (calendar, start_ms, end_ms)
    ) ${strict}`,
  sql`create index busy_times_by_end on busy_times (end_ms)`,
]
