import { sql } from 'kysely'
import { uidDomainOf } from '../../booking/calendar-event.ts'
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

/** The domain in the UID of the newest event that any calendar has. */
async function findUidDomain({ db }: Engine): Promise<string> {
  const kept = db.selectFrom('calendar_events').select('uid').orderBy('updated_at_ms', 'desc').limit(1)
  const synced = db.selectFrom('synced_events').select('uid').orderBy('start_ms', 'desc').limit(1)
  return uidDomainOf(((await kept.executeTakeFirst()) ?? (await synced.executeTakeFirst()))?.uid)
}

/** All stores of a database, the same for both engines. */
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
    /** The domain in the UIDs of events and the ids of emails. */
    uidDomain,
    /** The kinds of stored appointments that the shop's folder doesn't have. */
    async missingKinds(): Promise<string[]> {
      const rows = await db
        .selectFrom('appointments')
        .select('kind')
        .distinct()
        .where('kind', '<>', sql.lit(consultation))
        .execute()
      return rows.flatMap(({ kind }) => (kindIds.includes(kind) ? [] : [kind])).sort()
    },
    /** Writes a row, to detect a full, read-only, or unreachable database. @throws the error of the write */
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

export type Stores = Awaited<ReturnType<typeof openStores>>
