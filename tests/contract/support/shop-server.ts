import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { FunctionsClient } from '@supabase/functions-js'
import { PostgrestClient } from '@supabase/postgrest-js'
import type { Logger } from 'pino'
import PostalMime, { type Email } from 'postal-mime'
import { onTestFinished } from 'vitest'
import type { SocialProofMode } from '#shop/types.ts'
import type { AppointmentFields } from '../../../booking/appointment.ts'
import { type JobKind, scheduledKinds } from '../../../booking/job-kinds.ts'
import { type Shop, shop } from '../../../booking/opening-hours.ts'
import { wallTimeToEpochMs } from '../../../booking/time.ts'
import { startServer } from '../../../server/app.ts'
import { readConfig } from '../../../server/config.ts'
import type { PushNetwork } from '../../../server/push/push-service.ts'
import { writeDistFixture } from './dist-fixture.ts'
import { type EngineName, migratedSettings, openDatabaseItself, openFile } from './engines.ts'

const anonKey = 'public-demo-key'
export const keyHeaders = { apikey: anonKey }

/** Noon in Dallas on the tests' day. */
export const testNoon = wallTimeToEpochMs('2026-12-01', '12:00', shop.timeZone)

/** A valid request. */
export const ann: AppointmentFields = {
  full_name: 'Ann Lee',
  email: 'ann@example.com',
  phone: '(555) 123-4567',
  appointment_date: '2026-12-03',
  appointment_time: '10:00',
  referral_source: 'friend',
}

export function createTemporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'contract-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export interface Settings {
  env?: Record<string, string>
  opening?: Partial<Shop['opening']>
  timeZone?: string
  /** When its running clock starts. */
  nowEpochMs?: number
  /** The test's own clock, instead. */
  now?: () => number
  folder?: string
  log?: Logger
  socialProofMode?: SocialProofMode
  /** The test's own push service. */
  pushNetwork?: PushNetwork
  /** A new database for each server. */
  engine?: EngineName
}

/** A server for one test, with the official clients. Stops after the test. */
export async function openShop({
  env,
  opening,
  timeZone = shop.timeZone,
  nowEpochMs = testNoon,
  now,
  folder,
  log,
  engine = 'SQLite',
  socialProofMode = 'live',
  pushNetwork,
}: Settings = {}) {
  const ownFolder = folder ?? createTemporaryFolder()
  const dataDir = join(ownFolder, 'data')
  const aheadMs = nowEpochMs - Date.now()
  const ownDatabase = await migratedSettings(engine)
  const settings = { PORT: '0', DATA_DIR: dataDir, RATE_LIMIT_PER_MINUTE: '0', ...ownDatabase, ...env }
  const { calendar, ...config } = readConfig(settings)
  // Owners can't set less than a second, which would be most of a test's time.
  const readEverySeconds = calendar.readEverySeconds === 1 ? 0.2 : calendar.readEverySeconds
  const server = await startServer({
    config: { ...config, calendar: { ...calendar, readEverySeconds } },
    shop: { timeZone, opening: { ...shop.opening, ...opening } },
    now: now ?? (() => Date.now() + aheadMs),
    distDir: writeDistFixture(ownFolder),
    socialProofMode,
    ...(log ? { log } : {}),
    ...(pushNetwork ? { pushNetwork } : {}),
  })
  onTestFinished(() => server.close())
  const { url } = server
  const database = new PostgrestClient(`${url}/rest/v1`, { headers: keyHeaders })
  const functions = new FunctionsClient(`${url}/functions/v1`, { headers: keyHeaders })
  /** Sends JSON, valid or not. */
  const post = (path: string, body: string | undefined, headers: Record<string, string> = {}) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { ...keyHeaders, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body }),
    })

  return {
    ...server,
    folder: ownFolder,
    dataDir,
    /** For another server with the same database. */
    databaseEnv: ownDatabase,
    /** For an owner's command with the same data. */
    settings,
    functions,
    appointments: () => database.from('appointments'),
    /** Call 1 as the page makes it. `await`, because the client only sends it then. */
    book: async (fields: object) => await database.from('appointments').insert(fields).select().single(),
    notify: (fields: AppointmentFields) =>
      functions.invoke('send-appointment-notification', {
        body: { appointmentData: fields, calendarLink: 'https://calendar.google.com/' },
      }),
    post,
    /** Call 1 with extra headers. */
    send: (fields: object, headers?: Record<string, string>) =>
      post('/rest/v1/appointments', JSON.stringify(fields), headers),
    postForm: (fields: Record<string, string>, headers: Record<string, string> = {}) =>
      fetch(`${url}/book`, { method: 'POST', headers, body: new URLSearchParams(fields) }),
    openTimes: async (date: string): Promise<string[]> =>
      (await fetch(`${url}/rest/v1/rpc/open_times?on=${date}`, { headers: keyHeaders })).json(),
    feed: async () => (await fetch(`${url}/calendar/${readFeedSecret(dataDir)}.ics`)).text(),
    mails: (kind?: JobKind) => readMails(dataDir, kind),
    /** The database itself. */
    database: () => openDatabaseItself(dataDir, settings),
    file: () => openFile(dataDir),
    /** Waits until only scheduled emails are pending. */
    finishJobs: async () => {
      const { run } = await openDatabaseItself(dataDir, settings)
      const scheduled = scheduledKinds.map((kind) => `'${kind}'`).join()
      const pending = `select id from jobs where status = 'pending' and kind not in (${scheduled})`
      await waitFor(async () => (await run(pending)).length === 0)
    },
  }
}

export type OpenShop = Awaited<ReturnType<typeof openShop>>

export function readFeedSecret(dataDir: string): string {
  return readFileSync(join(dataDir, 'calendar-secret'), 'utf8')
}

/** The emails in files, read with another library than the one that wrote them. */
export function readMails(
  dataDir: string,
  kind: JobKind | 'desk-link' = 'business-notification',
): Promise<Email[]> {
  const folder = join(dataDir, 'mail')
  const files = readdirSync(folder).filter((name) => name.endsWith('.eml') && name.includes(`.${kind}.`))
  return Promise.all(files.map((name) => PostalMime.parse(readFileSync(join(folder, name)))))
}

export function countStored(database: DatabaseSync): number {
  return Number(database.prepare('select count(*) as count from appointments').get()?.count)
}

/**
 * Polls until it's true, without keeping the machine busy.
 * @throws if it takes too long
 */
export async function waitFor(isTrue: () => Promise<boolean> | boolean, withinMs = 300_000): Promise<void> {
  const giveUpAt = Date.now() + withinMs
  for (;;) {
    const askedAt = performance.now()
    if (await isTrue()) return
    if (Date.now() > giveUpAt) throw new Error('It did not come true in time.')
    const pauseMs = Math.min(Math.max(10, 3 * (performance.now() - askedAt)), 250)
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}
