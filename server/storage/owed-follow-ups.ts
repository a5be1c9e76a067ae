import { sql } from 'kysely'
import { type OwedStore, stuckAfterAttempts } from '../follow-ups/owed-store.ts'
import type { Engine } from './engine.ts'
import { unclaimedBy } from './outbox-jobs.ts'
import type { OutboxTable } from './tables.ts'

type OwedRow = Pick<OutboxTable, 'kind' | 'last_error'> & { id: number; start_ms: number }

function toStuck({ id, kind, last_error, start_ms }: OwedRow) {
  return { id, kind, startEpochMs: start_ms, fault: last_error ?? 'not tried yet' }
}

export function owedStore({ db, write, leaseClock }: Engine): OwedStore {
  const unclaimed = unclaimedBy(leaseClock)
  return {
    async stuck(kinds) {
      const rows = await db
        .selectFrom('outbox')
        .innerJoin('appointments', 'appointments.id', 'outbox.appointment_id')
        .select(['outbox.id', 'outbox.kind', 'outbox.last_error', 'appointments.start_ms'])
        .where('outbox.done_at_ms', 'is', null)
        .where('outbox.attempts', '>=', stuckAfterAttempts)
        .where('outbox.kind', 'in', kinds)
        .execute()
      // Sorted here: asked for the order of ids, SQLite would read everything ever owed in that order.
      return rows
        .sort((a, b) => a.id - b.id)
        .map((row) => ({ ...toStuck(row), kind: row.kind as (typeof kinds)[number] }))
    },

    async addNotice(job, notice, nowEpochMs, quietSinceMs) {
      await write(async (transaction) => {
        const told = await transaction
          .selectFrom('outbox')
          .select('told_at_ms')
          .where('id', '=', job.id)
          .executeTakeFirst()
        if (told?.told_at_ms) return
        const recent = await transaction
          .selectFrom('outbox')
          .select('id')
          // Written out, so that the index of that kind is used.
          .where('kind', '=', sql.lit(notice))
          .where((row) => row.or([row('done_at_ms', 'is', null), row('done_at_ms', '>', quietSinceMs)]))
          .executeTakeFirst()
        if (recent) return
        const { id, sequence } = job.subject
        const undone = { due_at_ms: nowEpochMs, done_at_ms: null, attempts: 0, claimed_until_ms: null }
        await transaction
          .insertInto('outbox')
          .values({ appointment_id: id, kind: notice, sequence, due_at_ms: nowEpochMs })
          // This appointment has caused a notice before, about something that was mended since.
          .onConflict((conflict) =>
            conflict.columns(['appointment_id', 'kind', 'sequence']).doUpdateSet(undone),
          )
          .execute()
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

    async owed() {
      const rows = await db
        .selectFrom('outbox')
        .innerJoin('appointments', 'appointments.id', 'outbox.appointment_id')
        .select(['outbox.id', 'outbox.kind', 'outbox.last_error', 'outbox.attempts', 'outbox.due_at_ms'])
        .select(['appointments.id as appointment_id', 'appointments.start_ms', 'appointments.created_at_ms'])
        .where('outbox.done_at_ms', 'is', null)
        .orderBy('outbox.due_at_ms')
        .execute()
      return rows.map((row) => ({
        ...toStuck(row),
        appointmentId: row.appointment_id,
        attempts: row.attempts,
        bookedAtMs: row.created_at_ms,
        nextAttemptAtMs: row.due_at_ms,
      }))
    },

    async retry(nowEpochMs, id) {
      const [result] = await write((transaction) => {
        const undone = transaction
          .updateTable('outbox')
          .set({ due_at_ms: nowEpochMs, attempts: 0, told_at_ms: null })
          .where('done_at_ms', 'is', null)
          // What has not been tried yet is not due yet either, such as a reminder.
          .where('attempts', '>', 0)
          .where(unclaimed(nowEpochMs))
        return (id === undefined ? undone : undone.where('id', '=', id)).execute()
      })
      return Number(result?.numUpdatedRows ?? 0)
    },
  }
}
