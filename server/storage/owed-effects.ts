import type { Kysely } from 'kysely'
import type { OwedEffect } from '../outbox/effect-kind.ts'
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
  appointmentId: string,
  sequence: number,
  nowEpochMs: number,
): Promise<ReadonlyMap<string, number>> {
  const undone = await db
    .selectFrom('outbox')
    .select(['id', 'kind', 'claimed_until_ms'])
    .where('appointment_id', '=', appointmentId)
    .where('sequence', '<', sequence)
    .where('done_at_ms', 'is', null)
    .execute()
  if (undone.length === 0) return new Map()
  await db
    .updateTable('outbox')
    .set({ done_at_ms: nowEpochMs, claimed_until_ms: null, result: superseded })
    .where(
      'id',
      'in',
      undone.map((row) => row.id),
    )
    .execute()
  return new Map(undone.map((row) => [row.kind, row.claimed_until_ms ?? 0]))
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
