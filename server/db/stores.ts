import { sql } from 'kysely'
import { parseUidDomain } from '../../booking/calendar-event.ts'
import { consultation, kindIds } from '../../booking/kinds.ts'
import { createChangeStore, createNoteStore } from './appointment-changes.ts'
import { createAppointmentStore, createManageTokenStore } from './appointments.ts'
import { createCalendarEventStore, createSyncedEventStore } from './calendar-events.ts'
import { createPollStore } from './calendar-polls.ts'
import { createClientNoteStore } from './client-notes.ts'
import { createClientStore } from './clients.ts'
import { createCorrectionStore } from './corrections.ts'
import { createVisitorStore } from './counts.ts'
import type { Engine } from './engine.ts'
import { createBlockedTimeStore, createOpeningHoursStore } from './hours.ts'
import { createJobViews } from './job-views.ts'
import { createJobStore } from './jobs.ts'
import { createOwnerViews } from './owner-views.ts'
import { createPushStore } from './push-subscriptions.ts'
import { createSecretStore, createSessionStore } from './sessions.ts'
import { createSimilarBookingStore } from './similar-bookings.ts'
import { createTellingStore } from './tellings.ts'

async function findUidDomain({ db }: Engine): Promise<string> {
  const kept = db.selectFrom('calendar_events').select('uid').orderBy('updated_at_ms', 'desc').limit(1)
  const synced = db.selectFrom('synced_events').select('uid').orderBy('start_ms', 'desc').limit(1)
  return parseUidDomain(((await kept.executeTakeFirst()) ?? (await synced.executeTakeFirst()))?.uid)
}

export async function openStores(engine: Engine) {
  const { db, write, close } = engine
  const uidDomain = await findUidDomain(engine)
  return {
    appointments: createAppointmentStore(engine),
    changes: createChangeStore(engine),
    jobs: createJobStore(engine),
    jobViews: createJobViews(engine),
    events: createCalendarEventStore(engine),
    syncedEvents: createSyncedEventStore(engine),
    polls: createPollStore(engine, uidDomain),
    blockedTimes: createBlockedTimeStore(engine),
    hours: createOpeningHoursStore(engine),
    notes: createNoteStore(engine),
    clientNotes: createClientNoteStore(engine),
    corrections: createCorrectionStore(engine),
    ownerViews: createOwnerViews(engine),
    tellings: createTellingStore(engine),
    similarBookings: createSimilarBookingStore(engine),
    visitors: createVisitorStore(engine),
    requestCounts: engine.requestCounts,
    manageTokens: createManageTokenStore(engine),
    sessions: createSessionStore(engine),
    push: createPushStore(engine),
    secrets: createSecretStore(engine),
    clients: createClientStore(engine, uidDomain),
    uidDomain,
    async missingKinds(): Promise<string[]> {
      const others = db.selectFrom('appointments').where('kind', '<>', sql.lit(consultation))
      const rows = await others.select('kind').distinct().execute()
      return rows.flatMap(({ kind }) => (kindIds.includes(kind) ? [] : [kind])).sort()
    },
    async checkWritable(nowEpochMs: number): Promise<void> {
      const row = { id: 1, beat_at_ms: nowEpochMs }
      await write(async (transaction) => {
        const insert = transaction.insertInto('heartbeat').values(row)
        await insert.onConflict((conflict) => conflict.column('id').doUpdateSet(row)).execute()
      })
    },
    close,
  }
}

export type Stores = Awaited<ReturnType<typeof openStores>>
