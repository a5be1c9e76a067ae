import { type ExpressionBuilder, sql, type Updateable } from 'kysely'
import { type JobKind, orderedWith } from '../../booking/job-kinds.ts'
import { type Subject, subjectOf } from '../appointments/follow-ups.ts'
import type { FollowUpJob } from '../follow-ups/owed-store.ts'
import { type JobStore, type Lease, leaseMs } from '../outbox/job-store.ts'
import { appointmentsOf, toAppointment } from './appointment-row.ts'
import { closuresOf, toClosure } from './closure-store.ts'
import type { Engine } from './engine.ts'
import { superseded } from './enqueue.ts'
import { oneRow } from './one-row.ts'
import type { Db, Row, Tables } from './tables.ts'

const subjectColumn = (kind: JobKind) => (subjectOf(kind) === 'closure' ? 'closure_id' : 'appointment_id')

/** The latest change of an appointment is the one the page asks about. */
function effectOf(db: Db, subjectId: string, kind: JobKind) {
  return db
    .selectFrom('outbox')
    .where(subjectColumn(kind), '=', subjectId)
    .where('kind', '=', kind)
    .orderBy('sequence', 'desc')
    .limit(oneRow)
}

async function toJobs(db: Db, rows: Row<'outbox'>[]): Promise<FollowUpJob[]> {
  const idsIn = (column: 'appointment_id' | 'closure_id') => rows.flatMap((row) => row[column] ?? [])
  const appointments = await appointmentsOf(db, idsIn('appointment_id'))
  const closures = await closuresOf(db, idsIn('closure_id'))
  const subjects: Subject[] = [...appointments.map(toAppointment), ...closures.map(toClosure)]
  const byId = new Map<string | null, Subject>(subjects.map((subject) => [subject.id, subject]))
  return rows.flatMap(({ id, kind, attempts, appointment_id, closure_id, claimed_until_ms }) => {
    const subject = byId.get(appointment_id ?? closure_id)
    const leaseEndsAtMs = claimed_until_ms ?? 0
    return subject ? [{ id, kind, attempts, subject, leaseEndsAtMs }] : []
  })
}

/** Its lease is over, or there is none. */
export const freeBy =
  (leaseClock: Engine['leaseClock']) => (nowEpochMs: number) => (row: ExpressionBuilder<Tables, 'outbox'>) =>
    row.or([row('claimed_until_ms', 'is', null), row('claimed_until_ms', '<=', leaseClock(nowEpochMs))])

/**
 * The row while it is ours: after the lease another attempt may own it, whose lease ends later than ours by a whole one
 * at least. By less it is later where the answer to a renewal of ours was lost.
 */
const attemptedBy = (db: Db, job: FollowUpJob) =>
  db
    .updateTable('outbox')
    .where('id', '=', job.id)
    .where('claimed_until_ms', '>=', job.leaseEndsAtMs)
    .where('claimed_until_ms', '<', job.leaseEndsAtMs + leaseMs)

/** The same while it is owed. */
const ofJob = (db: Db, job: FollowUpJob) => attemptedBy(db, job).where('done_at_ms', 'is', null)

export function jobStore({ db, write, skipLocked, leaseClock }: Engine): JobStore<JobKind, Subject> {
  /** A lease's end is also when the row falls due again, should its owner die. */
  function owned({ nowEpochMs, endsAtMs }: Lease) {
    const claimedUntil = sql<number>`${leaseClock(nowEpochMs)} + ${sql.lit(endsAtMs - nowEpochMs)}`
    return { claimed_until_ms: claimedUntil, due_at_ms: endsAtMs }
  }

  const free = freeBy(leaseClock)
  /** Nobody is doing it at the moment; a lease that no clock of now can have given binds nobody. */
  const unclaimed = (nowEpochMs: number) => (row: ExpressionBuilder<Tables, 'outbox'>) =>
    row.or([
      free(nowEpochMs)(row),
      row('claimed_until_ms', '>', sql<number>`${leaseClock(nowEpochMs)} + ${sql.lit(leaseMs)}`),
    ])

  const claimed = (transaction: Db, lease: Lease) =>
    transaction
      .updateTable('outbox')
      .set((column) => ({ ...owned(lease), attempts: column('attempts', '+', 1) }))
      .where('done_at_ms', 'is', null)
      .where(unclaimed(lease.nowEpochMs))
      .returningAll()

  /** Ends the lease of a row that is still ours. */
  const release = async (job: FollowUpJob, columns: Updateable<Tables['outbox']>) => {
    const back = { claimed_until_ms: null, ...columns }
    await write((transaction) => ofJob(transaction, job).set(back).execute())
  }

  /** What a later change owes waits for the attempt at the earlier state. */
  const putOff = (transaction: Db, { subject, kind }: FollowUpJob, { nowEpochMs, endsAtMs }: Lease) =>
    transaction
      .updateTable('outbox')
      .set({ due_at_ms: endsAtMs })
      .where(subjectColumn(kind), '=', subject.id)
      .where('kind', 'in', orderedWith(kind))
      .where('done_at_ms', 'is', null)
      .where('due_at_ms', '<', endsAtMs)
      .where(free(nowEpochMs))
      .execute()

  return {
    claimDue: (lease, limit, kinds) =>
      write(async (transaction) => {
        const due = await skipLocked(
          transaction
            .selectFrom('outbox')
            .select('id')
            .where('done_at_ms', 'is', null)
            .where('due_at_ms', '<=', lease.nowEpochMs)
            .where(unclaimed(lease.nowEpochMs))
            .where('kind', 'in', kinds)
            .orderBy('due_at_ms')
            .limit(sql.lit(limit)),
        ).execute()
        if (due.length === 0) return []
        const ids = due.map((row) => row.id)
        return toJobs(transaction, await claimed(transaction, lease).where('id', 'in', ids).execute())
      }),

    claim: (subjectId, kind, lease) =>
      write(async (transaction) => {
        const latest = effectOf(transaction, subjectId, kind).select('id')
        const rows = await claimed(transaction, lease).where('id', 'in', latest).execute()
        const [job] = await toJobs(transaction, rows)
        return job ?? null
      }),

    async state(subjectId, kind, nowEpochMs) {
      const row = await effectOf(db, subjectId, kind)
        .select(['done_at_ms', 'result'])
        .select((row) => row.case().when(unclaimed(nowEpochMs)(row)).then(0).else(1).end().as('attempted'))
        .executeTakeFirst()
      if (!row) return { status: 'unknown' }
      if (row.done_at_ms !== null) {
        return row.result === null ? { status: 'failed' } : { status: 'done', result: row.result }
      }
      return { status: 'owed', attempted: row.attempted === 1 }
    },

    async complete(job, result, nowEpochMs) {
      await write((transaction) =>
        transaction
          .updateTable('outbox')
          .set({ done_at_ms: nowEpochMs, claimed_until_ms: null, last_error: null, result })
          .where('id', '=', job.id)
          .where('done_at_ms', 'is', null)
          .execute(),
      )
    },

    renew: (job, lease) =>
      write(async (transaction) => {
        const row = await attemptedBy(transaction, job)
          .where((row) => row.or([row('done_at_ms', 'is', null), row('result', '=', superseded)]))
          .set(owned(lease))
          .returning(['claimed_until_ms', 'result'])
          .executeTakeFirst()
        if (row?.result === superseded) await putOff(transaction, job, lease)
        return row?.claimed_until_ms ?? null
      }),

    postpone: (job, dueAtMs, fault) => release(job, { due_at_ms: dueAtMs, last_error: fault }),

    putBack: (job, dueAtMs) => release(job, { due_at_ms: dueAtMs, attempts: job.attempts - 1 }),

    // What is over and known by nothing was given up.
    giveUp: (job, nowEpochMs, fault) =>
      release(job, { done_at_ms: nowEpochMs, result: null, last_error: fault }),

    async nextDueAtMs(nowEpochMs, kinds) {
      const next = await db
        .selectFrom('outbox')
        .select('due_at_ms')
        .where('done_at_ms', 'is', null)
        .where(unclaimed(nowEpochMs))
        .where('kind', 'in', kinds)
        .orderBy('due_at_ms')
        .limit(oneRow)
        .executeTakeFirst()
      return next?.due_at_ms ?? null
    },

    async pullIn(nowEpochMs, latestMs, planned) {
      await write((transaction) =>
        transaction
          .updateTable('outbox')
          .set({ due_at_ms: nowEpochMs })
          .where('done_at_ms', 'is', null)
          .where('due_at_ms', '>', latestMs)
          .where((row) => row.or([row('kind', 'not in', planned), row('attempts', '>', 0)]))
          .execute(),
      )
    },
  }
}
