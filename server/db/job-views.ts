import { type InferResult, type NotNull, sql } from 'kysely'
import {
  type AlertKind,
  calendarKinds,
  deviceNotice,
  isReported,
  isScheduled,
  type JobKind,
  type ReportedKind,
  tellingKinds,
} from '../../booking/job-kinds.ts'
import type { Agenda } from '../../booking/owner-api.ts'
import { msPerHour, msPerMinute } from '../../booking/time.ts'
import { retryDelayMs } from '../lib/async.ts'
import { runInBatches } from './compiled-query.ts'
import type { Engine } from './engine.ts'
import { addJobsAgain, failed, isBlockedTime, isUnleased, type Job, pending } from './jobs.ts'
import type { AppointmentRow } from './rows.ts'
import type { Db, Row } from './schema.ts'

export type JobRow = Row<'jobs'>

export const instant = (epochMs: number) => new Date(epochMs).toISOString()

/** The worker runs due jobs within moments. After this long, the owner should know that one is still waiting. */
const overdueAfterMs = 60_000

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
  // A failed attempt moved the due time. A reminder is due long after its change.
  const isFirst = row.attempts === 0 || isScheduled(row.kind) || tellingKinds.includes(row.kind)
  const sinceMs = isFirst ? Math.min(row.due_at_ms, nowEpochMs) : changedAtMs
  return { id: row.id, kind: row.kind, since: instant(sinceMs), error: row.last_error ?? '' }
}

export async function overdueJobs(db: Db, nowEpochMs: number) {
  const matching = withSubjects(db).where((row) =>
    row.or([row('jobs.due_at_ms', '<=', nowEpochMs), row('jobs.last_error', 'is not', null)]),
  )
  return (await unfinishedOf(matching, nowEpochMs))
    .flatMap(({ subject_id, start_ms, end_ms, booked_at_ms, changed_at_ms, ...job }) => {
      // Failed jobs of an earlier state are not among them.
      if (!isOverdue(job, { sequence: job.sequence, end_ms }, nowEpochMs)) return []
      const entry = overdueEntry(job, changed_at_ms ?? booked_at_ms ?? nowEpochMs, nowEpochMs)
      const isOfBlockedTime = job.blocked_time_id !== null
      return [{ subjectId: subject_id, isOfBlockedTime, start_ms, end_ms, kind: job.kind, entry }]
    })
    .sort((a, b) => (a.entry.since < b.entry.since ? -1 : 1))
}

/** The clocks of several processes differ by less, unless one of them is wrong. */
const skewMaxMs = 10 * msPerMinute

/** Alerts of a kind that are unfinished, or finished within the last `withinMs`, but not by a clock far ahead. */
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

const toRecentAlert = (row: Pick<JobRow, 'finished_at_ms' | 'leased_until_ms'>) => ({
  finishedAtMs: row.finished_at_ms,
  isRunning: row.leased_until_ms !== null,
})

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

const failedOf = (jobs: Jobs, nowEpochMs: number) =>
  jobs
    .where('jobs.status', '=', failed)
    .where((row) =>
      row('jobs.sequence', '=', row.fn.coalesce('appointments.sequence', 'blocked_times.sequence')),
    )
    .where((row) => row(row.fn.coalesce('appointments.end_ms', 'blocked_times.end_ms'), '>', nowEpochMs))
    .execute()

const unfinishedOf = async (jobs: Jobs, nowEpochMs: number, attemptsMin = 0) => [
  ...(await jobs
    .where('jobs.status', '=', pending)
    .where('jobs.attempts', '>=', attemptsMin)
    .orderBy('jobs.due_at_ms')
    .execute()),
  ...(await failedOf(jobs, nowEpochMs)),
]

/** The earliest possible time of the first of this many attempts. */
function earliestAttemptMs({ attempts, due_at_ms }: Pick<JobRow, 'attempts' | 'due_at_ms'>): number {
  const waits = Array.from({ length: attempts }, (_, index) => retryDelayMs(index + 1, 1))
  return waits.reduce((atMs, waitMs) => atMs - waitMs, due_at_ms)
}

const toUnfinishedJob = (row: InferResult<Jobs>[number]) => ({
  id: row.id,
  kind: row.kind,
  subjectId: row.subject_id,
  startEpochMs: row.start_ms,
  attempts: row.attempts,
  /** Code of the last error, without personal data; empty if there is none. */
  error: row.last_error ?? '',
  hasFailed: row.status === 'failed',
  isAlerted: row.alerted_at_ms !== null,
  bookedAtMs: row.booked_at_ms,
  nextAttemptAtMs: row.due_at_ms,
})

export type UnfinishedJob = ReturnType<typeof toUnfinishedJob>

export type JobViews = ReturnType<typeof createJobViews>

export function createJobViews({ db, write, lockNotices, leaseClock }: Engine) {
  const unleased = isUnleased(leaseClock)
  return {
    /** Pending jobs, the next first, then those that failed permanently while their appointment is still upcoming. */
    unfinished: async (nowEpochMs: number, attemptsMin?: number) =>
      (await unfinishedOf(withSubjects(db), nowEpochMs, attemptsMin)).map(toUnfinishedJob),

    async failingEmails(nowEpochMs: number): Promise<Agenda['failing_emails']> {
      const failing = withSubjects(db).where('jobs.status', '=', pending).where('last_error', 'is not', null)
      const [first, ...more] = (await failing.execute())
        .filter(({ kind }) => kind !== deviceNotice && !calendarKinds.includes(kind))
        // A reminder, a notice, or a resent email starts long after its change.
        .map((row) => ({
          sinceMs: Math.max(row.changed_at_ms ?? row.booked_at_ms ?? 0, earliestAttemptMs(row)),
          error: row.last_error ?? '',
        }))
        .filter(({ sinceMs }) => nowEpochMs - sinceMs >= msPerHour)
        .sort((a, b) => a.sinceMs - b.sinceMs)
      return first ? { count: 1 + more.length, since: instant(first.sinceMs), error: first.error } : null
    },

    /** @param dueAtMs - from the alerts of the last `withinMs`; null for none. One process decides at a time. */
    async queueAlert(
      job: Job,
      alert: AlertKind,
      { nowEpochMs, withinMs }: { nowEpochMs: number; withinMs: number },
      dueAtMs: (hasFailed: boolean, recent: readonly ReturnType<typeof toRecentAlert>[]) => number | null,
    ): Promise<void> {
      await write(async (transaction) => {
        await lockNotices(transaction)
        const jobs = transaction.selectFrom('jobs').select(['alerted_at_ms', 'finished_at_ms'])
        const row = await jobs.where('id', '=', job.id).executeTakeFirst()
        if (row?.alerted_at_ms) return
        const recent = await recentAlerts(transaction, alert, nowEpochMs, withinMs)
          .where((row) =>
            row.or([row('finished_at_ms', 'is', null), row('outcome', '<>', 'nothing-to-report')]),
          )
          .execute()
        const due = dueAtMs(row?.finished_at_ms != null, recent.map(toRecentAlert))
        if (due === null) return
        const { id, sequence } = job.subject
        const owner = isBlockedTime(job.subject) ? { blocked_time_id: id } : { appointment_id: id }
        // Again: the same job may have caused an alert about an error that has been fixed since.
        await addJobsAgain(transaction, owner, sequence, [{ kind: alert, dueAtMs: due }])
      })
    },

    async markAlerted(jobs: readonly { id: number }[], nowEpochMs: number): Promise<void> {
      await write(async (transaction) => {
        const alerted = transaction.updateTable('jobs').set({ alerted_at_ms: nowEpochMs })
        const ids = jobs.map((row) => row.id)
        await runInBatches(ids, (batch) => alerted.where('id', 'in', batch).execute())
      })
    },

    retry: (nowEpochMs: number, id?: number): Promise<number> =>
      write(async (transaction) => {
        const ended = { alerted_at_ms: null, finished_at_ms: null }
        const again = { status: 'pending', due_at_ms: nowEpochMs, attempts: 0, ...ended } as const
        const begin = transaction.updateTable('jobs').set(again).returning('id')
        const waiting = await begin
          .where('status', '=', pending)
          .where('attempts', '>', 0)
          .where(unleased(nowEpochMs))
          .$if(id !== undefined, (query) => query.where('id', '=', id ?? 0))
          .execute()
        const failures = await failedOf(withSubjects(transaction), nowEpochMs)
        const ids = failures.map((row) => row.id).filter((failureId) => id === undefined || failureId === id)
        const stillFailed = begin.where('status', '=', failed)
        const begun = await runInBatches(ids, (batch) => stillFailed.where('id', 'in', batch).execute())
        return waiting.length + begun.length
      }),
  }
}
