import { type Kysely, sql } from 'kysely'
import { mailboxOf } from '../../booking/mailbox.ts'
import { followUpsOfForgetting } from '../appointments/follow-ups.ts'
import { eventUid } from '../appointments/identity.ts'
import type { AppointmentRow } from './appointment-row.ts'
import type { Engine } from './engine.ts'
import { enqueue } from './enqueue.ts'
import { digestOfKey } from './request-counts.ts'
import type { Tables } from './tables.ts'

const anonymousDomain = 'forgotten.invalid'
const rowsAtOnce = 200

type Client = Pick<AppointmentRow, 'id' | 'sequence'>

/** Where the event stands in a calendar on somebody else's server, it is owed that it says nothing of the client. */
async function oweForgetting(db: Kysely<Tables>, { id, sequence }: Client, dueAtMs: number): Promise<void> {
  const standing = await db
    .selectFrom('calendar_copies')
    .select('uid')
    // Named, so that the key of the copies, which begins with the calendar, finds the one.
    .where('calendar', 'in', db.selectFrom('calendar_reads').select('calendar'))
    .where('uid', '=', eventUid(id))
    .where('status', '=', 'confirmed')
    .executeTakeFirst()
  if (standing) await enqueue(db, id, sequence, followUpsOfForgetting(dueAtMs))
}

/** Of the appointments, what is left says when somebody came, and nothing of who. */
async function anonymizeRows(db: Kysely<Tables>, clients: readonly Client[], dueAtMs: number): Promise<void> {
  for (const client of clients) {
    const { id } = client
    await db
      .updateTable('appointments')
      // An address of its own, because the six fields of two appointments are never the same.
      .set({ full_name: 'Forgotten', email: `${id}@${anonymousDomain}`, phone: '0000000' })
      .where('id', '=', id)
      .execute()
    await db
      .updateTable('calendar_events')
      .set({ summary: 'Consultation', description: '', attendee_name: null, attendee_email: null })
      .where('uid', '=', eventUid(id))
      .execute()
    await db.deleteFrom('visit_tokens').where('appointment_id', '=', id).execute()
    // What is still owed would tell somebody who is not known any more.
    await db.deleteFrom('outbox').where('appointment_id', '=', id).where('done_at_ms', 'is', null).execute()
    await oweForgetting(db, client, dueAtMs)
  }
}

/** What a client has asked to be forgotten. */
export interface Forgotten {
  /** The appointments whose client is not known any more. */
  ids: string[]
  /** Appointments that are still to come, epoch milliseconds; while there are any, nothing is forgotten. */
  stillToComeMs: number[]
}

/** Forgets the client with this e-mail address, however its letters are written. */
export function forgetClient({ write }: Engine, email: string, nowEpochMs: number): Promise<Forgotten> {
  return write(async (db) => {
    const rows = await db
      .selectFrom('appointments')
      .select(['id', 'sequence', 'status', 'start_ms', 'end_ms'])
      .where(sql`lower(email)`, '=', email.toLowerCase())
      .execute()
    const toCome = rows.filter((row) => row.status === 'confirmed' && row.end_ms > nowEpochMs)
    if (toCome.length > 0) return { ids: [], stillToComeMs: toCome.map((row) => row.start_ms) }
    await anonymizeRows(db, rows, nowEpochMs)
    await db
      .deleteFrom('mailbox_counts')
      .where('mailbox', '=', digestOfKey(mailboxOf(email)))
      .execute()
    return { ids: rows.map((row) => row.id), stillToComeMs: [] }
  })
}

/** Makes appointments anonymous that ended before that moment. @returns their ids; more may be left to do */
export function anonymizeEndedBefore({ write }: Engine, epochMs: number): Promise<string[]> {
  return write(async (db) => {
    const rows = await db
      .selectFrom('appointments')
      .select(['id', 'sequence'])
      .where('end_ms', '<', epochMs)
      .where('email', 'not like', `%@${anonymousDomain}`)
      .limit(rowsAtOnce)
      .execute()
    await anonymizeRows(db, rows, epochMs)
    return rows.map((row) => row.id)
  })
}
