import type { Selectable } from 'kysely'
import type { EffectKind } from '../appointments/follow-up-kinds.ts'
import type { Copy, CopyStore, Refusal } from '../calendar-sync/synced-events.ts'
import type { Engine } from './engine.ts'
import type { CalendarCopiesTable } from './tables.ts'

/** Below every sequence of an appointment: whatever the calendar shows, it is to be written anew. */
const nothingShown = -1

/** What a refused move owes: the event goes back, and the owner is told. */
const owedForRefusal: readonly EffectKind[] = ['calendar-event', 'move-refused']

function toCopy(row: Selectable<CalendarCopiesTable>): Copy {
  const { uid, sequence, status, start_ms, end_ms } = row
  return { uid, sequence, status, startEpochMs: start_ms, endEpochMs: end_ms }
}

export function calendarCopyStore({ db, write }: Engine): CopyStore {
  const rowOf = (calendar: string, uid: string) =>
    db
      .selectFrom('calendar_copies')
      .selectAll()
      .where('calendar', '=', calendar)
      .where('uid', '=', uid)
      .executeTakeFirst()

  return {
    async find(calendar, uid) {
      const row = await rowOf(calendar, uid)
      return row ? toCopy(row) : null
    },

    async endingAfter(calendar, epochMs) {
      const rows = await db
        .selectFrom('calendar_copies')
        .selectAll()
        .where('calendar', '=', calendar)
        .where('status', '=', 'confirmed')
        .where('end_ms', '>', epochMs)
        .execute()
      return rows.map(toCopy)
    },

    async record(calendar, { uid, sequence, status, startEpochMs, endEpochMs }) {
      const columns = { sequence, status, start_ms: startEpochMs, end_ms: endEpochMs }
      await write((transaction) =>
        transaction
          .insertInto('calendar_copies')
          .values({ calendar, uid, ...columns })
          .onConflict((conflict) =>
            conflict
              .columns(['calendar', 'uid'])
              .doUpdateSet(columns)
              // An attempt that was held up never covers what was written after it.
              .where('calendar_copies.sequence', '<=', sequence),
          )
          .execute(),
      )
    },

    refuse: (calendar, copy, appointment, why, nowEpochMs) =>
      write(async (transaction) => {
        await transaction
          .updateTable('calendar_copies')
          .set((column) => ({
            sequence: nothingShown,
            start_ms: copy.startEpochMs,
            end_ms: copy.endEpochMs,
            refused_start_ms: copy.startEpochMs,
            refused_why: why,
            refusals: column('refusals', '+', 1),
          }))
          .where('calendar', '=', calendar)
          .where('uid', '=', copy.uid)
          .execute()
        const again = {
          due_at_ms: nowEpochMs,
          attempts: 0,
          claimed_until_ms: null,
          done_at_ms: null,
          last_error: null,
          result: null,
        }
        const rows = owedForRefusal.map((kind) => ({
          appointment_id: appointment.id,
          sequence: appointment.sequence,
          kind,
          ...again,
        }))
        await transaction
          .insertInto('outbox')
          .values(rows)
          .onConflict((conflict) =>
            conflict.columns(['appointment_id', 'kind', 'sequence']).doUpdateSet(again),
          )
          .execute()
      }),

    async findRefusal(calendar, uid) {
      const row = await rowOf(calendar, uid)
      if (!row || row.refused_start_ms === null) return null
      return { startEpochMs: row.refused_start_ms, why: row.refused_why as Refusal, count: row.refusals }
    },
  }
}
