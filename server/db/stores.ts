import { sql } from 'kysely'
import { parseUidDomain } from '../../booking/calendar-event.ts'
import { consultation, kindIds } from '../../booking/kinds.ts'
import { changeStore, noteStore } from './appointment-changes.ts'
import { appointmentStore, manageTokenStore } from './appointments.ts'
import { calendarEventStore, syncedEventStore } from './calendar-events.ts'
import { pollStore } from './calendar-polls.ts'
import { clientStore } from './clients.ts'
import { visitorStore } from './counts.ts'
import type { Engine } from './engine.ts'
import { blockedTimeStore, openingHoursStore } from './hours.ts'
import { jobViews } from './job-views.ts'
import { jobStore } from './jobs.ts'
import { ownerViews } from './owner-views.ts'
import { secretStore, sessionStore } from './sessions.ts'
import { similarBookingStore } from './similar-bookings.ts'

async function findUidDomain({ db }: Engine): Promise<string> {
  const kept = db.selectFrom('calendar_events').select('uid').orderBy('updated_at_ms', 'desc').limit(1)
  const synced = db.selectFrom('synced_events').select('uid').orderBy('start_ms', 'desc').limit(1)
  return parseUidDomain(((await kept.executeTakeFirst()) ?? (await synced.executeTakeFirst()))?.uid)
}

export async function openStores(engine: Engine) {
  const { db, write, close } = engine
  const uidDomain = await findUidDomain(engine)
  return {
    appointments: appointmentStore(engine),
    changes: changeStore(engine),
    jobs: jobStore(engine),
    jobViews: jobViews(engine),
    events: calendarEventStore(engine),
    syncedEvents: syncedEventStore(engine),
    polls: pollStore(engine, uidDomain),
    blockedTimes: blockedTimeStore(engine),
    hours: openingHoursStore(engine),
    notes: noteStore(engine),
    ownerViews: ownerViews(engine),
    similarBookings: similarBookingStore(engine),
    visitors: visitorStore(engine),
    requestCounts: engine.requestCounts,
    manageTokens: manageTokenStore(engine),
    sessions: sessionStore(engine),
    secrets: secretStore(engine),
    clients: clientStore(engine, uidDomain),
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
