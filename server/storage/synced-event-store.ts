import type { SyncedEvent, SyncedEventStore } from '../calendar-sync/synced-events.ts'
import type { Engine } from './engine.ts'
import { enqueueAgain } from './enqueue.ts'
import type { Db, Row } from './tables.ts'

/** How the column says that an event is to be written anew: below every sequence of an appointment. */
export const toBeWritten = -1

function toSyncedEvent(row: Row<'calendar_copies'>): SyncedEvent {
  const { uid, sequence, status, start_ms, end_ms, doubt, doubted_at_ms, refusals } = row
  return {
    uid,
    sequence: sequence === toBeWritten ? null : sequence,
    status,
    startEpochMs: start_ms,
    endEpochMs: end_ms,
    doubt,
    doubtedAtMs: doubted_at_ms,
    refusals,
  }
}

/** The copy, unless something else was noted of it since it was read. */
const unchanged = (db: Db, calendar: string, { uid, sequence, startEpochMs, doubt, refusals }: SyncedEvent) =>
  db
    .updateTable('calendar_copies')
    .where('calendar', '=', calendar)
    .where('uid', '=', uid)
    .where('sequence', '=', sequence ?? toBeWritten)
    .where('start_ms', '=', startEpochMs)
    .where('doubt', doubt === null ? 'is' : '=', doubt)
    .where('refusals', '=', refusals)

export const copyOf = (db: Db, calendar: string, uid: string) =>
  db
    .selectFrom('calendar_copies')
    .selectAll()
    .where('calendar', '=', calendar)
    .where('uid', '=', uid)
    .executeTakeFirst()

export function syncedEventStore({ db, write }: Engine): SyncedEventStore {
  return {
    async find(calendar, uid) {
      const row = await copyOf(db, calendar, uid)
      return row ? toSyncedEvent(row) : null
    },

    async endingAfter(calendar, epochMs) {
      const rows = await db
        .selectFrom('calendar_copies')
        .selectAll()
        .where('calendar', '=', calendar)
        .where('end_ms', '>', epochMs)
        .execute()
      return rows.map(toSyncedEvent)
    },

    async record(calendar, { uid, sequence, status, startEpochMs, endEpochMs, doubt, doubtedAtMs }) {
      const amiss = { doubt: doubt ?? null, doubted_at_ms: doubtedAtMs ?? null, told_at_ms: null }
      const shown = sequence ?? toBeWritten
      const columns = { sequence: shown, status, start_ms: startEpochMs, end_ms: endEpochMs, ...amiss }
      const noted = await write((transaction) =>
        transaction
          .insertInto('calendar_copies')
          .values({ calendar, uid, ...columns })
          .onConflict((conflict) =>
            conflict
              .columns(['calendar', 'uid'])
              .doUpdateSet(columns)
              // An attempt that was held up never covers what was written after it.
              .where('calendar_copies.sequence', '<=', shown),
          )
          .returning('uid')
          .execute(),
      )
      return noted.length > 0
    },

    refuse: (calendar, known, { startEpochMs, endEpochMs }, { id, sequence }, why, followUps) =>
      write(async (transaction) => {
        const noted = await unchanged(transaction, calendar, known)
          .set((column) => ({
            sequence: toBeWritten,
            start_ms: startEpochMs,
            // Whatever the owner has moved into the past is looked at until it is put back.
            end_ms: Math.max(known.endEpochMs, endEpochMs),
            doubt: null,
            refused_start_ms: startEpochMs,
            refused_why: why,
            refusals: column('refusals', '+', 1),
          }))
          .returning('uid')
          .executeTakeFirst()
        if (noted) await enqueueAgain(transaction, { appointment_id: id }, sequence, followUps)
      }),

    async doubt(calendar, known, doubt, nowEpochMs) {
      if (known.length === 0) return
      await write(async (transaction) => {
        const columns = { doubt, doubted_at_ms: nowEpochMs, told_at_ms: null }
        for (const one of known) await unchanged(transaction, calendar, one).set(columns).execute()
      })
    },

    restore: (calendar, known, { id, sequence }, followUps, nowEpochMs) =>
      write(async (transaction) => {
        const noted = await unchanged(transaction, calendar, known)
          .set({ doubt: 'restored', doubted_at_ms: nowEpochMs })
          .returning('uid')
          .executeTakeFirst()
        if (noted) await enqueueAgain(transaction, { appointment_id: id }, sequence, followUps)
      }),
  }
}
