import { type NotNull, sql } from 'kysely'
import {
  type AlertKind,
  alertFor,
  isReported,
  type JobKind,
  type ReportedKind,
} from '../../booking/job-kinds.ts'
import { msPerMinute } from '../../booking/time.ts'
import { forAll } from './compiled-query.ts'
import type { Engine } from './engine.ts'
import { type AppointmentJob, addJobsAgain, failed, freeBy, isBlockedTime, pending } from './jobs.ts'
import type { AppointmentRow } from './rows.ts'
import type { Db, Row } from './schema.ts'

/** From that many failed attempts on, which takes a little over half an hour, a follow-up counts as stuck. */
export const alertAfterAttempts = 8

/** One notice tells of everything that is stuck; the next of what has joined it. */
export const noticeEveryMs = 6 * 60 * 60_000

/** A follow-up that has failed so often that the owner should know. */
export interface FailingJob {
  id: number
  kind: ReportedKind
  /** Start of the appointment, or of the closure. */
  startEpochMs: number
  /** Kind of the last failure, without personal data; empty while there was none. */
  fault: string
  /** Nobody tries it again by itself. */
  hasFailed: boolean
  isAlerted: boolean
}

/** A follow-up that is owed, as the owner sees it. */
export interface UnfinishedJob extends Omit<FailingJob, 'kind'> {
  kind: JobKind
  subjectId: string
  attempts: number
  /** When the appointment was booked; null for a closure. */
  bookedAtMs: number | null
  nextAttemptAtMs: number
}

/** What is owed and not done, for the owner's eyes. */
export interface JobViews {
  /**
   * The follow-ups that a notice tells of: that keep failing or were given up while the appointment is still to come,
   * the oldest first; of those the owner was told already, too.
   */
  stuck(notice: AlertKind, nowEpochMs: number): Promise<FailingJob[]>
  /**
   * Owes the owner a notice that this follow-up keeps failing, unless one that tells of it was sent or waits.
   * @param quietMs - so long after a notice of that kind there is no other; it waits until then
   */
  queueAlert(job: AppointmentJob, notice: AlertKind, nowEpochMs: number, quietMs: number): Promise<void>
  markAlerted(stuck: readonly { id: number }[], nowEpochMs: number): Promise<void>
  /** Everything that is owed, the next to be tried first, and after it what was given up. */
  owed(nowEpochMs: number): Promise<UnfinishedJob[]>
  /** Makes rows due now, as if they had never been tried, given up or not; all or the one. @returns how many */
  retry(nowEpochMs: number, id?: number): Promise<number>
}

export type JobRow = Row<'jobs'>

export const instant = (epochMs: number) => new Date(epochMs).toISOString()

/** What falls due is done within moments; by then somebody should know that it was not. */
const dueForMs = 60_000

/** Overdue is what has failed, or was given up, and what fell due a while ago and nobody does. */
export function isOverdue(
  job: JobRow,
  { sequence, end_ms }: Pick<AppointmentRow, 'sequence' | 'end_ms'>,
  nowEpochMs: number,
): job is JobRow & { kind: ReportedKind } {
  const { kind, status, last_error, leased_until_ms, due_at_ms } = job
  if (!isReported(kind)) return false
  if (status !== 'pending') return status === 'failed' && job.sequence === sequence && end_ms > nowEpochMs
  return last_error !== null || (leased_until_ms === null && due_at_ms <= nowEpochMs - dueForMs)
}

export function owed(row: JobRow & { kind: ReportedKind }, changedAtMs: number, nowEpochMs: number) {
  // A failed attempt has put off when it is due; a reminder fell due some time after the change that it follows from.
  const isFirst = row.attempts === 0 || row.kind === 'client-reminder'
  const sinceMs = isFirst ? Math.min(row.due_at_ms, nowEpochMs) : changedAtMs
  return { id: row.id, kind: row.kind, since: instant(sinceMs), fault: row.last_error ?? '' }
}

/** What is overdue, beside what it is owed for, the oldest first. */
export async function overdueOf(db: Db, nowEpochMs: number) {
  // Not the many reminders whose time has not come.
  const some = everOwed(db).where((row) =>
    row.or([row('jobs.due_at_ms', '<=', nowEpochMs), row('jobs.last_error', 'is not', null)]),
  )
  return (await undone(some, nowEpochMs))
    .flatMap(({ subject_id, start_ms, end_ms, booked_at_ms, changed_at_ms, ...job }) => {
      // What was given up for an earlier state is not among them.
      if (!isOverdue(job, { sequence: job.sequence, end_ms }, nowEpochMs)) return []
      const entry = owed(job, changed_at_ms ?? booked_at_ms ?? nowEpochMs, nowEpochMs)
      const isOfBlockedTime = job.blocked_time_id !== null
      return [{ subjectId: subject_id, isOfBlockedTime, start_ms, end_ms, kind: job.kind, entry }]
    })
    .sort((a, b) => (a.entry.since < b.entry.since ? -1 : 1))
}

/** The clocks of several processes differ by no more, unless one of them is wrong. */
const skewMaxMs = 10 * msPerMinute

/**
 * The notices of that kind that are owed, or were done within the last so many milliseconds; by a clock that was far
 * ahead does not count.
 */
export const currentAlerts = (db: Db, kind: JobKind, nowEpochMs: number, withinMs: number) =>
  db
    .selectFrom('jobs')
    .select(['finished_at_ms', 'leased_until_ms'])
    // Written out, so that the index of that kind is used.
    .where('kind', '=', sql.lit(kind))
    .where((row) =>
      row.or([
        row('finished_at_ms', 'is', null),
        row.between('finished_at_ms', nowEpochMs - withinMs, nowEpochMs + skewMaxMs),
      ]),
    )

/** What was ever owed, beside what it is owed for: an appointment, or a closure. */
export const everOwed = (db: Db) =>
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

type Owed = ReturnType<typeof everOwed>

/** What was given up, as long as it would still be of use. */
const givenUp = (owed: Owed, nowEpochMs: number) =>
  owed
    .where('jobs.status', '=', failed)
    .where((row) =>
      row('jobs.sequence', '=', row.fn.coalesce('appointments.sequence', 'blocked_times.sequence')),
    )
    .where((row) => row(row.fn.coalesce('appointments.end_ms', 'blocked_times.end_ms'), '>', nowEpochMs))
    .execute()

/** What is not done yet, the next to be tried first, then what was given up. */
export const undone = async (owed: Owed, nowEpochMs: number, attemptsMin = 0) => [
  ...(await owed
    .where('jobs.status', '=', pending)
    .where('jobs.attempts', '>=', attemptsMin)
    .orderBy('jobs.due_at_ms')
    .execute()),
  ...(await givenUp(owed, nowEpochMs)),
]

type Undone = Awaited<ReturnType<typeof undone>>[number]

const toStuck = ({ id, kind, last_error, start_ms, status, alerted_at_ms }: Undone) => ({
  id,
  kind,
  startEpochMs: start_ms,
  fault: last_error ?? '',
  hasFailed: status === 'failed',
  isAlerted: alerted_at_ms !== null,
})

const isToldBy =
  (notice: AlertKind) =>
  <Stuck extends { kind: JobKind }>(stuck: Stuck): stuck is Stuck & { kind: ReportedKind } =>
    alertFor(stuck.kind) === notice

export function jobViews({ db, write, lockNotices, leaseClock }: Engine): JobViews {
  const free = freeBy(leaseClock)
  return {
    async stuck(notice, nowEpochMs) {
      const rows = await undone(everOwed(db), nowEpochMs, alertAfterAttempts)
      return rows
        .map(toStuck)
        .filter(isToldBy(notice))
        .sort((a, b) => a.id - b.id)
    },

    async queueAlert(job, notice, nowEpochMs, quietMs) {
      await write(async (transaction) => {
        await lockNotices(transaction)
        const failing = await transaction
          .selectFrom('jobs')
          .select(['alerted_at_ms', 'finished_at_ms'])
          .where('id', '=', job.id)
          .executeTakeFirst()
        if (failing?.alerted_at_ms) return
        const hasFailed = failing?.finished_at_ms != null
        const notices = await currentAlerts(transaction, notice, nowEpochMs, quietMs)
          .where((row) =>
            row.or([row('finished_at_ms', 'is', null), row('outcome', '<>', 'nothing-to-report')]),
          )
          .execute()
        const owed = notices.filter((row) => row.finished_at_ms === null)
        // A notice under way may have looked before this was given up, which asks only once; what is tried again asks again.
        if (owed.some((row) => !hasFailed || row.leased_until_ms === null)) return
        const dueAtMs = Math.max(
          nowEpochMs,
          ...notices.map((row) => (row.finished_at_ms ?? nowEpochMs) + quietMs),
        )
        // It has caused a notice before, perhaps, about something that was mended since.
        const { id, sequence } = job.subject
        const owner = isBlockedTime(job.subject) ? { blocked_time_id: id } : { appointment_id: id }
        await addJobsAgain(transaction, owner, sequence, [{ kind: notice, dueAtMs }])
      })
    },

    async markAlerted(stuck, nowEpochMs) {
      if (stuck.length === 0) return
      const ids = stuck.map((row) => row.id)
      await write((transaction) =>
        transaction.updateTable('jobs').set({ alerted_at_ms: nowEpochMs }).where('id', 'in', ids).execute(),
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
            .updateTable('jobs')
            .set(again)
            .where('id', 'in', some)
            // Somebody else can have had it tried again since we looked, and it may be done by now.
            .where('status', '=', failed)
            .returning('id')
            .execute(),
        )
        return waiting.length + begun.length
      }),
  }
}
