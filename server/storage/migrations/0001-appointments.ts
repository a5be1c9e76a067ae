import { sql } from 'kysely'
import { longestOccupiedMs } from '../appointment-row.ts'
import type { SharedMigration } from './schema-words.ts'

export const appointments: SharedMigration = ({ epochMs, rowNumber, strict }) => [
  sql`create table appointments (
    id text primary key not null,
    full_name text not null,
    email text not null,
    phone text not null,
    appointment_date text not null,
    appointment_time text not null,
    referral_source text not null,
    created_at_ms ${epochMs} not null,
    seat integer not null,
    start_ms ${epochMs} not null,
    end_ms ${epochMs} not null,
    occupied_until_ms ${epochMs} not null,
    status text not null default 'confirmed',
    sequence integer not null default 0,
    constraint appointments_status check (status in ('confirmed', 'cancelled')),
    constraint appointments_order check (start_ms < end_ms and end_ms <= occupied_until_ms),
    constraint appointments_length check (occupied_until_ms - start_ms <= ${sql.lit(longestOccupiedMs)})
  ) ${strict}`,

  sql`create table outbox (
    id ${rowNumber} primary key,
    appointment_id text not null references appointments (id),
    kind text not null,
    sequence integer not null,
    due_at_ms ${epochMs} not null,
    attempts integer not null default 0,
    claimed_until_ms ${epochMs},
    done_at_ms ${epochMs},
    last_error text,
    result text,
    constraint outbox_once unique (appointment_id, kind, sequence)
  ) ${strict}`,

  sql`create table calendar_events (
    uid text primary key not null,
    sequence integer not null,
    start_ms ${epochMs} not null,
    end_ms ${epochMs} not null,
    summary text not null,
    description text not null,
    location text not null,
    updated_at_ms ${epochMs} not null
  ) ${strict}`,

  sql`create table visitors (
    id text primary key not null,
    seen_at_ms ${epochMs} not null
  ) ${strict}`,

  sql`create table heartbeat (
    id integer primary key,
    beat_at_ms ${epochMs} not null
  ) ${strict}`,

  sql`create table seats (
    id integer primary key,
    count integer not null
  ) ${strict}`,

  sql`create index appointments_by_start on appointments (start_ms) where status = 'confirmed'`,
  sql`create unique index appointments_once on appointments
    (email, appointment_date, appointment_time, full_name, phone, referral_source)
    where status = 'confirmed'`,
  sql`create index outbox_by_due on outbox (due_at_ms) where done_at_ms is null`,
  sql`create index calendar_events_by_end on calendar_events (end_ms)`,
  sql`create index visitors_by_seen on visitors (seen_at_ms)`,
]
