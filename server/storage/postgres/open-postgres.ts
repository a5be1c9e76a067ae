import { sql } from 'kysely'
import { msPerDay } from '../../../booking/time.ts'
import { despiteConflicts } from '../conflict.ts'
import type { Engine } from '../engine.ts'
import { setInitialSeats } from '../opening-store.ts'
import type { Db } from '../tables.ts'
import { connect, limitsFor } from './connect.ts'
import { migrate } from './migrate.ts'
import { countsInDatabase } from './shared-counts.ts'

const purgeLockTimeoutMs = 2000

/** The first of two numbers that name a lock; the other one is a day, counted from 1970. */
const bookingLock = sql.lit(7_240_126)
/** A name of one number never meets one of two. */
const noticeLock = sql.lit(7_240_127)

/** Without the limits of serving: what is done with a large table may take its time. */
async function unlimited<T>(url: string, work: (db: Db) => Promise<T>, limits = {}): Promise<T> {
  const db = connect(url, { max: 1, ...limits })
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

/** Plain VACUUM would leave deleted rows in the gaps of pages; this writes the tables that hold clients anew. */
const purge = (url: string) =>
  unlimited(url, (db) => sql`vacuum (full) appointments, appointment_changes, calendar_events`.execute(db), {
    // Whoever comes after us in the queue for a table waits for us as well.
    lock_timeout: purgeLockTimeoutMs,
  })

/**
 * Connects to the database server and brings the database to the newest schema.
 *
 * @param url - postgres://user:password@host/name
 * @param seats - how many appointments may overlap, for a server that starts; an owner at the terminal leaves them
 * @param connectionsMax - how many connections this process opens at most
 * @throws {StorageUnavailable} when the server cannot be reached or takes no writes
 */
export async function openPostgres(
  url: string,
  seats: number | undefined,
  connectionsMax: number,
): Promise<Engine> {
  const newerMigrations = await unlimited(url, migrate)
  const limits = limitsFor[seats === undefined ? 'owner' : 'visitors']
  const db = connect(url, { ...limits, max: connectionsMax })
  if (seats !== undefined) await setInitialSeats(db, seats)
  return {
    db,
    newerMigrations,
    write: (work) => despiteConflicts(() => db.transaction().execute(work)),
    snapshot: (work) => db.transaction().setIsolationLevel('repeatable read').execute(work),
    async lockTimes(transaction, { startEpochMs, endEpochMs }) {
      // An hour can belong to two days, a closure to many; everybody locks them in the same order.
      const last = Math.floor((endEpochMs - 1) / msPerDay)
      for (let day = Math.floor(startEpochMs / msPerDay); day <= last; day++) {
        await sql`select pg_advisory_xact_lock(${bookingLock}, ${sql.lit(day)})`.execute(transaction)
      }
    },
    async lockNotices(transaction) {
      await sql`select pg_advisory_xact_lock(${noticeLock})`.execute(transaction)
    },
    skipLocked: (query) => query.forUpdate().skipLocked(),
    leaseClock: () => sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`,
    requestCounts: countsInDatabase(db),
    async purge() {
      await purge(url)
    },
    close: () => db.destroy(),
  }
}
