import { type Kysely, sql } from 'kysely'
import type { OwedEffect } from '../outbox/effect-kind.ts'
import type { Engine } from './engine.ts'
import type { Tables } from './tables.ts'

/** What the row of an effect that is not needed any more has as its result. */
const superseded = 'superseded'

/**
 * Settles what is still owed for earlier states of an appointment without doing it.
 *
 * @returns until when attempts at it that are under way can last, by kind
 */
export async function supersede(
  db: Kysely<Tables>,
  leaseClock: Engine['leaseClock'],
  appointmentId: string,
  sequence: number,
  nowEpochMs: number,
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .updateTable('outbox')
    .set({ done_at_ms: nowEpochMs, result: superseded })
    .where('appointment_id', '=', appointmentId)
    .where('sequence', '<', sequence)
    .where('done_at_ms', 'is', null)
    // What is left of a lease, because the store may have another clock than we.
    .returning(['kind', sql<number | null>`claimed_until_ms - ${leaseClock(nowEpochMs)}`.as('left_ms')])
    .execute()
  return new Map(rows.map(({ kind, left_ms }) => [kind, nowEpochMs + Math.max(0, left_ms ?? 0)]))
}

/**
 * Notes what is owed for the state of an appointment with that sequence.
 *
 * @param runningUntilMs - an effect waits until attempts at its earlier state are over, so that they arrive in order
 */
export async function owe(
  db: Kysely<Tables>,
  appointmentId: string,
  sequence: number,
  effects: readonly OwedEffect[],
  runningUntilMs: ReadonlyMap<string, number> = new Map(),
): Promise<void> {
  if (effects.length === 0) return
  const rows = effects.map(({ kind, dueAtMs }) => ({
    appointment_id: appointmentId,
    kind,
    sequence,
    due_at_ms: Math.max(dueAtMs, runningUntilMs.get(kind) ?? 0),
  }))
  await db.insertInto('outbox').values(rows).execute()
}
