import { sql } from 'kysely'
import { jobKinds, orderedWith } from '../../booking/job-kinds.ts'
import type { FollowUp } from '../appointments/follow-ups.ts'
import type { Write } from '../appointments/ports.ts'
import { compiledOnce } from './compiled-once.ts'
import type { Engine } from './engine.ts'
import type { Db, Row } from './tables.ts'

/** What something is owed for. */
type Owner = { appointment_id: string } | { closure_id: string }

/** What the row of an effect that is not needed any more has as its result. */
export const superseded = 'superseded'

type OwedRow = Pick<Row<'outbox'>, 'appointment_id' | 'closure_id' | 'kind' | 'sequence' | 'due_at_ms'>

/** For one row and each number more; nothing is owed twice for one state of an appointment. */
const inserts = jobKinds.map(() =>
  compiledOnce<readonly OwedRow[], unknown>((db, rows) => db.insertInto('outbox').values(rows)),
)

/**
 * Notes what follows from the state of an appointment or a closure with that sequence.
 *
 * @param runningUntilMs - until when a follow-up waits for attempts at an earlier state, so that they arrive in order
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
    appointment_id: null,
    closure_id: null,
    ...owner,
    kind,
    sequence,
    due_at_ms: Math.max(dueAtMs, runningUntilMs.get(kind) ?? 0),
  }))
  const insert = inserts[rows.length - 1]
  if (!insert) throw new RangeError(`${rows.length} follow-ups are more than there are kinds of them.`)
  await insert(db, rows)
}

/** These tell of more than the appointment that they are owed for. */
const notices = ['calendar-notice', 'trouble-mail', 'trouble-event'] as const

/**
 * Settles what is still owed without doing it. No row is deleted: SQLite would give its number to the next one, and an
 * attempt under way would note there that it is done.
 */
export const settle = (db: Db, owner: Owner, nowEpochMs: number) =>
  db
    .updateTable('outbox')
    .set({ done_at_ms: nowEpochMs, result: superseded })
    .where((row) => row.and(owner))
    .where('done_at_ms', 'is', null)
    .where('kind', 'not in', notices)

/**
 * Stores what follows from a change. What is still owed for earlier states is settled, and what follows waits for the
 * attempts at them that are under way; each renewal of theirs puts it off.
 */
export async function enqueueInstead(
  db: Db,
  leaseClock: Engine['leaseClock'],
  owner: Owner,
  sequence: number,
  { nowEpochMs, followUps }: Write,
): Promise<void> {
  await settle(db, owner, nowEpochMs).where('sequence', '<', sequence).execute()
  const rows = await db
    .selectFrom('outbox')
    .where((row) => row.and(owner))
    .where('result', '=', superseded)
    .where('claimed_until_ms', '>', leaseClock(nowEpochMs))
    .orderBy('claimed_until_ms')
    // What is left of a lease, because the store may have another clock than we.
    .select(['kind', sql<number>`claimed_until_ms - ${leaseClock(nowEpochMs)}`.as('left_ms')])
    .execute()
  const running = rows.flatMap(({ kind, left_ms }) =>
    orderedWith(kind).map((waiting) => [waiting, nowEpochMs + left_ms] as const),
  )
  await enqueue(db, owner, sequence, followUps, new Map(running))
}

/**
 * Stores once more what follows from a state that stays: what was done for it is to be done anew, under a new number.
 * An attempt that is under way has not heard of it, and what it notes at the old number is lost.
 */
export async function enqueueAgain(db: Db, owner: Owner, sequence: number, followUps: readonly FollowUp[]) {
  const again = {
    attempts: 0,
    claimed_until_ms: null,
    done_at_ms: null,
    told_at_ms: null,
    last_error: null,
    result: null,
  }
  await db
    .insertInto('outbox')
    .values(
      followUps.map(({ kind, dueAtMs }) => ({ ...owner, sequence, kind, due_at_ms: dueAtMs, ...again })),
    )
    .onConflict((conflict) => {
      const same =
        'closure_id' in owner
          ? // The index of closures holds theirs alone.
            conflict.columns(['closure_id', 'kind', 'sequence']).where('closure_id', 'is not', null)
          : conflict.columns(['appointment_id', 'kind', 'sequence'])
      return same.doUpdateSet((excluded) => ({
        ...again,
        id: excluded.ref('excluded.id'),
        due_at_ms: excluded.ref('excluded.due_at_ms'),
      }))
    })
    .execute()
}
