import { sql } from 'kysely'
import type { SharedMigration } from './schema-words.ts'

/** Appointments that move or are cancelled, the links with which clients do that, and who was told of trouble. */
export const changes: SharedMigration = ({ epochMs, strict }) => [
  sql`create table appointment_changes (
      appointment_id text not null references appointments (id),
      sequence integer not null,
      what text not null,
      from_ms ${epochMs} not null,
      to_ms ${epochMs},
      changed_by text not null,
      changed_at_ms ${epochMs} not null,
      constraint appointment_changes_once primary key (appointment_id, sequence),
      constraint appointment_changes_what check (what in ('rescheduled', 'cancelled')),
      constraint appointment_changes_by check (changed_by in ('client', 'owner'))
    ) ${strict}`,

  sql`create table visit_tokens (
      token_hash text primary key not null,
      appointment_id text not null references appointments (id),
      created_at_ms ${epochMs} not null
    ) ${strict}`,
  sql`create index visit_tokens_by_appointment on visit_tokens (appointment_id)`,

  sql`alter table outbox add column told_at_ms ${epochMs}`,
  // Few among very many: without an index of their own, whoever looks for one reads everything ever owed.
  sql`create index outbox_trouble_mail on outbox (done_at_ms) where kind = 'trouble-mail'`,
  sql`create index outbox_trouble_event on outbox (done_at_ms) where kind = 'trouble-event'`,
  sql`alter table calendar_events add column status text not null default 'confirmed'`,
]
