import { sql } from 'kysely'
import type { Steps } from '../migrations/schema-words.ts'

/** The planner's statistics quote values, and would go on naming clients who are forgotten. */
const noStatisticsOf = (...personal: string[]): Steps =>
  personal.map((what) => sql`alter ${sql.raw(what)} set statistics 0`)

export const noPersonalStatistics = noStatisticsOf(
  'table appointments alter column full_name',
  'table appointments alter column email',
  'table appointments alter column phone',
  'table calendar_events alter column summary',
  'table calendar_events alter column description',
  'table calendar_events alter column attendee_name',
  'table calendar_events alter column attendee_email',
)

/** Of what the desk has added. */
export const noStatisticsOfNotes = noStatisticsOf(
  'table appointments alter column note',
  'table appointments alter column phone_key',
  'table appointment_changes alter column message',
  // Its first and only column is made of the address.
  'index appointments_by_email alter column 1',
)
