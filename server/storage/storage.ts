import type { EventStore } from '../calendar/embedded/event-store.ts'
import type { ReadStore } from '../calendar-sync/read-store.ts'
import type { CopyStore } from '../calendar-sync/synced-events.ts'
import type { OutboxStore } from '../outbox/outbox-store.ts'
import type { SecretStore, SessionStore } from '../sessions/session-store.ts'
import type { VisitTokenStore } from '../visits/visit-token-store.ts'
import { type ChangeStore, changeStore } from './appointment-changes.ts'
import { type AppointmentStore, appointmentStore } from './appointment-store.ts'
import { type BusyTimeStore, busyTimeStore } from './busy-times.ts'
import { calendarEventStore } from './calendar-event-store.ts'
import { calendarReadStore } from './calendar-read-store.ts'
import type { Engine } from './engine.ts'
import { visitTokenStore } from './manage-token-store.ts'
import { outboxStore } from './outbox-store.ts'
import type { RequestCounts } from './request-counts.ts'
import { secretStore } from './secret-store.ts'
import { sessionStore } from './session-store.ts'
import { calendarCopyStore } from './synced-event-store.ts'
import { type VisitorStore, visitorStore } from './visitor-store.ts'

/** Everything that is kept, whichever engine keeps it. */
export interface Storage {
  appointments: AppointmentStore
  changes: ChangeStore
  outbox: OutboxStore
  events: EventStore
  calendarCopies: CopyStore
  calendarReads: ReadStore
  busyTimes: BusyTimeStore
  visitors: VisitorStore
  requestCounts: RequestCounts
  visitTokens: VisitTokenStore
  sessions: SessionStore
  secrets: SecretStore
  /** Writes a row, so that a full, read-only or unreachable database is noticed. @throws what the write throws */
  checkWritable(nowEpochMs: number): Promise<void>
  close(): Promise<void>
}

export function createStorage(engine: Engine): Storage {
  return {
    appointments: appointmentStore(engine),
    changes: changeStore(engine),
    outbox: outboxStore(engine),
    events: calendarEventStore(engine),
    calendarCopies: calendarCopyStore(engine),
    calendarReads: calendarReadStore(engine),
    busyTimes: busyTimeStore(engine),
    visitors: visitorStore(engine),
    requestCounts: engine.requestCounts,
    visitTokens: visitTokenStore(engine),
    sessions: sessionStore(engine),
    secrets: secretStore(engine),
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
