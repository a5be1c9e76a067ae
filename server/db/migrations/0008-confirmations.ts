import { sql } from 'kysely'
import type { Migration } from '../engine.ts'

/** Clients say that they'll be there. */
export const confirmations: Migration = {
  name: '0008-confirmations',
  async up(db, { epochMs }) {
    await sql`alter table appointments add column confirmed_at_ms ${epochMs}`.execute(db)
  },
}
