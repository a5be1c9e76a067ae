import { type Insertable, type Kysely, sql } from 'kysely'
import type { StoredAppointment } from '../../booking/appointment.ts'
import { followUpKinds } from '../../booking/follow-up-kinds.ts'
import type { FollowUp } from '../appointments/follow-ups.ts'
import { compiledOnce } from './compiled-once.ts'
import type { Engine } from './engine.ts'
import type { OutboxTable, Tables } from './tables.ts'

/** What something is owed for. */
type Owner = { appointment_id: string } | { closure_id: string }

/** What the row of an effect that is not needed any more has as its result. */
const superseded = 'superseded'

/**
 * Settles what is still owed for earlier states of an appointment or a closure without doing it.
 *
 * @returns until when attempts at it that are under way can last, by kind
 */
export async function supersede(
  db: Kysely<Tables>,
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

type OwedRow = Pick<Insertable<OutboxTable>, 'appointment_id' | 'kind' | 'sequence' | 'due_at_ms'>

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
  db: Kysely<Tables>,
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

/**
 * Notes what follows, to be done anew where it was done before for the same state of the appointment, or the closure.
 */
export async function enqueueAgain(
  db: Kysely<Tables>,
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
