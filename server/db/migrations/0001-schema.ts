/**
 * The schema of version 0.1.0. It never changes, because databases have it: a test compares each statement. Any change
 * is a later file.
 */

import { type RawBuilder, sql } from 'kysely'
import type { Dialect, Migration } from '../engine.ts'

const tables = ({ epochMs, rowNumber, strict }: Dialect): readonly RawBuilder<unknown>[] => [
  sql`create table appointments (
    id text primary key not null,
    full_name text not null,
    email text not null,
    phone text not null,
    phone_key text,
    mailbox text,
    referral_source text not null,
    appointment_date text not null,
    appointment_time text not null,
    created_at_ms ${epochMs} not null,
    kind text not null default 'consultation',
    seat integer not null,
    start_ms ${epochMs} not null,
    end_ms ${epochMs} not null,
    occupied_until_ms ${epochMs} not null,
    status text not null default 'confirmed',
    sequence integer not null default 0,
    attendance text,
    booked_by text not null default 'client',
    booked_from text,
    organizer text,
    note text not null default '',
    idempotency_key text not null default '',
    anonymized_at_ms ${epochMs},
    constraint appointments_status check (status in ('confirmed', 'cancelled')),
    constraint appointments_attendance check (attendance in ('came', 'did_not_come')),
    constraint appointments_booked_by check (booked_by in ('client', 'desk')),
    constraint appointments_kind check (kind <> ''),
    constraint appointments_duration check (end_ms - start_ms between 900000 and 14400000),
    constraint appointments_order check (start_ms < end_ms and end_ms <= occupied_until_ms),
    constraint appointments_length check (occupied_until_ms - start_ms <= 86400000)
  ) ${strict}`,
  // Also finds overlaps, because it begins with the start; that saves each booking one index.
  sql`create unique index appointments_once on appointments
    (start_ms, email, full_name, phone, referral_source, idempotency_key) where status = 'confirmed'`,
  sql`create index appointments_cancelled on appointments (start_ms) where status = 'cancelled'`,
  sql`create index appointments_by_kind on appointments (kind) where kind <> 'consultation'`,
  sql`create index appointments_by_mailbox on appointments (mailbox)`,
  sql`create index appointments_by_phone on appointments (phone_key)`,
  sql`create index appointments_from_page on appointments (created_at_ms, booked_from)
    where booked_from is not null`,
  sql`create index appointments_known on appointments (end_ms) where anonymized_at_ms is null`,

  sql`create table appointment_changes (
    appointment_id text not null references appointments (id),
    sequence integer not null,
    what text not null,
    from_ms ${epochMs} not null,
    to_ms ${epochMs},
    changed_by text not null,
    changed_at_ms ${epochMs} not null,
    message text not null default '',
    constraint appointment_changes_once primary key (appointment_id, sequence),
    constraint appointment_changes_what check (what in ('rescheduled', 'cancelled')),
    constraint appointment_changes_by check (changed_by in ('client', 'desk', 'calendar'))
  ) ${strict}`,

  sql`create table manage_links (
    token_hash text primary key not null,
    appointment_id text not null references appointments (id),
    created_at_ms ${epochMs} not null
  ) ${strict}`,
  sql`create table opened_links (
    appointment_id text primary key not null references appointments (id),
    opened_at_ms ${epochMs} not null
  ) ${strict}`,
  sql`create index manage_links_by_appointment on manage_links (appointment_id)`,

  sql`create table blocked_times (
    id text primary key not null,
    from_wall_time text not null,
    to_wall_time text not null,
    start_ms ${epochMs} not null,
    end_ms ${epochMs} not null,
    reason text not null,
    status text not null,
    sequence integer not null,
    constraint blocked_times_status check (status in ('confirmed', 'cancelled')),
    constraint blocked_times_order check (start_ms < end_ms)
  ) ${strict}`,
  sql`create index blocked_times_by_end on blocked_times (end_ms) where status = 'confirmed'`,

  sql`create table opening_hours (id integer primary key, opening text not null) ${strict}`,

  sql`create table seats (id integer primary key, count integer not null) ${strict}`,

  sql`create table jobs (
    id ${rowNumber} primary key,
    appointment_id text references appointments (id),
    blocked_time_id text references blocked_times (id),
    kind text not null,
    sequence integer not null,
    status text not null default 'pending',
    outcome text,
    reference text,
    due_at_ms ${epochMs} not null,
    attempts integer not null default 0,
    leased_until_ms ${epochMs},
    finished_at_ms ${epochMs},
    alerted_at_ms ${epochMs},
    last_error text,
    constraint jobs_once unique (appointment_id, kind, sequence),
    constraint jobs_subject check ((appointment_id is null) <> (blocked_time_id is null)),
    constraint jobs_status check (status in ('pending', 'done', 'failed', 'superseded')),
    constraint jobs_outcome check
      (outcome in ('delivered', 'too-late', 'not-wanted', 'no-address', 'nothing-to-report')),
    constraint jobs_finished check ((status = 'pending') = (finished_at_ms is null)),
    constraint jobs_done check ((status = 'done') = (outcome is not null)),
    constraint jobs_delivered check ((coalesce(outcome, '') = 'delivered') = (reference is not null))
  ) ${strict}`,
  sql`create unique index jobs_of_blocked_times on jobs (blocked_time_id, kind, sequence)
    where blocked_time_id is not null`,
  sql`create index jobs_by_due on jobs (due_at_ms) where status = 'pending'`,
  sql`create index jobs_failed on jobs (appointment_id) where status = 'failed'`,
  // Few among very many: a search without this index would read all jobs.
  sql`create index jobs_trouble_mail on jobs (finished_at_ms) where kind = 'trouble-mail'`,
  sql`create index jobs_trouble_event on jobs (finished_at_ms) where kind = 'trouble-event'`,
  sql`create index jobs_calendar_notice on jobs (finished_at_ms) where kind = 'calendar-notice'`,
  sql`create index jobs_booking_alert on jobs (finished_at_ms) where kind = 'booking-alert'`,

  sql`create table calendar_events (
    uid text primary key not null,
    sequence integer not null,
    start_ms ${epochMs} not null,
    end_ms ${epochMs} not null,
    summary text not null,
    description text not null,
    location text not null,
    status text not null default 'confirmed',
    attendee_name text,
    attendee_email text,
    updated_at_ms ${epochMs} not null
  ) ${strict}`,
  sql`create index calendar_events_by_end on calendar_events (end_ms)`,

  sql`create table synced_events (
    calendar text not null,
    uid text not null,
    sequence integer not null,
    needs_rewrite integer not null default 0,
    status text not null,
    start_ms ${epochMs} not null,
    end_ms ${epochMs} not null,
    suspected_change text,
    suspected_at_ms ${epochMs},
    alerted_at_ms ${epochMs},
    rejected_start_ms ${epochMs},
    rejection text,
    rejections integer not null default 0,
    constraint synced_events_once primary key (calendar, uid),
    constraint synced_events_rewrite check (needs_rewrite in (0, 1)),
    constraint synced_events_suspected check
      (suspected_change in ('missing', 'slot-taken', 'on-hold', 'confirmed', 'applied', 'restored')),
    constraint synced_events_rejection check (rejection in ('taken', 'all-day', 'past', 'clock-change'))
  ) ${strict}`,
  sql`create index synced_events_by_end on synced_events (calendar, end_ms)`,
  sql`create index synced_events_by_uid on synced_events (uid)`,

  sql`create table calendar_polls (
    calendar text primary key not null,
    polled_at_ms ${epochMs},
    next_poll_at_ms ${epochMs} not null,
    unreadable integer not null default 0,
    alerted_unreadable integer not null default 0,
    alerted_polled_at_ms ${epochMs}
  ) ${strict}`,

  sql`create table busy_times (
    calendar text not null,
    start_ms ${epochMs} not null,
    end_ms ${epochMs} not null,
    constraint busy_times_once primary key (calendar, start_ms, end_ms)
  ) ${strict}`,
  sql`create index busy_times_by_end on busy_times (end_ms)`,

  sql`create table sign_in_links (
    token_hash text primary key not null,
    email text not null,
    created_at_ms ${epochMs} not null,
    expires_at_ms ${epochMs} not null,
    used_at_ms ${epochMs}
  ) ${strict}`,
  sql`create table sign_in_emails (
    email text not null,
    place integer not null,
    sent_at_ms ${epochMs} not null,
    constraint sign_in_emails_once primary key (email, place)
  ) ${strict}`,
  sql`create table sessions (
    id text primary key not null,
    email text not null,
    created_at_ms ${epochMs} not null,
    used_at_ms ${epochMs} not null,
    ended_at_ms ${epochMs}
  ) ${strict}`,
  sql`create table refresh_tokens (
    token_hash text primary key not null,
    session_id text not null references sessions (id),
    used_at_ms ${epochMs}
  ) ${strict}`,
  sql`create index refresh_tokens_by_session on refresh_tokens (session_id)`,
  sql`create table secrets (name text primary key not null, secret text not null) ${strict}`,

  sql`create table visitors (id text primary key not null, seen_at_ms ${epochMs} not null) ${strict}`,
  sql`create index visitors_by_seen on visitors (seen_at_ms)`,
  sql`create table heartbeat (id integer primary key, beat_at_ms ${epochMs} not null) ${strict}`,
  sql`create table retention (
    id integer primary key,
    read_at_ms ${epochMs},
    agreed_ms ${epochMs},
    to_purge integer not null default 0
  ) ${strict}`,
]

const rejectOverlap = sql`
  select raise(abort, 'appointments_overlap') where exists (
    select 1 from appointments
    where status = 'confirmed' and seat = new.seat and id <> new.id
      and start_ms < new.occupied_until_ms and start_ms > new.start_ms - 86400000
      and occupied_until_ms > new.start_ms
  );`

/**
 * The guarantee against double booking. SQLite has one writer at a time, so a trigger sees all rows. Within a
 * transaction, appointments that change seats may be below zero, where they conflict with none.
 */
const sqliteGuarantee = [
  sql`create trigger appointments_insert before insert on appointments when new.status = 'confirmed'
    begin
      select raise(abort, 'appointments_seat')
        where new.seat < 0 or new.seat >= (select count from seats where id = 1);
      ${rejectOverlap}
    end`,
  sql`create trigger appointments_update
    before update of seat, start_ms, occupied_until_ms, status on appointments when new.status = 'confirmed'
    begin
      ${rejectOverlap}
    end`,
]

/** The same for PostgreSQL: an exclusion constraint, so no two confirmed appointments overlap on one seat. */
const postgresGuarantee = [
  sql`create extension if not exists btree_gist`,
  sql`alter table appointments add constraint appointments_overlap
    exclude using gist (seat with =, int8range(start_ms, occupied_until_ms) with &&)
    where (status = 'confirmed' and seat >= 0)`,
  sql`create function reject_missing_seat() returns trigger language plpgsql as $$
    begin
      if new.seat < 0 or new.seat >= (select count from seats where id = 1) then
        raise exception 'appointments_seat' using errcode = 'check_violation';
      end if;
      return new;
    end $$`,
  sql`create trigger appointments_insert before insert on appointments
    for each row when (new.status = 'confirmed') execute function reject_missing_seat()`,
]

/** Unlogged: counting waits for no disk, and a crash may lose the counts. */
const requestCounts = sql`create unlogged table request_counts
  (key text primary key, window_start_ms bigint not null, count integer not null)`

/** The statistics of the planner quote values, and would go on naming clients whose data is deleted. */
const noStatisticsOf = (table: string, ...personal: string[]) =>
  personal.map((name) => sql`alter table ${sql.ref(table)} alter column ${sql.ref(name)} set statistics 0`)

const own = {
  sqlite: sqliteGuarantee,
  postgres: [
    ...postgresGuarantee,
    requestCounts,
    ...noStatisticsOf(
      'appointments',
      'full_name',
      'email',
      'phone',
      'phone_key',
      'mailbox',
      'booked_from',
      'note',
    ),
    ...noStatisticsOf('appointment_changes', 'message'),
    ...noStatisticsOf('calendar_events', 'summary', 'description', 'attendee_name', 'attendee_email'),
  ],
}

export const schema: Migration = {
  name: '0001-schema',
  async up(db, dialect) {
    for (const statement of [...tables(dialect), ...own[dialect.engine]]) await statement.execute(db)
  },
}
