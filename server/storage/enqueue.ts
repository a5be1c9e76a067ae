import type { Insertable } from 'kysely'
import { followUpKinds } from '../../booking/follow-up-kinds.ts'
import type { FollowUp } from '../appointments/follow-ups.ts'
import { compiledOnce } from './compiled-once.ts'
import type { Db, Tables } from './tables.ts'

/** What something is owed for. */
export type Owner = { appointment_id: string } | { closure_id: string }

type OwedRow = Pick<Insertable<Tables['outbox']>, 'appointment_id' | 'kind' | 'sequence' | 'due_at_ms'>

/** Inserts so many rows at once. */
const insertOwed = (count: number) =>
  compiledOnce<readonly OwedRow[], unknown>((db, value) => {
    // As many rows as it was made for are what it is given.
    const rowAt = (rows: readonly OwedRow[], index: number) => rows[index] as OwedRow
    const rows = Array.from({ length: count }, (_, index) => ({
      appointment_id: value((rows) => rowAt(rows, index).appointment_id),
      kind: value((rows) => rowAt(rows, index).kind),
      sequence: value((rows) => rowAt(rows, index).sequence),
      due_at_ms: value((rows) => rowAt(rows, index).due_at_ms),
    }))
    return db.insertInto('outbox').values(rows)
  })

/** For one row and each number more; nothing is owed twice for one state of an appointment. */
const inserts = followUpKinds.map((_, index) => insertOwed(index + 1))

/**
 * Notes what follows from the state of an appointment or a closure with that sequence.
 *
 * @param runningUntilMs - a follow-up waits until attempts at its earlier state are over, so that they arrive in order
 */
export async function enqueue(
  db: Db,
  owner: Owner,
  sequence: number,
  followUps: readonly FollowUp[],
  runningUntilMs: ReadonlyMap<string, number> = new Map(),
): Promise<void> {
  if (followUps.length === 0) return
  const rows = followUps.map(({ kind, dueAtMs }) => ({
    kind,
    sequence,
    due_at_ms: Math.max(dueAtMs, runningUntilMs.get(kind) ?? 0),
  }))
  if ('closure_id' in owner) {
    await db
      .insertInto('outbox')
      .values(rows.map((row) => ({ ...row, ...owner })))
      .execute()
    return
  }
  const insert = inserts[rows.length - 1]
  if (!insert) throw new RangeError(`${rows.length} follow-ups are more than there are kinds of them.`)
  await insert(
    db,
    rows.map((row) => ({ ...row, ...owner })),
  )
}
