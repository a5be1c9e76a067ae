import type { OwedEntry } from '../../booking/desk.ts'
import { type FollowUpKind, isTroubling, type TroublingKind } from '../../booking/follow-up-kinds.ts'
import type { AppointmentRow } from './appointment-row.ts'
import { withSubjects } from './owed-follow-ups.ts'
import type { Db, Row } from './tables.ts'

export type OutboxRow = Row<'outbox'>

interface Overdue {
  /** Of the appointment or the closure. */
  subjectId: string
  subject: { start_ms: number; end_ms: number }
  kind: FollowUpKind
  entry: OwedEntry
}

const instant = (epochMs: number) => new Date(epochMs).toISOString()

/** What falls due is done within moments; by then somebody should know that it was not. */
const dueForMs = 60_000

/** Overdue is what has failed, or was given up, and what fell due a while ago and nobody does. */
export function isOverdue(
  job: OutboxRow,
  { sequence, end_ms }: Pick<AppointmentRow, 'sequence' | 'end_ms'>,
  nowEpochMs: number,
): job is OutboxRow & { kind: TroublingKind } {
  const { kind, done_at_ms, result, last_error, claimed_until_ms, due_at_ms } = job
  if (!isTroubling(kind)) return false
  if (done_at_ms !== null) return result === null && job.sequence === sequence && end_ms > nowEpochMs
  return last_error !== null || (claimed_until_ms === null && due_at_ms <= nowEpochMs - dueForMs)
}

export function owed(
  row: OutboxRow & { kind: TroublingKind },
  changedAtMs: number,
  nowEpochMs: number,
): OwedEntry {
  // A failed attempt has put off when it is due; a reminder fell due some time after the change that it follows from.
  const isFirst = row.attempts === 0 || row.kind === 'client-reminder'
  const sinceMs = isFirst ? Math.min(row.due_at_ms, nowEpochMs) : changedAtMs
  return { id: row.id, kind: row.kind, since: instant(sinceMs), fault: row.last_error ?? '' }
}

/** What is overdue of everything, or of closures only, the oldest first. */
export async function overdueOf(db: Db, nowEpochMs: number, of?: 'closure'): Promise<Overdue[]> {
  const jobs = withSubjects(db)
    .leftJoin('appointment_changes', (join) =>
      join
        .onRef('appointment_changes.appointment_id', '=', 'outbox.appointment_id')
        .onRef('appointment_changes.sequence', '=', 'outbox.sequence'),
    )
    .selectAll('outbox')
    .select((row) => [
      row.fn.coalesce('appointments.sequence', 'closures.sequence').as('sequence_now'),
      row.fn.coalesce('appointments.start_ms', 'closures.start_ms').as('start_ms'),
      row.fn.coalesce('appointments.end_ms', 'closures.end_ms').as('end_ms'),
      row.fn.coalesce('changed_at_ms', 'appointments.created_at_ms').as('changed_at_ms'),
    ])
    .$if(of === 'closure', (all) => all.where('outbox.closure_id', 'is not', null))
  const rows = [
    ...(await jobs.where('done_at_ms', 'is', null).orderBy('due_at_ms').execute()),
    ...(await jobs.where('done_at_ms', 'is not', null).where('result', 'is', null).execute()),
  ]
  return rows
    .flatMap(({ sequence_now, start_ms, end_ms, changed_at_ms, ...row }) => {
      const subject = { sequence: sequence_now ?? 0, start_ms: start_ms ?? 0, end_ms: end_ms ?? 0 }
      if (!isOverdue(row, subject, nowEpochMs)) return []
      const entry = owed(row, changed_at_ms ?? nowEpochMs, nowEpochMs)
      return [{ subjectId: row.appointment_id ?? row.closure_id ?? '', subject, kind: row.kind, entry }]
    })
    .sort((a, b) => (a.entry.since < b.entry.since ? -1 : 1))
}
