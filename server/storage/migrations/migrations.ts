import { appointments } from './0001-appointments.ts'
import { ownersCalendar } from './0002-owners-calendar.ts'
import { changes } from './0003-changes.ts'
import { attendees } from './0005-attendees.ts'
import { oneIndex } from './0006-one-index.ts'
import { sessions } from './0007-sessions.ts'
import { mailboxCounts } from './0008-mailbox-counts.ts'
import { retention } from './0009-retention.ts'
import { givenUp } from './0010-given-up.ts'
import { doubts } from './0011-doubts.ts'
import { desk } from './0012-desk.ts'
import { entries } from './0014-entries.ts'
import type { SharedMigration } from './schema-words.ts'

/** What both engines have, by name; they run in the order of their names. */
export const sharedMigrations: Record<string, SharedMigration> = {
  '0001-appointments': appointments,
  '0002-owners-calendar': ownersCalendar,
  '0003-changes': changes,
  '0005-attendees': attendees,
  '0006-one-index': oneIndex,
  '0007-sessions': sessions,
  '0008-mailbox-counts': mailboxCounts,
  '0009-retention': retention,
  '0010-given-up': givenUp,
  '0011-doubts': doubts,
  '0012-desk': desk,
  '0014-entries': entries,
}
