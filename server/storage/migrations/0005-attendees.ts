import type { SharedMigration } from './schema-words.ts'

/** Who comes, as the event of the calendar that is kept here tells it; null once that is forgotten. */
export const attendees: SharedMigration = () => ({
  async up(db) {
    for (const column of ['attendee_name', 'attendee_email']) {
      await db.schema.alterTable('calendar_events').addColumn(column, 'text').execute()
    }
  },
})
