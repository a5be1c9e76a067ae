import { type Kysely, sql } from 'kysely'
import type { Tables } from './tables.ts'

/** Tells the database how many appointments may overlap; its own guard reads it. */
export async function setSeats(db: Kysely<Tables>, count: number): Promise<void> {
  await sql`insert into seats (id, count) values (1, ${count})
    on conflict (id) do update set count = excluded.count where seats.count <> excluded.count`.execute(db)
}
