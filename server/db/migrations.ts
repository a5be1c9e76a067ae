import { type RawBuilder, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { phoneKey } from '../../booking/contact.ts'
import { isKnown, longestOccupiedMs } from './rows.ts'
import type { Db } from './schema.ts'

/** What the two engines call differently when a table is made. */
export interface SchemaWords {
  /** The type of columns that end in `_ms`. */
  epochMs: RawBuilder<unknown>
  /** The type of a key that numbers its own rows. */
  rowNumber: RawBuilder<unknown>
  /** Stands at the end of each new table: values of another type than the column's are refused. */
  strict: RawBuilder<unknown>
}

/** What a change of the schema consists of, in order: statements, and work that is more than one. */
export type Steps = readonly (RawBuilder<unknown> | ((db: Db) => Promise<void>))[]

/** SQLite's strict tables know no bigint; their integers have 64 bits. */
export const sqliteWords: SchemaWords = {
  epochMs: sql`integer`,
  rowNumber: sql`integer`,
  strict: sql`strict`,
}

export const postgresWords: SchemaWords = {
  epochMs: sql`bigint`,
  rowNumber: sql`bigserial`,
  strict: sql``,
}

const rowsAtOnce = 1000

/** For numbers that were stored before there was a key for them, or with another one. */
const addPhoneKeys = (which: RawBuilder<boolean>) => async (db: Db) => {
  for (let last = ''; ; ) {
    const next = sql<{ id: string; phone: string }>`
      select id, phone from appointments where id > ${last} and ${which} order by id limit ${sql.lit(rowsAtOnce)}`
    const { rows } = await next.execute(db)
    for (const { id, phone } of rows) {
      await sql`update appointments set phone_key = ${phoneKey(phone)} where id = ${id}`.execute(db)
    }
    const newest = rows.at(-1)
    if (!newest) return
    last = newest.id
  }
}

/**
 * The changes of the schema that both engines make, by name; they run in the order of their names. One that has been
 * published is never changed. A server of the version before goes on working beside it: a new column is nullable or has
 * a default, and nothing is renamed or dropped in the version that stops using it.
 */
export const sharedMigrations = ({ epochMs, rowNumber, strict }: SchemaWords): Record<string, Steps> => ({
  '0001-appointments': [
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
  ],

  /** What is known of a calendar on somebody else's server: what we wrote there, how far it was read, what is busy. */
  '0002-owners-calendar': [
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
  ],

  /** Appointments that move or are cancelled, the links with which clients do that, and who was told of trouble. */
  '0003-changes': [
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
  ],

  /** Who comes, as the event of the calendar that is kept here tells it; null once that is forgotten. */
  '0005-attendees': [
    sql`alter table calendar_events add column attendee_name text`,
    sql`alter table calendar_events add column attendee_email text`,
  ],

  /**
   * One index for what overlaps a time and for the six fields that stand stored once: it begins with the start, which
   * the date and the time of the fields say as well. Each booking has one place less to be written to, and those that
   * are made together lie side by side.
   */
  '0006-one-index': [
    sql`drop index appointments_once`,
    sql`create unique index appointments_once on appointments
      (start_ms, email, full_name, phone, referral_source) where status = 'confirmed'`,
    sql`drop index appointments_by_start`,
  ],

  /** Who may work at the desk: links that are sent, sessions that they begin, secrets that all processes share. */
  '0007-sessions': [
    sql`create table sign_in_links (
      token_hash text primary key not null,
      email text not null,
      created_at_ms ${epochMs} not null,
      expires_at_ms ${epochMs} not null,
      used_at_ms ${epochMs}
    ) ${strict}`,
    sql`create table sign_in_mails (
      email text not null,
      place integer not null,
      sent_at_ms ${epochMs} not null,
      constraint sign_in_mails_once primary key (email, place)
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
    sql`create table secrets (name text primary key not null, secret text not null) ${strict}`,
  ],

  /** How many appointments were booked with one mailbox on the newest day; the mailbox is a digest. */
  '0008-mailbox-counts': [
    sql`create table mailbox_counts (
      mailbox text primary key not null,
      day text not null,
      count integer not null
    ) ${strict}`,
  ],

  /** What forgetting clients has to know: which of them are still known, what the clock has shown, what is left to do. */
  '0009-retention': [
    // Who is forgotten leaves it, so that the oldest who is not is always its first row.
    sql`create index appointments_known on appointments (end_ms) where ${isKnown}`,
    sql`create table retention (
      id integer primary key,
      read_at_ms ${epochMs},
      agreed_ms ${epochMs},
      to_purge integer not null default 0
    ) ${strict}`,
  ],

  /** What was given up: few among very many, and looked for by whoever asks how things are. */
  '0010-given-up': [
    sql`create index outbox_given_up on outbox (appointment_id)
      where done_at_ms is not null and result is null`,
  ],

  /** What the readings of the owner's calendar have found that the owner has to know of or to decide. */
  '0011-doubts': [
    sql`alter table calendar_copies add column doubt text`,
    sql`alter table calendar_copies add column doubted_at_ms ${epochMs}`,
    sql`alter table calendar_copies add column told_at_ms ${epochMs}`,
    sql`create index calendar_copies_by_end on calendar_copies (calendar, end_ms)`,
    sql`alter table calendar_reads add column unreadable integer not null default 0`,
    sql`alter table calendar_reads add column told_unreadable integer not null default 0`,
    sql`alter table calendar_reads add column told_read_at_ms ${epochMs}`,
    sql`create index outbox_trouble_calendar on outbox (done_at_ms)
      where kind = 'calendar-notice'`,
  ],

  /** What the owner notes of an appointment, when nobody is received, and the opening hours that are in force. */
  '0012-desk': [
    sql`alter table appointments add column attendance text
      check (attendance in ('came', 'did_not_come'))`,
    sql`alter table appointments add column booked_by text not null default 'client'
      check (booked_by in ('client', 'shop'))`,
    sql`alter table appointments add column note text not null default ''`,
    sql`alter table appointments add column phone_key text`,
    sql`alter table appointment_changes add column message text not null default ''`,
    addPhoneKeys(sql`true`),
    sql`create index appointments_by_email on appointments (lower(email))`,
    sql`create index appointments_by_phone on appointments (phone_key)`,
    sql`create index appointments_cancelled on appointments (start_ms)
      where status = 'cancelled'`,

    sql`create table closures (
      id text primary key not null,
      from_wall_time text not null,
      to_wall_time text not null,
      start_ms ${epochMs} not null,
      end_ms ${epochMs} not null,
      reason text not null,
      status text not null,
      sequence integer not null,
      constraint closures_status check (status in ('confirmed', 'cancelled')),
      constraint closures_order check (start_ms < end_ms)
    ) ${strict}`,
    sql`create index closures_by_end on closures (end_ms) where status = 'confirmed'`,
    sql`create index refresh_tokens_by_session on refresh_tokens (session_id)`,
    sql`create table opening_hours (id integer primary key, opening text not null) ${strict}`,
  ],

  /**
   * What keeps apart the owner's entries whose clients cannot be reached. An earlier version leaves it empty, and goes on
   * storing the same six fields once.
   */
  '0014-entries': [
    sql`alter table appointments add column entry_key text not null default ''`,
    sql`drop index appointments_once`,
    sql`create unique index appointments_once on appointments
      (start_ms, email, full_name, phone, referral_source, entry_key) where status = 'confirmed'`,
  ],

  /** Whether an event stands in any calendar, also in one that was not read since a backup was restored. */
  '0015-copies-by-uid': [sql`create index calendar_copies_by_uid on calendar_copies (uid)`],

  /** A client is the same with an extension and without. */
  '0016-keys-without-extensions': [
    addPhoneKeys(sql`(lower(phone) like '%x%' or phone like '%#%' or phone like '%,%' or phone like '%;%')`),
  ],
})

const migration = (steps: Steps): Migration => ({
  async up(db) {
    for (const step of steps) await (typeof step === 'function' ? step(db) : step.execute(db))
  },
})

/**
 * Migrations that a newer version has made; they are there to stay, and this version can work with them. One that is
 * unknown among those that this version knows is none of them: the database is not what it seems.
 */
async function madeByNewerVersions(db: Db, known: readonly string[]): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some((table) => table.name === 'kysely_migration')) return []
  const rows = await db
    .withTables<{ kysely_migration: { name: string } }>()
    .selectFrom('kysely_migration')
    .select('name')
    .execute()
  const newestKnown = known.toSorted().at(-1) ?? ''
  return rows.map((row) => row.name).filter((name) => name > newestKnown)
}

/**
 * Brings a database to the newest schema: shared changes and the engine's own, in the order of their names.
 * @param db - in a transaction, which the caller ends
 * @param own - what only this engine has, by name
 * @returns the names of those that a newer version has made, and this one does not know
 * @throws what made one fail
 */
export async function migrateToNewest(db: Db, words: SchemaWords, own: Record<string, Steps>) {
  const known = { ...sharedMigrations(words), ...own }
  const newer = await madeByNewerVersions(db, Object.keys(known))
  // Kysely refuses a database with migrations that nobody names.
  for (const name of newer) known[name] = []
  const migrations = Object.entries(known).map(([name, steps]) => [name, migration(steps)])
  const provider = { getMigrations: async () => Object.fromEntries(migrations) }
  // Where Kysely does not know of the transaction, it would begin one of its own.
  const migrator = new Migrator({ db, provider, disableTransactions: !db.isTransaction })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
  return newer
}
