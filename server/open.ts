import { join } from 'node:path'
import type { Shop } from '../booking/opening-hours.ts'
import type { BusinessCalendar, RemoteCalendar } from './calendar/calendar.ts'
import { createEmbeddedCalendar } from './calendar/feed.ts'
import { createSyncedCalendar } from './calendar/sync/synced-calendar.ts'
import type { CalendarSettings, Config } from './config.ts'
import type { Engine } from './db/engine.ts'
import { openSqlite } from './db/sqlite.ts'
import type { Stores } from './db/stores.ts'
import { createEmlMailer, mailFolder } from './mail/eml-folder.ts'
import type { Mailer } from './mail/mailer.ts'
import { createSmtpMailer } from './mail/smtp.ts'

interface Dependencies {
  storage: Pick<Stores, 'events' | 'syncedEvents' | 'uidDomain'>
  shop: Shop
  now: () => number
  feedPath: string
}

/** Loads the libraries of CalDAV and Google only if they're used. @returns null for the built-in calendar */
export async function openRemoteCalendar(
  settings: CalendarSettings,
  dependencies: Pick<Dependencies, 'shop' | 'now'> & { uidDomain: string },
): Promise<RemoteCalendar | null> {
  switch (settings.kind) {
    case 'feed':
      return null
    case 'caldav': {
      const { createCaldavCalendar } = await import('./calendar/caldav/calendar.ts')
      return createCaldavCalendar(settings, dependencies)
    }
    case 'google': {
      const { createGoogleCalendar } = await import('./calendar/google/calendar.ts')
      return createGoogleCalendar(settings, dependencies)
    }
  }
}

export async function openCalendar(settings: CalendarSettings, dependencies: Dependencies) {
  const { storage, now, feedPath } = dependencies
  const remote = await openRemoteCalendar(settings, { ...dependencies, uidDomain: storage.uidDomain })
  const calendar: BusinessCalendar = remote
    ? createSyncedCalendar(remote, storage.syncedEvents, storage.uidDomain, now)
    : createEmbeddedCalendar(storage.events, now, feedPath)
  return { calendar, remote }
}

export const sqliteFile = (dataDir: string) => join(dataDir, 'appointments.sqlite')

/** @param seats - how many appointments may overlap. A command leaves that unchanged, and may wait longer for queries */
export async function openDatabase(
  { databaseUrl, databaseConnections, dataDir }: Config,
  seats?: number,
): Promise<Engine> {
  if (databaseUrl === undefined) return openSqlite(sqliteFile(dataDir), seats)
  // Most shops don't need this driver.
  const { openPostgres } = await import('./db/postgres.ts')
  return openPostgres(databaseUrl, seats, databaseConnections)
}

export function openMailer({ smtpUrl, mailFrom, businessEmail, dataDir }: Config): Mailer {
  return smtpUrl
    ? createSmtpMailer(smtpUrl, mailFrom, businessEmail)
    : createEmlMailer(mailFolder(dataDir), mailFrom)
}
