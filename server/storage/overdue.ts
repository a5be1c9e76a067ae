import { isReported, type ReportedKind } from '../../booking/job-kinds.ts'
import type { AppointmentRow } from './appointment-row.ts'
import { everOwed, undone } from './owed-follow-ups.ts'
import type { Db, Row } from './tables.ts'

export type OutboxRow = Row<'outbox'>

export const instant = (epochMs: number) => new Date(epochMs).toISOString()

/** What falls due is done within moments; by then somebody should know that it was not. */
const dueForMs = 60_000

/** Overdue is what has failed, or was given up, and what fell due a while ago and nobody does. */
export function isOverdue(
  job: OutboxRow,
  { sequence, end_ms }: Pick<AppointmentRow, 'sequence' | 'end_ms'>,
  nowEpochMs: number,
): job is OutboxRow & { kind: ReportedKind } {
  const { kind, done_at_ms, result, last_error, claimed_until_ms, due_at_ms } = job
  if (!isReported(kind)) return false
  if (done_at_ms !== null) return result === null && job.sequence === sequence && end_ms > nowEpochMs
  return last_error !== null || (claimed_until_ms === null && due_at_ms <= nowEpochMs - dueForMs)
}

export function owed(row: OutboxRow & { kind: ReportedKind }, changedAtMs: number, nowEpochMs: number) {
  // A failed attempt has put off when it is due; a reminder fell due some time after the change that it follows from.
  const isFirst = row.attempts === 0 || row.kind === 'client-reminder'
  const sinceMs = isFirst ? Math.min(row.due_at_ms, nowEpochMs) : changedAtMs
  return { id: row.id, kind: row.kind, since: instant(sinceMs), fault: row.last_error ?? '' }
}

/** What is overdue, beside what it is owed for, the oldest first. */
export async function overdueOf(db: Db, nowEpochMs: number) {
  // Not the many reminders whose time has not come.
  const some = everOwed(db).where((row) =>
    row.or([row('outbox.due_at_ms', '<=', nowEpochMs), row('outbox.last_error', 'is not', null)]),
  )
  return (await undone(some, nowEpochMs))
    .flatMap(({ subject_id, start_ms, end_ms, booked_at_ms, changed_at_ms, ...job }) => {
      // What was given up for an earlier state is not among them.
      if (!isOverdue(job, { sequence: job.sequence, end_ms }, nowEpochMs)) return []
      const entry = owed(job, changed_at_ms ?? booked_at_ms ?? nowEpochMs, nowEpochMs)
      const isOfClosure = job.closure_id !== null
      return [{ subjectId: subject_id, isOfClosure, start_ms, end_ms, kind: job.kind, entry }]
    })
    .sort((a, b) => (a.entry.since < b.entry.since ? -1 : 1))
}
