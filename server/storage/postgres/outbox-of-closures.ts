import { sql } from 'kysely'
import type { Steps } from '../migrations/schema-words.ts'

/** What is owed can be owed for a closure, too. */
export const outboxOfClosures: Steps = [
  sql`alter table outbox
    alter column appointment_id drop not null,
    add column closure_id text references closures (id),
    add constraint outbox_subject check ((appointment_id is null) <> (closure_id is null))`,
  sql`create unique index outbox_of_closures on outbox (closure_id, kind, sequence)
    where closure_id is not null`,
]
