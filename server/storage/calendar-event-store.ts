import type { EventStore } from '../calendar/embedded/embedded-calendar.ts'
import type { Engine } from './engine.ts'

export function calendarEventStore({ db, write }: Engine): EventStore {
  return {
    async put(event, nowEpochMs) {
      const { uid, sequence, status, startEpochMs, endEpochMs, summary, description, location, attendee } =
        event
      const columns = {
        sequence,
        status,
        start_ms: startEpochMs,
        end_ms: endEpochMs,
        summary,
        description,
        location,
        attendee_name: attendee?.name ?? null,
        attendee_email: attendee?.email ?? null,
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

    async remove(uid) {
      await write((transaction) => transaction.deleteFrom('calendar_events').where('uid', '=', uid).execute())
    },

    async endingAfter(epochMs) {
      const rows = await db
        .selectFrom('calendar_events')
        .selectAll()
        .where('end_ms', '>', epochMs)
        .orderBy('end_ms')
        .execute()
      return rows.map(({ attendee_name: name, attendee_email: email, ...row }) => ({
        uid: row.uid,
        sequence: row.sequence,
        status: row.status,
        startEpochMs: row.start_ms,
        endEpochMs: row.end_ms,
        summary: row.summary,
        description: row.description,
        location: row.location,
        ...(name !== null && email !== null ? { attendee: { name, email } } : {}),
        updatedAtMs: row.updated_at_ms,
      }))
    },
  }
}
