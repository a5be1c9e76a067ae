import { calendarKinds } from '../../booking/job-kinds.ts'
import type { Interval } from '../../booking/time.ts'
import type { ReadStore } from '../calendar-sync/read-store.ts'
import type { Engine } from './engine.ts'
import { forAll } from './for-all.ts'
import type { Db } from './tables.ts'

async function insert(db: Db, calendar: string, busy: readonly Interval[]): Promise<void> {
  const rows = busy.map(({ startEpochMs, endEpochMs }) => ({
    calendar,
    start_ms: startEpochMs,
    end_ms: endEpochMs,
  }))
  // Another process may note the same.
  const insertInto = db.insertInto('busy_times').onConflict((conflict) => conflict.doNothing())
  await forAll(rows, (some) => insertInto.values(some).execute())
}

export function calendarReadStore({ write }: Engine): ReadStore {
  return {
    keepOnly: (calendar) =>
      write(async (transaction) => {
        await transaction.deleteFrom('busy_times').where('calendar', 'is distinct from', calendar).execute()
      }),

    takeTurn: (calendar, nowEpochMs, everyMs, isStart) =>
      write(async (transaction) => {
        await transaction
          .insertInto('calendar_reads')
          .values({ calendar, next_turn_at_ms: 0 })
          .onConflict((conflict) => conflict.column('calendar').doNothing())
          .execute()
        const turn = await transaction
          .updateTable('calendar_reads')
          .set({ next_turn_at_ms: nowEpochMs + everyMs })
          .where('calendar', '=', calendar)
          .where((row) =>
            row.or([
              row('next_turn_at_ms', '<=', nowEpochMs),
              row('next_turn_at_ms', '>', nowEpochMs + everyMs),
              ...(isStart
                ? [row('read_at_ms', 'is', null), row('read_at_ms', '<=', nowEpochMs - everyMs)]
                : []),
            ]),
          )
          .returning('read_at_ms')
          .executeTakeFirst()
        return turn ? { readAtMs: turn.read_at_ms } : null
      }),

    add: (calendar, busy) => write((transaction) => insert(transaction, calendar, busy)),

    finish: (calendar, { readAtMs }, busy, unreadable, nowEpochMs) =>
      write(async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable('calendar_reads')
          .set((row) => ({
            read_at_ms: nowEpochMs,
            unreadable,
            // What becomes unreadable after the others were mended is told anew.
            told_unreadable: row
              .case()
              .when('told_unreadable', '>', unreadable)
              .then(unreadable)
              .else(row.ref('told_unreadable'))
              .end(),
          }))
          .where('calendar', '=', calendar)
          .where('read_at_ms', readAtMs === null ? 'is' : '=', readAtMs)
          .executeTakeFirst()
        if (numUpdatedRows === 0n) return
        await transaction.deleteFrom('busy_times').where('calendar', '=', calendar).execute()
        await insert(transaction, calendar, busy)
      }),

    hasten: (nowEpochMs) =>
      write(async (transaction) => {
        await transaction
          .updateTable('outbox')
          .set({ due_at_ms: nowEpochMs })
          .where('done_at_ms', 'is', null)
          .where('due_at_ms', '>', nowEpochMs)
          .where('attempts', '>', 0)
          // An attempt that is under way falls due when its lease ends.
          .where('claimed_until_ms', 'is', null)
          .where('kind', 'in', calendarKinds)
          .execute()
      }),
  }
}
