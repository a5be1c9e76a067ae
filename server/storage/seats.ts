import { sql } from 'kysely'
import type { Db } from './tables.ts'

/**
 * Tells the database how many appointments may overlap; its own guard reads it.
 * @param initial - as site/ says, unless the owner has set the opening hours at the desk
 */
export async function setInitialSeats(db: Db, initial: number): Promise<void> {
  const row = await db.selectFrom('opening_hours').select('opening').executeTakeFirst()
  await setSeats(db, row ? JSON.parse(row.opening).capacity : initial)
}

export async function setSeats(db: Db, count: number): Promise<void> {
  await sql`insert into seats (id, count) values (1, ${count})
    on conflict (id) do update set count = excluded.count where seats.count <> excluded.count`.execute(db)
}
