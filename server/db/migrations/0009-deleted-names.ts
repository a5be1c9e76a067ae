import { sql } from 'kysely'
import type { Migration } from '../engine.ts'

/** Earlier versions stored the words that the owner sees in place of a deleted client's name. */
export const deletedNames: Migration = {
  name: '0009-deleted-names',
  async up(db) {
    await sql`update appointments set full_name = '' where anonymized_at_ms is not null`.execute(db)
  },
}
