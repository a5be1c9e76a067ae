import type { NotNull } from 'kysely'
import { type AlertKind, alertFor, type JobKind, type ReportedKind } from '../../booking/job-kinds.ts'
import { isClosure } from '../appointments/follow-ups.ts'
import { type OwedStore, stuckAfterAttempts } from '../follow-ups/owed-store.ts'
import { nothingToTell } from '../follow-ups/peers.ts'
import type { Engine } from './engine.ts'
import { enqueueAgain } from './enqueue.ts'
import { forAll } from './for-all.ts'
import { freeBy } from './outbox-jobs.ts'
import { standingNotices } from './standing-notices.ts'
import type { Db } from './tables.ts'

/** What was ever owed, beside what it is owed for: an appointment, or a closure. */
export const everOwed = (db: Db) =>
  db
    .selectFrom('outbox')
    .leftJoin('appointments', 'appointments.id', 'outbox.appointment_id')
    .leftJoin('closures', 'closures.id', 'outbox.closure_id')
    .leftJoin('appointment_changes as change', (join) =>
      join
        .onRef('change.appointment_id', '=', 'outbox.appointment_id')
        .onRef('change.sequence', '=', 'outbox.sequence'),
    )
    .selectAll('outbox')
    .select((row) => [
      row.fn.coalesce('outbox.appointment_id', 'outbox.closure_id').as('subject_id'),
      row.fn.coalesce('appointments.start_ms', 'closures.start_ms').as('start_ms'),
      row.fn.coalesce('appointments.end_ms', 'closures.end_ms').as('end_ms'),
      'appointments.created_at_ms as booked_at_ms',
      'change.changed_at_ms',
    ])
    .$narrowType<{ subject_id: NotNull; start_ms: NotNull; end_ms: NotNull }>()

type Owed = ReturnType<typeof everOwed>

/** What was given up, as long as it would still be of use. */
const givenUp = (owed: Owed, nowEpochMs: number) =>
  owed
    .where('outbox.done_at_ms', 'is not', null)
    .where('outbox.result', 'is', null)
    .where((row) =>
      row('outbox.sequence', '=', row.fn.coalesce('appointments.sequence', 'closures.sequence')),
    )
    .where((row) => row(row.fn.coalesce('appointments.end_ms', 'closures.end_ms'), '>', nowEpochMs))
    .execute()

/** What is not done yet, the next to be tried first, then what was given up. */
export const undone = async (owed: Owed, nowEpochMs: number, attemptsMin = 0) => [
  ...(await owed
    .where('outbox.done_at_ms', 'is', null)
    .where('outbox.attempts', '>=', attemptsMin)
    .orderBy('outbox.due_at_ms')
    .execute()),
  ...(await givenUp(owed, nowEpochMs)),
]

type Undone = Awaited<ReturnType<typeof undone>>[number]

const toStuck = ({ id, kind, last_error, start_ms, done_at_ms, told_at_ms }: Undone) => ({
  id,
  kind,
  startEpochMs: start_ms,
  fault: last_error ?? '',
  isGivenUp: done_at_ms !== null,
  isTold: told_at_ms !== null,
})

const isToldBy =
  (notice: AlertKind) =>
  <Stuck extends { kind: JobKind }>(stuck: Stuck): stuck is Stuck & { kind: ReportedKind } =>
    alertFor(stuck.kind) === notice

export function owedStore({ db, write, lockNotices, leaseClock }: Engine): OwedStore {
  const free = freeBy(leaseClock)
  return {
    async stuck(notice, nowEpochMs) {
      const rows = await undone(everOwed(db), nowEpochMs, stuckAfterAttempts)
      return rows
        .map(toStuck)
        .filter(isToldBy(notice))
        .sort((a, b) => a.id - b.id)
    },

    async addNotice(job, notice, nowEpochMs, quietMs) {
      await write(async (transaction) => {
        await lockNotices(transaction)
        const failed = await transaction
          .selectFrom('outbox')
          .select(['told_at_ms', 'done_at_ms'])
          .where('id', '=', job.id)
          .executeTakeFirst()
        if (failed?.told_at_ms) return
        const isGivenUp = failed?.done_at_ms != null
        const notices = await standingNotices(transaction, notice, nowEpochMs, quietMs)
          .where((row) => row.or([row('done_at_ms', 'is', null), row('result', '<>', nothingToTell)]))
          .execute()
        const owed = notices.filter((row) => row.done_at_ms === null)
        // A notice under way may have looked before this was given up, which asks only once; what is tried again asks again.
        if (owed.some((row) => !isGivenUp || row.claimed_until_ms === null)) return
        const dueAtMs = Math.max(
          nowEpochMs,
          ...notices.map((row) => (row.done_at_ms ?? nowEpochMs) + quietMs),
        )
        // It has caused a notice before, perhaps, about something that was mended since.
        const { id, sequence } = job.subject
        const owner = isClosure(job.subject) ? { closure_id: id } : { appointment_id: id }
        await enqueueAgain(transaction, owner, sequence, [{ kind: notice, dueAtMs }])
      })
    },

    async markTold(stuck, nowEpochMs) {
      if (stuck.length === 0) return
      const ids = stuck.map((row) => row.id)
      await write((transaction) =>
        transaction.updateTable('outbox').set({ told_at_ms: nowEpochMs }).where('id', 'in', ids).execute(),
      )
    },

    async owed(nowEpochMs) {
      return (await undone(everOwed(db), nowEpochMs)).map((row) => ({
        ...toStuck(row),
        subjectId: row.subject_id,
        attempts: row.attempts,
        bookedAtMs: row.booked_at_ms,
        nextAttemptAtMs: row.due_at_ms,
      }))
    },

    retry: (nowEpochMs, id) =>
      write(async (transaction) => {
        const again = { due_at_ms: nowEpochMs, attempts: 0, told_at_ms: null, done_at_ms: null }
        const failed = await transaction
          .updateTable('outbox')
          .set(again)
          .where('done_at_ms', 'is', null)
          // What has not been tried yet is not due yet either, such as a reminder.
          .where('attempts', '>', 0)
          .where(free(nowEpochMs))
          .$if(id !== undefined, (query) => query.where('id', '=', id ?? 0))
          .returning('id')
          .execute()
        const ended = (await givenUp(everOwed(transaction), nowEpochMs))
          .map((row) => row.id)
          .filter((one) => id === undefined || one === id)
        const begun = await forAll(ended, (some) =>
          transaction
            .updateTable('outbox')
            .set(again)
            .where('id', 'in', some)
            // Somebody else can have had it tried again since we looked, and it may be done by now.
            .where('done_at_ms', 'is not', null)
            .where('result', 'is', null)
            .returning('id')
            .execute(),
        )
        return failed.length + begun.length
      }),
  }
}
