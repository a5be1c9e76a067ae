import type { Kysely, Selectable } from 'kysely'
import type { OwedEntry } from '../../booking/desk.ts'
import { type FollowUpKind, isTroubling, type TroublingKind } from '../../booking/follow-up-kinds.ts'
import type { AppointmentRow } from './appointment-row.ts'
import { forAll } from './for-all.ts'
import type { OutboxTable, Tables } from './tables.ts'

export type OutboxRow = Selectable<OutboxTable>

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
export async function overdueOf(db: Kysely<Tables>, nowEpochMs: number, of?: 'closure'): Promise<Overdue[]> {
  const jobs = db
    .selectFrom('outbox')
    .selectAll()
    .$if(of === 'closure', (all) => all.where('closure_id', 'is not', null))
  const rows = [
    ...(await jobs.where('done_at_ms', 'is', null).orderBy('due_at_ms').execute()),
    ...(await jobs.where('done_at_ms', 'is not', null).where('result', 'is', null).execute()),
  ]
  const appointmentIds = rows.flatMap(({ appointment_id }) => appointment_id ?? [])
  const closureIds = rows.flatMap(({ closure_id }) => closure_id ?? [])
  const subjects = [
    ...(await forAll(appointmentIds, (some) =>
      db
        .selectFrom('appointments')
        .select(['id', 'sequence', 'start_ms', 'end_ms', 'created_at_ms'])
        .where('id', 'in', some)
        .execute(),
    )),
    ...(await forAll(closureIds, (some) =>
      db
        .selectFrom('closures')
        .select((row) => [
          'id',
          'sequence',
          'start_ms',
          'end_ms',
          row.val<number | null>(null).as('created_at_ms'),
        ])
        .where('id', 'in', some)
        .execute(),
    )),
  ]
  const changes = await forAll(appointmentIds, (some) =>
    db.selectFrom('appointment_changes').selectAll().where('appointment_id', 'in', some).execute(),
  )
  const subjectOf = new Map(subjects.map((subject) => [subject.id, subject]))
  return rows
    .flatMap((row) => {
      const subjectId = row.appointment_id ?? row.closure_id ?? ''
      const subject = subjectOf.get(subjectId)
      if (!subject || !isOverdue(row, subject, nowEpochMs)) return []
      const change = changes.find(
        ({ appointment_id, sequence }) => appointment_id === subjectId && sequence === row.sequence,
      )
      const changedAtMs = change?.changed_at_ms ?? subject.created_at_ms ?? nowEpochMs
      const entry = owed(row, changedAtMs, nowEpochMs)
      return [{ subjectId, subject, kind: row.kind, entry }]
    })
    .sort((a, b) => (a.entry.since < b.entry.since ? -1 : 1))
}
