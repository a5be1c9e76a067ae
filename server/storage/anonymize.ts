import { type Kysely, sql } from 'kysely'
import { eventUid } from '../identity.ts'
import type { Engine } from './engine.ts'
import type { Tables } from './tables.ts'

const anonymousDomain = 'forgotten.invalid'
const rowsAtOnce = 200

/** Of the appointments, what is left says when somebody came, and nothing of who. */
async function anonymizeRows(db: Kysely<Tables>, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
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
      .select(['id', 'status', 'start_ms', 'end_ms'])
      .where(sql`lower(email)`, '=', email.toLowerCase())
      .execute()
    const toCome = rows.filter((row) => row.status === 'confirmed' && row.end_ms > nowEpochMs)
    if (toCome.length > 0) return { ids: [], stillToComeMs: toCome.map((row) => row.start_ms) }
    const ids = rows.map((row) => row.id)
    await anonymizeRows(db, ids)
    return { ids, stillToComeMs: [] }
  })
}

/** Makes appointments anonymous that ended before that moment. @returns their ids; more may be left to do */
export function anonymizeEndedBefore({ write }: Engine, epochMs: number): Promise<string[]> {
  return write(async (db) => {
    const rows = await db
      .selectFrom('appointments')
      .select('id')
      .where('end_ms', '<', epochMs)
      .where('email', 'not like', `%@${anonymousDomain}`)
      .limit(rowsAtOnce)
      .execute()
    const ids = rows.map((row) => row.id)
    await anonymizeRows(db, ids)
    return ids
  })
}
