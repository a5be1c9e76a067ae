import { join } from 'node:path'
import type { Shop } from '../booking/opening-hours.ts'
import type { BusinessCalendar, RemoteCalendar } from './calendar/calendar.ts'
import { embeddedCalendar } from './calendar/feed.ts'
import { syncedCalendar } from './calendar/sync/synced-calendar.ts'
import type { CalendarSettings, Config } from './config.ts'
import type { Engine } from './db/engine.ts'
import { openSqlite } from './db/sqlite.ts'
import type { Stores } from './db/stores.ts'
import { emlFolder, mailFolder } from './mail/eml-folder.ts'
import type { Mailer } from './mail/mailer.ts'
import { smtpMailer } from './mail/smtp.ts'

interface Dependencies {
  storage: Pick<Stores, 'events' | 'syncedEvents' | 'uidDomain'>
  shop: Shop
  now: () => number
  /** The path of the feed, in which the calendar that is kept here is published. */
  feedPath: string
}

/** The one on somebody else's server, if it is: each kind has its own libraries, loaded only where they are used. */
export async function openRemoteCalendar(
  settings: CalendarSettings,
  dependencies: Pick<Dependencies, 'shop' | 'now'> & { uidDomain: string },
): Promise<RemoteCalendar | null> {
  switch (settings.kind) {
    case 'feed':
      return null
    case 'caldav': {
      const { caldavCalendar } = await import('./calendar/caldav/calendar.ts')
      return caldavCalendar(settings, dependencies)
    }
    case 'google': {
      const { googleCalendar } = await import('./calendar/google/calendar.ts')
      return googleCalendar(settings, dependencies)
    }
  }
}

/**
 * The owner's calendar, of whichever kind. Connecting to it is left to its first use.
 * @returns with it the one on somebody else's server, in which the owner works too
 */
export async function openCalendar(settings: CalendarSettings, dependencies: Dependencies) {
  const { storage, now, feedPath } = dependencies
  const remote = await openRemoteCalendar(settings, { ...dependencies, uidDomain: storage.uidDomain })
  const calendar: BusinessCalendar = remote
    ? syncedCalendar(remote, storage.syncedEvents, storage.uidDomain, now)
    : embeddedCalendar(storage.events, now, feedPath)
  return { calendar, remote }
}

/** The SQLite database of a data folder. */
export const sqliteFile = (dataDir: string) => join(dataDir, 'appointments.sqlite')

/**
 * The database that the settings name, brought to the newest schema.
 *
 * @param seats - how many appointments may overlap, for a server that starts; the database refuses one more. What an
 *   owner does at the terminal leaves them as they are, and may wait longer for its queries than visitors
 * @throws {StorageUnavailable} when it cannot be opened or written
 */
export async function openDatabase(
  { databaseUrl, databaseConnections, dataDir }: Config,
  seats?: number,
): Promise<Engine> {
  if (databaseUrl === undefined) return openSqlite(sqliteFile(dataDir), seats)
  // Most shops never need its driver.
  const { openPostgres } = await import('./db/postgres.ts')
  return openPostgres(databaseUrl, seats, databaseConnections)
}

export function openMailer({ smtpUrl, mailFrom, businessEmail, dataDir }: Config): Mailer {
  return smtpUrl ? smtpMailer(smtpUrl, mailFrom, businessEmail) : emlFolder(mailFolder(dataDir), mailFrom)
}
