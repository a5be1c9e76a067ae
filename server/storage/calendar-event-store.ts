import type { EventStore } from '../calendar/event-store.ts'
import type { Engine } from './engine.ts'

export function calendarEventStore({ db, write }: Engine): EventStore {
  return {
    async put({ uid, sequence, startEpochMs, endEpochMs, summary, description, location }, nowEpochMs) {
      const columns = {
        sequence,
        start_ms: startEpochMs,
        end_ms: endEpochMs,
        summary,
        description,
        location,
        updated_at_ms: nowEpochMs,
      }
      await write((transaction) =>
        transaction
          .insertInto('calendar_events')
          .values({ uid, ...columns })
          .onConflict((conflict) =>
            conflict
              .column('uid')
              .doUpdateSet(columns)
              // The same event again changes nothing, and an older one never replaces a newer one.
              .where('calendar_events.sequence', '<', sequence),
          )
          .execute(),
      )
    },

    async endingAfter(epochMs) {
      const rows = await db
        .selectFrom('calendar_events')
        .selectAll()
        .where('end_ms', '>', epochMs)
        .orderBy('end_ms')
        .execute()
      return rows.map((row) => ({
        uid: row.uid,
        sequence: row.sequence,
        startEpochMs: row.start_ms,
        endEpochMs: row.end_ms,
        summary: row.summary,
        description: row.description,
        location: row.location,
        updatedAtMs: row.updated_at_ms,
      }))
    },
  }
}
