import { type NotNull, sql } from 'kysely'
import { type AlertKind, isReported, type JobKind, type ReportedKind } from '../../booking/job-kinds.ts'
import { msPerMinute } from '../../booking/time.ts'
import { forAll } from './compiled-query.ts'
import type { Engine } from './engine.ts'
import { addJobsAgain, failed, isBlockedTime, isFree, type Job, pending } from './jobs.ts'
import type { AppointmentRow } from './rows.ts'
import type { Db, Row } from './schema.ts'

/** A job that is pending, or failed for good. */
export interface UnfinishedJob {
  id: number
  kind: JobKind
  subjectId: string
  /** Start of the appointment, or of the blocked time. */
  startEpochMs: number
  attempts: number
  /** Kind of the last error, without personal data; empty while there was none. */
  error: string
  /** Whether no attempt follows. */
  hasFailed: boolean
  /** Whether the owner was alerted to it. */
  isAlerted: boolean
  /** When the appointment was booked; null for a blocked time. */
  bookedAtMs: number | null
  nextAttemptAtMs: number
}

/** An alert that waits, runs, or was sent lately. */
export interface RecentAlert {
  /** null until it was sent. */
  finishedAtMs: number | null
  isRunning: boolean
}

export type JobRow = Row<'jobs'>

export const instant = (epochMs: number) => new Date(epochMs).toISOString()

/** The worker runs due jobs within moments; after this time the owner should know that one still waits. */
const overdueAfterMs = 60_000

/** Whether a job failed, at least once, or has been due for a while without an attempt. */
export function isOverdue(
  job: JobRow,
  { sequence, end_ms }: Pick<AppointmentRow, 'sequence' | 'end_ms'>,
  nowEpochMs: number,
): job is JobRow & { kind: ReportedKind } {
  const { kind, status, last_error, leased_until_ms, due_at_ms } = job
  if (!isReported(kind)) return false
  if (status !== 'pending') return status === 'failed' && job.sequence === sequence && end_ms > nowEpochMs
  return last_error !== null || (leased_until_ms === null && due_at_ms <= nowEpochMs - overdueAfterMs)
}

export function overdueEntry(row: JobRow & { kind: ReportedKind }, changedAtMs: number, nowEpochMs: number) {
  // A failed attempt moved the due time; a reminder falls due long after the change that it follows.
  const isFirst = row.attempts === 0 || row.kind === 'client-reminder'
  const sinceMs = isFirst ? Math.min(row.due_at_ms, nowEpochMs) : changedAtMs
  return { id: row.id, kind: row.kind, since: instant(sinceMs), fault: row.last_error ?? '' }
}

/** All overdue jobs, the oldest first, with the times of their subjects. */
export async function overdueJobs(db: Db, nowEpochMs: number) {
  // Leaves out the many reminders that are not due yet.
  const some = withSubjects(db).where((row) =>
    row.or([row('jobs.due_at_ms', '<=', nowEpochMs), row('jobs.last_error', 'is not', null)]),
  )
  return (await unfinishedOf(some, nowEpochMs))
    .flatMap(({ subject_id, start_ms, end_ms, booked_at_ms, changed_at_ms, ...job }) => {
      // Failed jobs of an earlier state are not among them.
      if (!isOverdue(job, { sequence: job.sequence, end_ms }, nowEpochMs)) return []
      const entry = overdueEntry(job, changed_at_ms ?? booked_at_ms ?? nowEpochMs, nowEpochMs)
      const isOfBlockedTime = job.blocked_time_id !== null
      return [{ subjectId: subject_id, isOfBlockedTime, start_ms, end_ms, kind: job.kind, entry }]
    })
    .sort((a, b) => (a.entry.since < b.entry.since ? -1 : 1))
}

/** The clocks of several processes differ by no more, unless one of them is wrong. */
const skewMaxMs = 10 * msPerMinute

/** The alerts of a kind that are unfinished, or finished within the last `withinMs`; not by a clock far ahead. */
export const recentAlerts = (db: Db, kind: JobKind, nowEpochMs: number, withinMs: number) =>
  db
    .selectFrom('jobs')
    .select(['finished_at_ms', 'leased_until_ms'])
    // A literal, so SQLite uses the index of that kind.
    .where('jobs.kind', '=', sql.lit(kind))
    .where((row) =>
      row.or([
        row('finished_at_ms', 'is', null),
        row.between('finished_at_ms', nowEpochMs - withinMs, nowEpochMs + skewMaxMs),
      ]),
    )

const withSubjects = (db: Db) =>
  db
    .selectFrom('jobs')
    .leftJoin('appointments', 'appointments.id', 'jobs.appointment_id')
    .leftJoin('blocked_times', 'blocked_times.id', 'jobs.blocked_time_id')
    .leftJoin('appointment_changes as change', (join) =>
      join
        .onRef('change.appointment_id', '=', 'jobs.appointment_id')
        .onRef('change.sequence', '=', 'jobs.sequence'),
    )
    .selectAll('jobs')
    .select((row) => [
      row.fn.coalesce('jobs.appointment_id', 'jobs.blocked_time_id').as('subject_id'),
      row.fn.coalesce('appointments.start_ms', 'blocked_times.start_ms').as('start_ms'),
      row.fn.coalesce('appointments.end_ms', 'blocked_times.end_ms').as('end_ms'),
      'appointments.created_at_ms as booked_at_ms',
      'change.changed_at_ms',
    ])
    .$narrowType<{ subject_id: NotNull; start_ms: NotNull; end_ms: NotNull }>()

type Jobs = ReturnType<typeof withSubjects>

/** Failed jobs of the current state of a subject that has not ended. */
const failedOf = (jobs: Jobs, nowEpochMs: number) =>
  jobs
    .where('jobs.status', '=', failed)
    .where((row) =>
      row('jobs.sequence', '=', row.fn.coalesce('appointments.sequence', 'blocked_times.sequence')),
    )
    .where((row) => row(row.fn.coalesce('appointments.end_ms', 'blocked_times.end_ms'), '>', nowEpochMs))
    .execute()

/** Pending jobs, the next first, then failed ones. */
const unfinishedOf = async (jobs: Jobs, nowEpochMs: number, attemptsMin = 0) => [
  ...(await jobs
    .where('jobs.status', '=', pending)
    .where('jobs.attempts', '>=', attemptsMin)
    .orderBy('jobs.due_at_ms')
    .execute()),
  ...(await failedOf(jobs, nowEpochMs)),
]

export type JobViews = ReturnType<typeof jobViews>

/** Reads of the job queue for the owner, and the alerts about it. */
export function jobViews({ db, write, lockNotices, leaseClock }: Engine) {
  const free = isFree(leaseClock)
  return {
    /**
     * Pending jobs, the next first, then those that failed for good while their appointment is still to come.
     * @param attemptsMin - leaves out pending jobs with fewer attempts
     */
    async unfinished(nowEpochMs: number, attemptsMin?: number): Promise<UnfinishedJob[]> {
      return (await unfinishedOf(withSubjects(db), nowEpochMs, attemptsMin)).map((row) => ({
        id: row.id,
        kind: row.kind,
        subjectId: row.subject_id,
        startEpochMs: row.start_ms,
        attempts: row.attempts,
        error: row.last_error ?? '',
        hasFailed: row.status === 'failed',
        isAlerted: row.alerted_at_ms !== null,
        bookedAtMs: row.booked_at_ms,
        nextAttemptAtMs: row.due_at_ms,
      }))
    },

    /**
     * Queues an alert about a job to which the owner was not alerted.
     * @param dueAtMs - decides when the alert falls due, or null for none, by the alerts of the last `withinMs`; one
     *   process decides at a time
     */
    async queueAlert(
      job: Job,
      alert: AlertKind,
      { nowEpochMs, withinMs }: { nowEpochMs: number; withinMs: number },
      dueAtMs: (hasFailed: boolean, recent: readonly RecentAlert[]) => number | null,
    ): Promise<void> {
      await write(async (transaction) => {
        await lockNotices(transaction)
        const row = await transaction
          .selectFrom('jobs')
          .select(['alerted_at_ms', 'finished_at_ms'])
          .where('id', '=', job.id)
          .executeTakeFirst()
        if (row?.alerted_at_ms) return
        const recent = await recentAlerts(transaction, alert, nowEpochMs, withinMs)
          .where((row) =>
            row.or([row('finished_at_ms', 'is', null), row('outcome', '<>', 'nothing-to-report')]),
          )
          .execute()
        const due = dueAtMs(
          row?.finished_at_ms != null,
          recent.map((one) => ({
            finishedAtMs: one.finished_at_ms,
            isRunning: one.leased_until_ms !== null,
          })),
        )
        if (due === null) return
        const { id, sequence } = job.subject
        const owner = isBlockedTime(job.subject) ? { blocked_time_id: id } : { appointment_id: id }
        // Again: the same job may have caused an alert about an error that was fixed since.
        await addJobsAgain(transaction, owner, sequence, [{ kind: alert, dueAtMs: due }])
      })
    },

    async markAlerted(jobs: readonly { id: number }[], nowEpochMs: number): Promise<void> {
      if (jobs.length === 0) return
      const ids = jobs.map((row) => row.id)
      await write((transaction) =>
        transaction.updateTable('jobs').set({ alerted_at_ms: nowEpochMs }).where('id', 'in', ids).execute(),
      )
    },

    /** Makes unfinished jobs, or the one with this id, due now, as if they were new. @returns how many */
    retry: (nowEpochMs: number, id?: number): Promise<number> =>
      write(async (transaction) => {
        const again = {
          status: 'pending' as const,
          due_at_ms: nowEpochMs,
          attempts: 0,
          alerted_at_ms: null,
          finished_at_ms: null,
        }
        const waiting = await transaction
          .updateTable('jobs')
          .set(again)
          .where('status', '=', pending)
          // A job without an attempt is not due yet, such as a reminder.
          .where('attempts', '>', 0)
          .where(free(nowEpochMs))
          .$if(id !== undefined, (query) => query.where('id', '=', id ?? 0))
          .returning('id')
          .execute()
        const ended = (await failedOf(withSubjects(transaction), nowEpochMs))
          .map((row) => row.id)
          .filter((one) => id === undefined || one === id)
        const begun = await forAll(ended, (some) =>
          transaction
            .updateTable('jobs')
            .set(again)
            .where('id', 'in', some)
            // Another process may have retried it since the read above.
            .where('status', '=', failed)
            .returning('id')
            .execute(),
        )
        return waiting.length + begun.length
      }),
  }
}
