import { sql } from 'kysely'
import {
  type FollowUpKind,
  type TroubleKind,
  type TroublingKind,
  troubleFor,
} from '../../booking/follow-up-kinds.ts'
import { isClosure } from '../appointments/follow-ups.ts'
import { type OwedStore, stuckAfterAttempts } from '../follow-ups/owed-store.ts'
import type { Engine } from './engine.ts'
import { enqueueAgain } from './enqueue-again.ts'
import { freeBy } from './outbox-jobs.ts'
import type { Db } from './tables.ts'

const columns = [
  'outbox.id',
  'outbox.kind',
  'outbox.last_error',
  'outbox.attempts',
  'outbox.due_at_ms',
  'outbox.done_at_ms',
  'outbox.told_at_ms',
  'appointments.created_at_ms',
] as const

type Row = Awaited<ReturnType<typeof owedRows>>[number]

/** What is owed, beside the appointment or the closure that it is owed for. */
export const withSubjects = (db: Db) =>
  db
    .selectFrom('outbox')
    .leftJoin('appointments', 'appointments.id', 'outbox.appointment_id')
    .leftJoin('closures', 'closures.id', 'outbox.closure_id')

const rowsOf = (db: Db) =>
  withSubjects(db)
    .select(columns)
    .select((row) => [
      row.fn.coalesce('outbox.appointment_id', 'outbox.closure_id').as('subject_id'),
      row.fn.coalesce('appointments.start_ms', 'closures.start_ms').as('start_ms'),
    ])

const owedRows = (db: Db, attemptsMin: number) =>
  rowsOf(db).where('outbox.done_at_ms', 'is', null).where('outbox.attempts', '>=', attemptsMin).execute()

/** What was given up, as long as it would still be of use. */
const givenUpRows = (db: Db, nowEpochMs: number): Promise<Row[]> =>
  rowsOf(db)
    .where('outbox.done_at_ms', 'is not', null)
    .where('outbox.result', 'is', null)
    .where((row) =>
      row('outbox.sequence', '=', row.fn.coalesce('appointments.sequence', 'closures.sequence')),
    )
    .where((row) => row(row.fn.coalesce('appointments.end_ms', 'closures.end_ms'), '>', nowEpochMs))
    .execute()

const toStuck = ({ id, kind, last_error, start_ms, done_at_ms, told_at_ms }: Row) => ({
  id,
  kind,
  startEpochMs: start_ms ?? 0,
  fault: last_error ?? '',
  isGivenUp: done_at_ms !== null,
  isTold: told_at_ms !== null,
})

const isToldBy =
  (notice: TroubleKind) =>
  <Stuck extends { kind: FollowUpKind }>(stuck: Stuck): stuck is Stuck & { kind: TroublingKind } =>
    troubleFor(stuck.kind) === notice

export function owedStore({ db, write, leaseClock }: Engine): OwedStore {
  const free = freeBy(leaseClock)
  return {
    async stuck(notice, nowEpochMs) {
      const failing = await owedRows(db, stuckAfterAttempts)
      return [...failing, ...(await givenUpRows(db, nowEpochMs))]
        .map(toStuck)
        .filter(isToldBy(notice))
        .sort((a, b) => a.id - b.id)
    },

    async addNotice(job, notice, nowEpochMs, quietMs) {
      await write(async (transaction) => {
        const told = await transaction
          .selectFrom('outbox')
          .select('told_at_ms')
          .where('id', '=', job.id)
          .executeTakeFirst()
        if (told?.told_at_ms) return
        const notices = await transaction
          .selectFrom('outbox')
          .select('done_at_ms')
          // Written out, so that the index of that kind is used.
          .where('kind', '=', sql.lit(notice))
          .where((row) =>
            row.or([
              row('done_at_ms', 'is', null),
              // One from a time that is still to come was sent by a clock that was ahead.
              row.between('done_at_ms', nowEpochMs - quietMs, nowEpochMs),
            ]),
          )
          .execute()
        if (notices.some((row) => row.done_at_ms === null)) return
        const dueAtMs = Math.max(nowEpochMs, ...notices.map((row) => (row.done_at_ms ?? 0) + quietMs))
        // It has caused a notice before, perhaps, about something that was mended since.
        const column = isClosure(job.subject) ? 'closure_id' : 'appointment_id'
        await enqueueAgain(transaction, job.subject, [{ kind: notice, dueAtMs }], column)
      })
    },

    async markTold(stuck, nowEpochMs) {
      if (stuck.length === 0) return
      await write((transaction) =>
        transaction
          .updateTable('outbox')
          .set({ told_at_ms: nowEpochMs })
          .where(
            'id',
            'in',
            stuck.map((row) => row.id),
          )
          .execute(),
      )
    },

    async owed(nowEpochMs) {
      const owed = (await owedRows(db, 0)).sort((a, b) => a.due_at_ms - b.due_at_ms)
      return [...owed, ...(await givenUpRows(db, nowEpochMs))].map((row) => ({
        ...toStuck(row),
        subjectId: row.subject_id ?? '',
        attempts: row.attempts,
        bookedAtMs: row.created_at_ms,
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
        const givenUp = (await givenUpRows(transaction, nowEpochMs))
          .map((row) => row.id)
          .filter((one) => id === undefined || one === id)
        for (const one of givenUp) {
          await transaction.updateTable('outbox').set(again).where('id', '=', one).execute()
        }
        return failed.length + givenUp.length
      }),
  }
}
