import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const strict = sql`strict`

/** No appointment occupies a fitter longer, which lets the index answer what overlaps. */
const longestOccupiedMs = sql.lit(24 * 60 * 60_000)

async function createTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('appointments')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('full_name', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('phone', 'text', (column) => column.notNull())
    .addColumn('appointment_date', 'text', (column) => column.notNull())
    .addColumn('appointment_time', 'text', (column) => column.notNull())
    .addColumn('referral_source', 'text', (column) => column.notNull())
    .addColumn('created_at_ms', 'integer', (column) => column.notNull())
    .addColumn('seat', 'integer', (column) => column.notNull())
    .addColumn('start_ms', 'integer', (column) => column.notNull())
    .addColumn('end_ms', 'integer', (column) => column.notNull())
    .addColumn('occupied_until_ms', 'integer', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull().defaultTo('confirmed'))
    .addColumn('sequence', 'integer', (column) => column.notNull().defaultTo(0))
    .addCheckConstraint('appointments_status', sql`status in ('confirmed', 'cancelled')`)
    .addCheckConstraint('appointments_order', sql`start_ms < end_ms and end_ms <= occupied_until_ms`)
    .addCheckConstraint('appointments_length', sql`occupied_until_ms - start_ms <= ${longestOccupiedMs}`)
    .modifyEnd(strict)
    .execute()

  await db.schema
    .createTable('outbox')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('appointment_id', 'text', (column) => column.notNull().references('appointments.id'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('sequence', 'integer', (column) => column.notNull())
    .addColumn('due_at_ms', 'integer', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('claimed_until_ms', 'integer')
    .addColumn('done_at_ms', 'integer')
    .addColumn('last_error', 'text')
    .addColumn('result', 'text')
    .addUniqueConstraint('outbox_once', ['appointment_id', 'kind', 'sequence'])
    .modifyEnd(strict)
    .execute()

  await db.schema
    .createTable('calendar_events')
    .addColumn('uid', 'text', (column) => column.primaryKey().notNull())
    .addColumn('sequence', 'integer', (column) => column.notNull())
    .addColumn('start_ms', 'integer', (column) => column.notNull())
    .addColumn('end_ms', 'integer', (column) => column.notNull())
    .addColumn('summary', 'text', (column) => column.notNull())
    .addColumn('description', 'text', (column) => column.notNull())
    .addColumn('location', 'text', (column) => column.notNull())
    .addColumn('updated_at_ms', 'integer', (column) => column.notNull())
    .modifyEnd(strict)
    .execute()

  await db.schema
    .createTable('visitors')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('seen_at_ms', 'integer', (column) => column.notNull())
    .modifyEnd(strict)
    .execute()

  await db.schema
    .createTable('heartbeat')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('beat_at_ms', 'integer', (column) => column.notNull())
    .modifyEnd(strict)
    .execute()

  await db.schema
    .createTable('seats')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('count', 'integer', (column) => column.notNull())
    .modifyEnd(strict)
    .execute()
}

async function createIndexes(db: Kysely<unknown>): Promise<void> {
  await sql`create index appointments_by_start on appointments (start_ms) where status = 'confirmed'`.execute(
    db,
  )
  await sql`create unique index appointments_once on appointments
    (email, appointment_date, appointment_time, full_name, phone, referral_source)
    where status = 'confirmed'`.execute(db)
  await sql`create index outbox_by_due on outbox (due_at_ms) where done_at_ms is null`.execute(db)
  await sql`create index calendar_events_by_end on calendar_events (end_ms)`.execute(db)
  await sql`create index visitors_by_seen on visitors (seen_at_ms)`.execute(db)
}

/**
 * The guarantee against double booking. SQLite has one writer at a time, so what a trigger sees is all there is.
 *
 * A new appointment sits on one of the shop's seats. A change may put it below zero, where it blocks nobody,
 * for as long as appointments change seats within one transaction.
 */
async function createTriggers(db: Kysely<unknown>): Promise<void> {
  const refuseOverlap = sql`
    select raise(abort, 'appointments_overlap') where exists (
      select 1 from appointments
      where status = 'confirmed' and seat = new.seat and id <> new.id
        and start_ms < new.occupied_until_ms and start_ms > new.start_ms - ${longestOccupiedMs}
        and occupied_until_ms > new.start_ms
    );`
  await sql`create trigger appointments_insert before insert on appointments when new.status = 'confirmed'
    begin
      select raise(abort, 'appointments_seat')
        where new.seat < 0 or new.seat >= (select count from seats where id = 1);
      ${refuseOverlap}
    end`.execute(db)
  await sql`create trigger appointments_update
    before update of seat, start_ms, occupied_until_ms, status on appointments when new.status = 'confirmed'
    begin
      ${refuseOverlap}
    end`.execute(db)
}

export const appointments: Migration = {
  async up(db) {
    await createTables(db)
    await createIndexes(db)
    await createTriggers(db)
  },
}
