import type { CalendarNewsStore } from '../appointments/calendar-news.ts'
import type { DeskAppointmentStore } from '../appointments/desk-reads.ts'
import type { FollowUpKind, Subject } from '../appointments/follow-ups.ts'
import type {
  AppointmentStore,
  BusyTimeStore,
  ChangeStore,
  ClosureStore,
  ManageTokenStore,
  NoteStore,
  OpeningStore,
} from '../appointments/ports.ts'
import type { RequestCounts } from '../base/request-counts.ts'
import type { EventStore } from '../calendar/embedded/event-store.ts'
import type { ReadStore } from '../calendar-sync/read-store.ts'
import type { SyncedEventStore } from '../calendar-sync/synced-events.ts'
import type { OwedStore } from '../follow-ups/owed-store.ts'
import type { JobStore } from '../outbox/job-store.ts'
import type { ClientStore } from '../retention/client-store.ts'
import type { SecretStore, SessionStore } from '../sessions/session-store.ts'
import { changeStore } from './appointment-changes.ts'
import { appointmentStore } from './appointment-store.ts'
import { busyTimeStore } from './busy-times.ts'
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
export interface Storage {
  appointments: AppointmentStore
  changes: ChangeStore
  jobs: JobStore<FollowUpKind, Subject>
  owed: OwedStore
  events: EventStore
  syncedEvents: SyncedEventStore
  calendarReads: ReadStore
  calendarNews: CalendarNewsStore
  busyTimes: BusyTimeStore
  closures: ClosureStore
  openings: OpeningStore
  notes: NoteStore
  deskAppointments: DeskAppointmentStore
  visitors: ReturnType<typeof visitorStore>
  requestCounts: RequestCounts
  manageTokens: ManageTokenStore
  sessions: SessionStore
  secrets: SecretStore
  clients: ClientStore
  /** Writes a row, so that a full, read-only or unreachable database is noticed. @throws what the write throws */
  checkWritable(nowEpochMs: number): Promise<void>
  close(): Promise<void>
}

export function createStorage(engine: Engine): Storage {
  return {
    appointments: appointmentStore(engine),
    changes: changeStore(engine),
    jobs: jobStore(engine),
    owed: owedStore(engine),
    events: calendarEventStore(engine),
    syncedEvents: syncedEventStore(engine),
    calendarReads: calendarReadStore(engine),
    calendarNews: calendarNewsStore(engine),
    busyTimes: busyTimeStore(engine),
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
    async checkWritable(nowEpochMs) {
      const beat = { beat_at_ms: nowEpochMs }
      await engine.write((transaction) =>
        transaction
          .insertInto('heartbeat')
          .values({ id: 1, ...beat })
          .onConflict((conflict) => conflict.column('id').doUpdateSet(beat))
          .execute(),
      )
    },
    close: () => engine.close(),
  }
}
