import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { msPerDay, msPerHour, msPerMinute } from '../../booking/time.ts'
import { startRetention } from '../../server/appointments/client-data.ts'
import { readConfig } from '../../server/config.ts'
import { openStores } from '../../server/db/stores.ts'
import { StorageUnavailable } from '../../server/lib/errors.ts'
import { removeKeptEmails } from '../../server/mail/eml-folder.ts'
import { openDatabase } from '../../server/open.ts'
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts'
import { atDesk } from './support/desk.ts'
import { type DatabaseItself, databaseSettings, type EngineName, engines } from './support/engines.ts'
import { runCommand } from './support/run-command.ts'
import { ann, type OpenShop, openShop, temporaryFolder, testNoon, until } from './support/shop-server.ts'

/** The commands have the real clock; what is booked here is over for it. */
const long = Date.UTC(2025, 10, 1, 18)
const zebulon = { ...ann, full_name: 'Zebulon Quagmire', email: 'zebulon@example.org', phone: '2145559876' }
const clients = 36
/** However a program writes them: mails break lines and group digits. */
const traces = /quagmire|zebulon|214\D{0,2}555\D?9876/gi

const hourOf = (index: number) => `${String(9 + (index % 9)).padStart(2, '0')}:00`
const dateOf = (index: number) => `2025-11-${11 + Math.floor(index / 9)}`

function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

/** In which files of these folders something of him stands, and how often. */
function tracesIn(folders: readonly string[]): [string, number][] {
  return folders.flatMap(filesBelow).flatMap((file): [string, number][] => {
    const count = readFileSync(file, 'latin1').match(traces)?.length ?? 0
    return count > 0 ? [[file, count]] : []
  })
}

let postgres: Promise<PostgresServer> | undefined

/** The server of this file alone, because all of its files are read. */
function ownServer(): Promise<PostgresServer> {
  postgres ??= startPostgres()
  return postgres
}

afterAll(async () => (await postgres)?.remove())

/** The settings with which a server uses a new database there, or of SQLite. */
async function ownDatabase(engine: EngineName): Promise<Record<string, string>> {
  return engine === 'SQLite' ? {} : { DATABASE_URL: await (await ownServer()).createDatabase() }
}

/** The folders that hold what is kept, with everything that is in memory written to them. */
async function foldersOf(engine: EngineName, dataDir: string, { run }: DatabaseItself): Promise<string[]> {
  if (engine === 'SQLite') return [dataDir]
  await run('checkpoint')
  const { databaseDir } = await ownServer()
  // The log of PostgreSQL goes when its files are used again; docs/operations.md says so.
  return [dataDir, join(databaseDir, 'base'), join(databaseDir, 'global')]
}

/** Bookings of his and of others, side by side; some moved and some cancelled, so that rows have stood elsewhere. */
async function bookMany(shop: OpenShop): Promise<void> {
  for (let index = 0; index < clients; index++) {
    const who =
      index % 2 === 0
        ? { ...zebulon, full_name: `${zebulon.full_name} ${index}` }
        : { ...ann, email: `ann${index}@example.com` }
    const booked = await shop.book({
      ...who,
      appointment_date: dateOf(index),
      appointment_time: hourOf(index),
    })
    expect(booked.status).toBe(201)
  }
  await until(async () => (await shop.mails('client-invitation')).length === clients)
  await until(async () => (await shop.mails()).length === clients)
  const mails = await shop.mails('client-invitation')
  const links = mails.map(({ text }) => /[?&](?:visit|manage)=([\w-]+)/.exec(text ?? ''))
  for (const [index, link] of links.entries()) {
    if (index % 3 === 0 || !link) continue
    const [found] = link
    const token = link[1] ?? ''
    const [name = ''] = found.slice(1).split('=')
    const change =
      index % 3 === 1
        ? { do: 'cancel' }
        : {
            do: 'move',
            appointment_date: `2025-12-${String(1 + (index % 20)).padStart(2, '0')}`,
            appointment_time: hourOf(index),
          }
    const body = new URLSearchParams({ [name]: token, sequence: '0', ...change } as Record<string, string>)
    await fetch(`${shop.url}/`, { method: 'POST', redirect: 'manual', body })
  }
  const { run } = await shop.database()
  const changed = await run('select id from appointments where sequence > 0')
  expect(changed.length).toBeGreaterThan(clients / 3)
  // What the owner writes at the desk of a client, and to them.
  await run("update appointments set note = 'Quagmire: 40 R' where full_name like 'Zebulon%'")
  await run(`update appointment_changes set message = 'Sorry, Mr. Quagmire'
    where appointment_id in (select id from appointments where full_name like 'Zebulon%')`)
  await until(async () => {
    const owed = await run("select id from jobs where status = 'pending' and kind <> 'client-reminder'")
    return owed.length === 0
  })
}

describe.each(engines)('a client who is forgotten, on %s', (engine) => {
  it('is in no byte of what is kept, while the server runs, nor of a backup made then', async () => {
    const limits = {
      RATE_LIMIT_PER_MINUTE: '100000',
      BURST_PER_ADDRESS: '0',
      BURST_PER_SITE: '0',
      BOOKINGS_PER_NETWORK: '0',
    }
    const env = { ...(await ownDatabase(engine)), ...limits, BOOKINGS_PER_MAILBOX: '100' }
    const shop = await openShop({ env, nowEpochMs: long })
    await bookMany(shop)
    const settings = { ...shop.settings }
    const itself = await shop.database()
    expect(tracesIn(await foldersOf(engine, shop.dataDir, itself)).length).toBeGreaterThan(clients / 2)

    const { code, output } = await runCommand('forget', [zebulon.email], settings)
    expect({ code, output }).toEqual({
      code: 0,
      output: expect.stringContaining('Anonymized 18 appointments'),
    })
    expect(tracesIn(await foldersOf(engine, shop.dataDir, itself))).toEqual([])
    // Nor does a link of theirs open anything, nor is it known from where and with which mailbox they booked.
    const others = await itself.run("select id from appointments where email like 'ann%'")
    expect(others).toHaveLength(clients / 2)
    const open = await itself.run('select distinct appointment_id as id from manage_links')
    expect(new Set(open.map(({ id }) => id))).toEqual(new Set(others.map(({ id }) => id)))
    for (const column of ['mailbox', 'booked_from', 'phone_key']) {
      const known = await itself.run(`select id from appointments where ${column} is not null`)
      expect(known).toHaveLength(others.length)
    }

    const backups = temporaryFolder()
    expect(await runCommand('backup', [join(backups, 'after.sqlite')], settings)).toMatchObject({ code: 0 })
    await shop.close()
    expect(tracesIn([backups, ...(await foldersOf(engine, shop.dataDir, itself))])).toEqual([])
  })

  it('after the owner’s limit, is in no byte either', async () => {
    const env = { ...(await ownDatabase(engine)), RETENTION_DAYS: '30' }
    const folder = temporaryFolder()
    const shop = await openShop({ env, folder, nowEpochMs: long })
    await bookMany(shop)
    await shop.close()
    for (const days of [100, 102]) {
      const later = await openShop({ env, folder, nowEpochMs: long + days * msPerDay })
      await later.close()
    }
    const itself = await (await openShop({ env, folder, nowEpochMs: long })).database()
    expect(tracesIn(await foldersOf(engine, shop.dataDir, itself))).toEqual([])
  })

  it('takes along the mails that another server has kept in its own folder', async () => {
    const env = await ownDatabase(engine)
    const folder = temporaryFolder()
    const shop = await openShop({ env, folder, nowEpochMs: long })
    expect((await shop.book({ ...zebulon, appointment_date: '2025-11-11' })).status).toBe(201)
    await until(async () => (await shop.mails('client-invitation')).length === 1)
    await shop.close()
    const { run } = await shop.database()
    await run(
      "update appointments set full_name = 'Deleted client', email = '', phone = '', idempotency_key = id, anonymized_at_ms = 1",
    )
    const again = await openShop({ env, folder })
    await until(() => tracesIn([join(again.dataDir, 'mail')]).length === 0)
  })
})

describe.each(engines)('those who are to be forgotten, in %s', (engine) => {
  it('are looked for while others write, a few at a time, so that bookings wait for few rows', async () => {
    const shop = await openShop({ env: await databaseSettings(engine), nowEpochMs: long })
    for (let index = 0; index < clients; index++) {
      const at = { appointment_date: dateOf(index), appointment_time: hourOf(index) }
      expect((await shop.book({ ...ann, email: `ann${index}@example.com`, ...at })).status).toBe(201)
    }
    await shop.close()
    const database = await openDatabase(readConfig(shop.settings), 1)
    onTestFinished(() => database.close())
    const { clients: store } = await openStores(database)
    // Another process is in the middle of a transaction that writes.
    const other = await shop.database()
    await other.run('begin')
    await other.run("update appointments set note = 'called'")
    const ids = await store.endedBefore(Date.now())
    await other.run('commit')
    expect(ids).toHaveLength(25)
    // Whoever was moved since then is expected.
    await store.anonymize(ids, long, [])
    expect(await store.endedBefore(Date.now())).toEqual(ids)
    await store.anonymize(ids, Date.now(), [])
    expect(await store.endedBefore(Date.now())).toHaveLength(clients - 25)
    // Whoever is forgotten while the files are cleared is left to the next time, and after that nothing is.
    let purges = 0
    const { clients: purging } = await openStores({
      ...database,
      async purge() {
        purges += 1
        if (purges === 1) await store.anonymize([], long, [])
      },
    })
    for (const _ of [1, 2, 3]) await purging.purge()
    expect(purges).toBe(2)
  })
})

describe('a table that somebody reads, as a backup of the whole database does', () => {
  it('is written anew once they have done, and who was forgotten meanwhile is forgotten', async () => {
    const lines: string[] = []
    const log = pino({ level: 'error' }, { write: (line) => void lines.push(line) })
    const shop = await openShop({ engine: 'PostgreSQL', log })
    const desk = await atDesk(shop)
    const { data } = await shop.book(ann)
    await desk.rpc('cancel_appointment', { id: data.id, sequence: 0, message: '' })
    const reader = await shop.database()
    await reader.run('begin')
    await reader.run('select count(*) from appointments')
    expect((await desk.rpc('forget_client', { email: ann.email })).data).toEqual({ forgotten: 1 })
    expect(lines.join()).toContain('not purged from the files yet')
    expect(await runCommand('forget', [ann.email], shop.settings)).toMatchObject({
      code: 1,
      output: expect.stringContaining('couldn’t be purged'),
    })
    await reader.run('commit')
    const database = await openDatabase(readConfig(shop.settings), 1)
    onTestFinished(() => database.close())
    const { clients: store } = await openStores(database)
    const purged = vi.spyOn(store, 'purge').mockRejectedValueOnce(new StorageUnavailable('It is in use.'))
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const { dataDir } = shop
    const retention = startRetention({
      clients: store,
      removeKeptEmails: () => removeKeptEmails(dataDir, store),
      retentionDays: undefined,
      now: Date.now,
      log,
    })
    onTestFinished(() => retention.stop())
    const toPurge = async () => (await database.db.selectFrom('retention').select('to_purge').execute())[0]
    await until(() => purged.mock.calls.length === 1)
    expect(await toPurge()).toEqual({ to_purge: 2 })
    vi.advanceTimersByTime(10 * msPerMinute)
    await until(async () => (await toPurge())?.to_purge === 0)
  })
})

describe('a server that runs on', () => {
  it('makes anonymous what has become old every day, also after a day on which the database was away', async () => {
    const shop = await openShop({ nowEpochMs: long })
    expect((await shop.book({ ...zebulon, appointment_date: '2025-11-11' })).status).toBe(201)
    await shop.close()
    const database = await openDatabase(readConfig(shop.settings), 1)
    onTestFinished(() => database.close())
    const { clients: store } = await openStores(database)
    const purged = vi.spyOn(store, 'purge')
    const read = vi.spyOn(store, 'readClock')
    let nowEpochMs = long + 100 * msPerDay
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const nextDay = () => {
      nowEpochMs += msPerDay
      vi.advanceTimersByTime(msPerDay)
    }
    const { dataDir } = shop
    const log = pino({ level: 'silent' })
    const retention = startRetention({
      clients: store,
      removeKeptEmails: () => removeKeptEmails(dataDir, store),
      retentionDays: 30,
      now: () => nowEpochMs,
      log,
    })
    onTestFinished(() => retention.stop())
    // A single reading of the clock says nothing.
    await until(() => purged.mock.calls.length === 1)
    read.mockRejectedValueOnce(new StorageUnavailable('It is away.'))
    nextDay()
    expect(await store.endedBefore(nowEpochMs)).toHaveLength(1)
    nextDay()
    await until(async () => (await store.endedBefore(nowEpochMs)).length === 0)
  })
})

describe.each(engines)('a clock that was ahead, on %s', (engine) => {
  it('makes no coming appointment anonymous, however often the server starts under it', async () => {
    const env = { ...(await databaseSettings(engine)), RETENTION_DAYS: '1' }
    const folder = temporaryFolder()
    const year = 365 * msPerDay
    const hours = [0, 24, 24 + year / msPerHour, 25 + year / msPerHour, 26 + year / msPerHour, 28]
    for (const [index, hour] of hours.entries()) {
      const shop = await openShop({ env, folder, nowEpochMs: testNoon + hour * msPerHour })
      if (index === 0) expect((await shop.book({ ...ann, appointment_date: '2026-12-20' })).status).toBe(201)
      await shop.close()
    }
    const shop = await openShop({ env, folder, nowEpochMs: testNoon + 30 * msPerHour })
    const { run } = await shop.database()
    expect(await run('select full_name, email from appointments')).toEqual([
      { full_name: ann.full_name, email: ann.email },
    ])
  })
})
