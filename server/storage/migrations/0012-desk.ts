import { sql } from 'kysely'
import { phoneKey } from '../../../booking/phone-key.ts'
import type { Db } from '../tables.ts'
import type { SharedMigration } from './schema-words.ts'

const rowsAtOnce = 1000

/** Numbers that were stored before there was a key for them. */
async function addPhoneKeys(db: Db): Promise<void> {
  for (let last = ''; ; ) {
    const next = sql<{ id: string; phone: string }>`
      select id, phone from appointments where id > ${last} order by id limit ${sql.lit(rowsAtOnce)}`
    const { rows } = await next.execute(db)
    for (const { id, phone } of rows) {
      await sql`update appointments set phone_key = ${phoneKey(phone)} where id = ${id}`.execute(db)
    }
    const newest = rows.at(-1)
    if (!newest) return
    last = newest.id
  }
}

/** What the owner notes of an appointment, when nobody is received, and the opening hours that are in force. */
export const desk: SharedMigration = ({ epochMs, strict }) => [
  sql`alter table appointments add column attendance text
      check (attendance in ('came', 'did_not_come'))`,
  sql`alter table appointments add column booked_by text not null default 'client'
      check (booked_by in ('client', 'shop'))`,
  sql`alter table appointments add column note text not null default ''`,
  sql`alter table appointments add column phone_key text`,
  sql`alter table appointment_changes add column message text not null default ''`,
  addPhoneKeys,
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
]
