import { sql } from 'kysely'
import type { Migration } from '../engine.ts'

/** Lasting notes about clients, and what the owner corrected. */
export const clientNotes: Migration = {
  name: '0003-client-notes',
  async up(db, { engine, epochMs, strict }) {
    // A note is stored with one appointment of its client, and belongs to all of them.
    await sql`create table client_notes (
      appointment_id text primary key not null references appointments (id),
      note text not null,
      changed_at_ms ${epochMs} not null
    ) ${strict}`.execute(db)
    await sql`create table appointment_corrections (
      appointment_id text not null references appointments (id),
      what text not null,
      corrected_at_ms ${epochMs} not null,
      constraint appointment_corrections_once primary key (appointment_id, corrected_at_ms, what),
      constraint appointment_corrections_what check (what in ('full_name', 'email', 'phone', 'kind', 'length'))
    ) ${strict}`.execute(db)
    // The statistics of PostgreSQL's planner quote values, and would go on quoting deleted notes.
    if (engine === 'postgres')
      await sql`alter table client_notes alter column note set statistics 0`.execute(db)
  },
}
