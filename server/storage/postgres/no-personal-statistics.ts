import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const personal = {
  appointments: ['full_name', 'email', 'phone'],
  calendar_events: ['summary', 'description', 'attendee_name', 'attendee_email'],
}

/** The planner's statistics quote values, and would go on naming clients who are forgotten. */
export const noPersonalStatistics: Migration = {
  async up(db) {
    for (const [table, columns] of Object.entries(personal)) {
      for (const column of columns) {
        await sql`alter table ${sql.table(table)} alter column ${sql.ref(column)} set statistics 0`.execute(
          db,
        )
      }
    }
  },
}
