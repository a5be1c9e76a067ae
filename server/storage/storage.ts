import { changeStore } from './appointment-changes.ts'
import { appointmentStore } from './appointment-store.ts'
import { calendarEventStore } from './calendar-event-store.ts'
import { calendarNewsStore } from './calendar-news-store.ts'
import { calendarReadStore } from './calendar-read-store.ts'
import { clientStore } from './client-store.ts'
import { closureStore } from './closure-store.ts'
import { deskAppointmentStore } from './desk-appointments.ts'
import type { Engine } from './engine.ts'
import { manageTokenStore } from './manage-token-store.ts'
import { noteStore } from './note-store.ts'
import { openingStore } from './opening-store.ts'
import { jobStore } from './outbox-jobs.ts'
import { owedStore } from './owed-follow-ups.ts'
import { secretStore } from './secret-store.ts'
import { sessionStore } from './session-store.ts'
import { syncedEventStore } from './synced-event-store.ts'
import { visitorStore } from './visitor-store.ts'

/** Everything that is kept, whichever engine keeps it. */
export function createStorage(engine: Engine) {
  const { db, write, close } = engine
  return {
    appointments: appointmentStore(engine),
    changes: changeStore(engine),
    jobs: jobStore(engine),
    owed: owedStore(engine),
    events: calendarEventStore(engine),
    syncedEvents: syncedEventStore(engine),
    calendarReads: calendarReadStore(engine),
    calendarNews: calendarNewsStore(engine),
    closures: closureStore(engine),
    openings: openingStore(engine),
    notes: noteStore(engine),
    deskAppointments: deskAppointmentStore(engine),
    visitors: visitorStore(engine),
    requestCounts: engine.requestCounts,
    manageTokens: manageTokenStore(engine),
    sessions: sessionStore(engine),
    secrets: secretStore(engine),
    clients: clientStore(engine),
    /** The UID of the newest event that a calendar has of us; undefined as long as none has one. */
    async knownUid(): Promise<string | undefined> {
      const kept = db.selectFrom('calendar_events').select('uid').orderBy('updated_at_ms', 'desc').limit(1)
      const copied = db.selectFrom('calendar_copies').select('uid').orderBy('start_ms', 'desc').limit(1)
      return ((await kept.executeTakeFirst()) ?? (await copied.executeTakeFirst()))?.uid
    },
    /** Writes a row, so that a full, read-only or unreachable database is noticed. @throws what the write throws */
    async checkWritable(nowEpochMs: number): Promise<void> {
      const beat = { beat_at_ms: nowEpochMs }
      await write((transaction) =>
        transaction
          .insertInto('heartbeat')
          .values({ id: 1, ...beat })
          .onConflict((conflict) => conflict.column('id').doUpdateSet(beat))
          .execute(),
      )
    },
    close,
  }
}

export type Storage = ReturnType<typeof createStorage>
