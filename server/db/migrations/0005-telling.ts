import { sql } from 'kysely'
import type { Migration } from '../engine.ts'

/** Messages besides those about a change: something is ready, or the shop is running late. */
export const telling: Migration = {
  name: '0005-telling',
  async up(db, { engine, epochMs, strict }) {
    // 'ready' goes out once per appointment, under 0; 'late' once for each of its states.
    await sql`create table tellings (
      appointment_id text not null references appointments (id),
      what text not null,
      way text not null,
      sequence integer not null,
      message text not null,
      minutes integer,
      told_at_ms ${epochMs} not null,
      constraint tellings_once primary key (appointment_id, what, way, sequence),
      constraint tellings_what check (what in ('ready', 'late')),
      constraint tellings_way check (way in ('email', 'text')),
      constraint tellings_minutes check ((what = 'late') = (minutes is not null))
    ) ${strict}`.execute(db)
    // The statistics of PostgreSQL's planner quote values, and would go on quoting deleted messages.
    if (engine === 'postgres')
      await sql`alter table tellings alter column message set statistics 0`.execute(db)
  },
}
