import { sql } from 'kysely'
import type { SharedMigration } from './schema-words.ts'

/** What was given up: few among very many, and looked for by whoever asks how things are. */
export const givenUp: SharedMigration = () => [
  sql`create index outbox_given_up on outbox (appointment_id)
      where done_at_ms is not null and result is null`,
]
