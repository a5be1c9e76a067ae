import { sql } from 'kysely'
import type { StoredAppointment } from '../../booking/appointment.ts'
import type { FollowUp } from '../appointments/follow-ups.ts'
import type { Engine } from './engine.ts'
import type { Owner } from './enqueue.ts'
import type { Db } from './tables.ts'

/** What the row of an effect that is not needed any more has as its result. */
const superseded = 'superseded'

/**
 * Settles what is still owed for earlier states of an appointment or a closure without doing it.
 *
 * @returns until when attempts at it that are under way can last, by kind
 */
export async function supersede(
  db: Db,
  leaseClock: Engine['leaseClock'],
  subject: Owner,
  sequence: number,
  nowEpochMs: number,
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .updateTable('outbox')
    .set({ done_at_ms: nowEpochMs, result: superseded })
    .where((row) => row.and(subject))
    .where('sequence', '<', sequence)
    .where('done_at_ms', 'is', null)
    // What is left of a lease, because the store may have another clock than we.
    .returning(['kind', sql<number | null>`claimed_until_ms - ${leaseClock(nowEpochMs)}`.as('left_ms')])
    .execute()
  return new Map(rows.map(({ kind, left_ms }) => [kind, nowEpochMs + Math.max(0, left_ms ?? 0)]))
}

/**
 * Notes what follows, to be done anew where it was done before for the same state of the appointment, or the closure.
 */
export async function enqueueAgain(
  db: Db,
  { id, sequence }: Pick<StoredAppointment, 'id' | 'sequence'>,
  followUps: readonly FollowUp[],
  subject: 'appointment_id' | 'closure_id' = 'appointment_id',
): Promise<void> {
  const again = { attempts: 0, claimed_until_ms: null, done_at_ms: null, last_error: null, result: null }
  const rows = followUps.map(({ kind, dueAtMs }) => ({
    [subject]: id,
    sequence,
    kind,
    due_at_ms: dueAtMs,
    ...again,
  }))
  await db
    .insertInto('outbox')
    .values(rows)
    .onConflict((conflict) => {
      const same = conflict.columns([subject, 'kind', 'sequence'])
      // The index of closures holds theirs alone.
      return (subject === 'closure_id' ? same.where('closure_id', 'is not', null) : same).doUpdateSet(
        (excluded) => ({ ...again, due_at_ms: excluded.ref('excluded.due_at_ms') }),
      )
    })
    .execute()
}
