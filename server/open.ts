import { join } from 'node:path'
import { start } from '#copy/terminal.ts'
import type { Shop } from '../booking/opening-hours.ts'
import type { BusinessCalendar, RemoteCalendar } from './calendar/calendar.ts'
import { createEmbeddedCalendar } from './calendar/feed.ts'
import { createSyncedCalendar } from './calendar/sync/synced-calendar.ts'
import type { CalendarSettings, Config } from './config.ts'
import { writeBackup } from './db/backup.ts'
import type { Engine } from './db/engine.ts'
import { copySqlite, openSqlite } from './db/sqlite.ts'
import type { Stores } from './db/stores.ts'
import { giveToFolderOwner } from './lib/files-and-secrets.ts'
import { version } from './lib/version.ts'
import { createEmlMailer, mailFolder } from './mail/eml-folder.ts'
import type { Mailer } from './mail/mailer.ts'
import { createSmtpMailer } from './mail/smtp.ts'

interface Deps {
  storage: Pick<Stores, 'events' | 'syncedEvents' | 'uidDomain'>
  shop: Shop
  now: () => number
  feedPath: string
}

/** Loads the libraries of CalDAV and Google only if they're used. @returns null for the built-in calendar */
export async function openRemoteCalendar(
  settings: CalendarSettings,
  deps: Pick<Deps, 'shop' | 'now'> & { uidDomain: string },
): Promise<RemoteCalendar | null> {
  switch (settings.kind) {
    case 'feed':
      return null
    case 'caldav': {
      const { createCaldavCalendar } = await import('./calendar/caldav/calendar.ts')
      return createCaldavCalendar(settings, deps)
    }
    case 'google': {
      const { createGoogleCalendar } = await import('./calendar/google/calendar.ts')
      return createGoogleCalendar(settings, deps)
    }
  }
}

/** Keeps a copy of the real data from changing the owner's calendar. */
const neverWritten = ({ where }: RemoteCalendar): BusinessCalendar => {
  const nothing = async () => {}
  return { where, put: nothing, forget: nothing, remove: nothing }
}

export async function openCalendar(settings: CalendarSettings, deps: Deps) {
  const { storage, now, feedPath } = deps
  const remote = await openRemoteCalendar(settings, { ...deps, uidDomain: storage.uidDomain })
  if (!remote) return { calendar: createEmbeddedCalendar(storage.events, now, feedPath), remote }
  const calendar = settings.isReadOnly
    ? neverWritten(remote)
    : createSyncedCalendar(remote, storage.syncedEvents, storage.uidDomain, now)
  return { calendar, remote }
}

export const sqliteFile = (dataDir: string) => join(dataDir, 'appointments.sqlite')

export const backupFolder = (dataDir: string) => join(dataDir, 'backups')

/** @param label - follows the time in the file's name */
export const newBackupPath = (folder: string, label = '') =>
  join(folder, `${new Date().toISOString().replace(/[:.]/g, '-')}${label}.sqlite`)

/**
 * Copies the database to a file unchanged, even from an older version.
 * @returns its number of appointments
 */
export const backUp = ({ databaseUrl, dataDir }: Config, file: string): Promise<number> =>
  writeBackup(file, async (unfinished) => {
    if (databaseUrl === undefined) return copySqlite(sqliteFile(dataDir), unfinished)
    const { copyPostgres } = await import('./db/postgres.ts')
    await copyPostgres(databaseUrl, unfinished)
  })

async function backUpFirst(config: Config): Promise<void> {
  const file = newBackupPath(backupFolder(config.dataDir), `-before-${version}`)
  await backUp(config, file)
  giveToFolderOwner(file)
  console.log(start.upgrade(version, file))
}

interface Wanted {
  /** How many appointments may overlap. A command doesn't change that, and may wait longer for queries. */
  seats?: number
  /**
   * Upgrades an older database after a backup. A command rejects one, because the older server may still be running.
   */
  upgrades?: boolean
}

/** @throws {StorageUnavailable | NewerDatabase | OlderDatabase} */
export async function openDatabase(config: Config, { seats, upgrades }: Wanted = {}): Promise<Engine> {
  const { databaseUrl, databaseConnections, dataDir } = config
  const options = { seats, beforeUpgrade: upgrades ? () => backUpFirst(config) : undefined }
  if (databaseUrl === undefined) return openSqlite(sqliteFile(dataDir), options)
  // Most shops don't need this driver.
  const { openPostgres } = await import('./db/postgres.ts')
  return openPostgres(databaseUrl, options, databaseConnections)
}

export function openMailer({ smtpUrl, mailFrom, businessEmail, publicUrl, dataDir }: Config): Mailer {
  if (!smtpUrl) return createEmlMailer(mailFolder(dataDir), mailFrom)
  return createSmtpMailer(smtpUrl, { from: mailFrom, ownAddress: businessEmail, publicUrl })
}
