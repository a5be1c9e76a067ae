import { sql } from 'kysely'
import { isKnown } from '../known-client.ts'
import type { SharedMigration } from './schema-words.ts'

/** What forgetting clients has to know: which of them are still known, what the clock has shown, what is left to do. */
export const retention: SharedMigration = ({ epochMs, strict }) => [
  // Who is forgotten leaves it, so that the oldest who is not is always its first row.
  sql`create index appointments_known on appointments (end_ms) where ${isKnown}`,
  sql`create table retention (
      id integer primary key,
      read_at_ms ${epochMs},
      agreed_ms ${epochMs},
      to_purge integer not null default 0
    ) ${strict}`,
]
