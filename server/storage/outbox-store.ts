import type { Kysely, Selectable } from 'kysely'
import type { EffectKind } from '../outbox/effect-kind.ts'
import type { Job, Lease, OutboxStore } from '../outbox/outbox-store.ts'
import { toAppointment } from './appointment-row.ts'
import type { Engine } from './engine.ts'
import type { OutboxTable, Tables } from './tables.ts'

/** The latest change of an appointment is the one the page asks about. */
function effectOf(db: Kysely<Tables>, appointmentId: string, kind: EffectKind) {
  return db
    .selectFrom('outbox')
    .where('appointment_id', '=', appointmentId)
    .where('kind', '=', kind)
    .orderBy('sequence', 'desc')
    .limit(1)
}

/** A lease is also the time at which the row falls due again, should its owner die. */
function owned({ endsAtMs }: Lease) {
  return { claimed_until_ms: endsAtMs, due_at_ms: endsAtMs }
}

async function toJobs(
  db: Kysely<Tables>,
  rows: Selectable<OutboxTable>[],
  leaseEndsAtMs: number,
): Promise<Job[]> {
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.appointment_id)
  const appointments = await db.selectFrom('appointments').selectAll().where('id', 'in', ids).execute()
  const byId = new Map(appointments.map((row) => [row.id, toAppointment(row)]))
  return rows.flatMap(({ id, kind, attempts, appointment_id }) => {
    const appointment = byId.get(appointment_id)
    return appointment ? [{ id, kind: kind as EffectKind, attempts, appointment, leaseEndsAtMs }] : []
  })
}

export function outboxStore({ db, write, skipLocked }: Engine): OutboxStore {
  return {
    claimDue: (lease, limit) =>
      write(async (transaction) => {
        const due = await skipLocked(
          transaction
            .selectFrom('outbox')
            .select('id')
            .where('done_at_ms', 'is', null)
            .where('due_at_ms', '<=', lease.nowEpochMs)
            .orderBy('due_at_ms')
            .limit(limit),
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
        return toJobs(transaction, rows, lease.endsAtMs)
      }),

    claim: (appointmentId, kind, lease) =>
      write(async (transaction) => {
        const rows = await transaction
          .updateTable('outbox')
          .set((column) => ({ ...owned(lease), attempts: column('attempts', '+', 1) }))
          .where('id', 'in', effectOf(transaction, appointmentId, kind).select('id'))
          .where('done_at_ms', 'is', null)
          .where((column) =>
            column.or([
              column('claimed_until_ms', 'is', null),
              column('claimed_until_ms', '<=', lease.nowEpochMs),
            ]),
          )
          .returningAll()
          .execute()
        const [job] = await toJobs(transaction, rows, lease.endsAtMs)
        return job ?? null
      }),

    async state(appointmentId, kind, nowEpochMs) {
      const row = await effectOf(db, appointmentId, kind)
        .select(['done_at_ms', 'claimed_until_ms', 'result'])
        .executeTakeFirst()
      if (!row) return { status: 'unknown' }
      if (row.done_at_ms !== null) return { status: 'done', result: row.result ?? '' }
      return { status: 'owed', attempted: (row.claimed_until_ms ?? 0) > nowEpochMs }
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

    async nextDueAtMs() {
      const next = await db
        .selectFrom('outbox')
        .select('due_at_ms')
        .where('done_at_ms', 'is', null)
        .orderBy('due_at_ms')
        .limit(1)
        .executeTakeFirst()
      return next?.due_at_ms ?? null
    },
  }
}
