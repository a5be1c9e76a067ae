/** Stores which refresh token each one replaces and whether it arrived, and counts a network's bookings by an index. */

import { sql } from 'kysely'
import type { Migration } from '../engine.ts'

export const seenTokens: Migration = {
  name: '0002-seen-tokens',
  async up(db, { epochMs }) {
    // Nothing says whether the successors of these arrived.
    await sql`delete from refresh_tokens where used_at_ms is not null`.execute(db)
    await sql`alter table refresh_tokens drop column used_at_ms`.execute(db)
    await sql`alter table refresh_tokens add column parent_hash text`.execute(db)
    await sql`alter table refresh_tokens add column seen_at_ms ${epochMs}`.execute(db)
    // Successors were computed with it.
    await sql`delete from secrets where name = 'refresh-key'`.execute(db)
    // Each booking from the page counts its network's; by their starts, that read all upcoming appointments.
    await sql`create index appointments_of_network on appointments (booked_from, start_ms)
      where status = 'confirmed' and booked_from is not null`.execute(db)
  },
}
