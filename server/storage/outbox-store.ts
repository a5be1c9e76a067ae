import { type ExpressionBuilder, type Kysely, type Selectable, sql } from 'kysely'
import type { EffectKind } from '../appointments/follow-up-kinds.ts'
import { type Job, type Lease, type OutboxStore, stuckAfterAttempts } from '../outbox/outbox-store.ts'
import { toAppointment } from './appointment-row.ts'
import type { Engine } from './engine.ts'
import { oneRow } from './one-row.ts'
import type { OutboxTable, Tables } from './tables.ts'

/** The latest change of an appointment is the one the page asks about. */
function effectOf(db: Kysely<Tables>, appointmentId: string, kind: EffectKind) {
  return db
    .selectFrom('outbox')
    .where('appointment_id', '=', appointmentId)
    .where('kind', '=', kind)
    .orderBy('sequence', 'desc')
    .limit(oneRow)
}

async function toJobs(db: Kysely<Tables>, rows: Selectable<OutboxTable>[]): Promise<Job[]> {
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.appointment_id)
  const appointments = await db.selectFrom('appointments').selectAll().where('id', 'in', ids).execute()
  const byId = new Map(appointments.map((row) => [row.id, toAppointment(row)]))
  return rows.flatMap(({ id, kind, attempts, appointment_id, claimed_until_ms }) => {
    const appointment = byId.get(appointment_id)
    const leaseEndsAtMs = claimed_until_ms ?? 0
    return appointment ? [{ id, kind: kind as EffectKind, attempts, appointment, leaseEndsAtMs }] : []
  })
}

function toStuck(row: { id: number; kind: string; last_error: string | null; start_ms: number }) {
  return {
    id: row.id,
    kind: row.kind as EffectKind,
    startEpochMs: row.start_ms,
    fault: row.last_error ?? 'not tried yet',
  }
}

export function outboxStore({ db, write, skipLocked, leaseClock }: Engine): OutboxStore {
  /** A lease's end is also when the row falls due again, should its owner die. */
  function owned({ nowEpochMs, endsAtMs }: Lease) {
    const claimedUntil = sql<number>`${leaseClock(nowEpochMs)} + ${sql.lit(endsAtMs - nowEpochMs)}`
    return { claimed_until_ms: claimedUntil, due_at_ms: endsAtMs }
  }

  /** Nobody is doing it at the moment. */
  function unclaimed(nowEpochMs: number) {
    return (row: ExpressionBuilder<Tables, 'outbox'>) =>
      row.or([row('claimed_until_ms', 'is', null), row('claimed_until_ms', '<=', leaseClock(nowEpochMs))])
  }

  return {
    claimDue: (lease, limit) =>
      write(async (transaction) => {
        const due = await skipLocked(
          transaction
            .selectFrom('outbox')
            .select('id')
            .where('done_at_ms', 'is', null)
            .where('due_at_ms', '<=', lease.nowEpochMs)
            .where(unclaimed(lease.nowEpochMs))
            .orderBy('due_at_ms')
            .limit(sql.lit(limit)),
        ).execute()
        if (due.length === 0) return []
        const rows = await transaction
          .updateTable('outbox')
          .set((column) => ({ ...owned(lease), attempts: column('attempts', '+', 1) }))
          .where(
            'id',
            'in',
            due.map((row) => row.id),
          )
          .returningAll()
          .execute()
        return toJobs(transaction, rows)
      }),

    claim: (appointmentId, kind, lease) =>
      write(async (transaction) => {
        const rows = await transaction
          .updateTable('outbox')
          .set((column) => ({ ...owned(lease), attempts: column('attempts', '+', 1) }))
          .where('id', 'in', effectOf(transaction, appointmentId, kind).select('id'))
          .where('done_at_ms', 'is', null)
          .where(unclaimed(lease.nowEpochMs))
          .returningAll()
          .execute()
        const [job] = await toJobs(transaction, rows)
        return job ?? null
      }),

    async state(appointmentId, kind, nowEpochMs) {
      const row = await effectOf(db, appointmentId, kind)
        .select(['done_at_ms', 'result'])
        .select((row) => row.case().when(unclaimed(nowEpochMs)(row)).then(0).else(1).end().as('attempted'))
        .executeTakeFirst()
      if (!row) return { status: 'unknown' }
      if (row.done_at_ms !== null) return { status: 'done', result: row.result ?? '' }
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

    async postpone(job, dueAtMs, fault) {
      await write((transaction) =>
        transaction
          .updateTable('outbox')
          .set({ claimed_until_ms: null, due_at_ms: dueAtMs, last_error: fault })
          .where('id', '=', job.id)
          .where('done_at_ms', 'is', null)
          // After the lease another attempt may own the row; it is not ours to give back.
          .where('claimed_until_ms', '=', job.leaseEndsAtMs)
          .execute(),
      )
    },

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
      return rows.sort((a, b) => a.id - b.id).map(toStuck)
    },

    async oweNotice(job, notice, nowEpochMs, quietSinceMs) {
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
        const { id, sequence } = job.appointment
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

    async nextDueAtMs(nowEpochMs) {
      const next = await db
        .selectFrom('outbox')
        .select('due_at_ms')
        .where('done_at_ms', 'is', null)
        .where(unclaimed(nowEpochMs))
        .orderBy('due_at_ms')
        .limit(oneRow)
        .executeTakeFirst()
      return next?.due_at_ms ?? null
    },
  }
}
