import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { msPerDay, msPerMinute } from '../../booking/time.ts'
import { startRetention } from '../../server/appointments/client-data.ts'
import { readConfig } from '../../server/config.ts'
import type { ClientStore } from '../../server/db/clients.ts'
import { openStores } from '../../server/db/stores.ts'
import { lazy } from '../../server/lib/async.ts'
import { StorageUnavailable } from '../../server/lib/errors.ts'
import { removeKeptEmails } from '../../server/mail/eml-folder.ts'
import { openDatabase } from '../../server/open.ts'
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts'
import { atDesk } from './support/desk.ts'
import { type DatabaseItself, databaseSettings, type EngineName, engines } from './support/engines.ts'
import { runCommand } from './support/run-command.ts'
import { ann, type OpenShop, openShop, temporaryFolder, until } from './support/shop-server.ts'
import { holdIntervals } from './support/timers.ts'

/** Commands have the real clock; appointments booked here are past for it. */
const long = Date.UTC(2025, 10, 1, 18)
const zebulon = { ...ann, full_name: 'Zebulon Quagmire', email: 'zebulon@example.org', phone: '2145559876' }
const clients = 18
/** Emails break lines and group digits. */
const traces = /quagmire|zebulon|214\D{0,2}555\D?9876/gi

const hourOf = (index: number) => `${String(9 + (index % 9)).padStart(2, '0')}:00`
const dateOf = (index: number) => `2025-11-${11 + Math.floor(index / 9)}`

function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

/** Files in these folders with traces of him, and how many. */
function tracesIn(folders: readonly string[]): [string, number][] {
  return folders.flatMap(filesBelow).flatMap((file): [string, number][] => {
    const count = readFileSync(file, 'latin1').match(traces)?.length ?? 0
    return count > 0 ? [[file, count]] : []
  })
}

/** This file's alone, because the tests read all of its files. */
const ownServer = lazy(startPostgres)
let postgres: PostgresServer | undefined

afterAll(() => postgres?.remove())

async function ownDatabase(engine: EngineName): Promise<Record<string, string>> {
  if (engine === 'SQLite') return {}
  postgres = await ownServer()
  return { DATABASE_URL: await postgres.createDatabase() }
}

/** The folders with all data, after what is in memory is written to them. */
async function foldersOf(engine: EngineName, dataDir: string, { run }: DatabaseItself): Promise<string[]> {
  if (engine === 'SQLite') return [dataDir]
  await run('checkpoint')
  const { databaseDir } = await ownServer()
  // PostgreSQL overwrites its log later, as docs/operations.md says.
  return [dataDir, join(databaseDir, 'base'), join(databaseDir, 'global')]
}

async function bookEach(shop: OpenShop, count: number, fieldsOf: (index: number) => typeof ann) {
  for (let index = 0; index < count; index++) {
    const at = { appointment_date: dateOf(index), appointment_time: hourOf(index) }
    expect((await shop.book({ ...fieldsOf(index), ...at })).status).toBe(201)
  }
}

/** Books for him and for others; some move or cancel, so rows were elsewhere before. */
async function bookMany(shop: OpenShop): Promise<void> {
  await bookEach(shop, clients, (index) =>
    index % 2 === 0
      ? { ...zebulon, full_name: `${zebulon.full_name} ${index}` }
      : { ...ann, email: `ann${index}@example.com` },
  )
  await until(async () => (await shop.mails('client-invitation')).length === clients)
  await until(async () => (await shop.mails()).length === clients)
  for (const [index, { text }] of (await shop.mails('client-invitation')).entries()) {
    const [, visit = ''] = /\?visit=([\w-]+)/.exec(text ?? '') ?? []
    const to = { appointment_date: `2025-12-${10 + index}`, appointment_time: hourOf(index) }
    const change = index % 3 === 1 ? { do: 'cancel' } : { do: 'move', ...to }
    const body = new URLSearchParams({ visit, sequence: '0', ...change } as Record<string, string>)
    if (index % 3 > 0) await fetch(`${shop.url}/`, { method: 'POST', redirect: 'manual', body })
  }
  const { run } = await shop.database()
  const changed = await run('select id from appointments where sequence > 0')
  expect(changed.length).toBeGreaterThan(clients / 3)
  // As the owner writes at the desk.
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
    const { settings } = shop
    const itself = await shop.database()
    expect(tracesIn(await foldersOf(engine, shop.dataDir, itself)).length).toBeGreaterThan(clients / 2)

    const { code, output } = await runCommand('forget', [zebulon.email], settings)
    expect({ code, output }).toEqual({
      code: 0,
      output: expect.stringContaining(`Anonymized ${clients / 2} appointments`),
    })
    expect(tracesIn(await foldersOf(engine, shop.dataDir, itself))).toEqual([])
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
    const itself = await shop.database()
    const traces = async () => tracesIn(await foldersOf(engine, shop.dataDir, itself))
    await bookEach(shop, 2, () => zebulon)
    await until(async () => (await shop.mails('client-invitation')).length === 2)
    await shop.close()
    expect((await traces()).length).toBeGreaterThan(2)
    for (const days of [100, 102]) {
      const later = await openShop({ env, folder, nowEpochMs: long + days * msPerDay })
      await later.close()
    }
    expect(await traces()).toEqual([])
  })

  it('takes along the emails that another server saved in its own folder', async () => {
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

/** The clients' rows of a shop, past its server. */
async function openClients({ settings }: OpenShop) {
  const database = await openDatabase(readConfig(settings), 1)
  onTestFinished(() => database.close())
  const { clients: store } = await openStores(database)
  return { database, store }
}

function retentionOf(
  shop: OpenShop,
  store: ClientStore,
  more: Partial<Parameters<typeof startRetention>[0]>,
) {
  const retention = startRetention({
    clients: store,
    removeKeptEmails: () => removeKeptEmails(shop.dataDir, store),
    retentionDays: undefined,
    now: Date.now,
    log: pino({ level: 'silent' }),
    ...more,
  })
  onTestFinished(() => retention.stop())
}

describe.each(engines)('clients to be anonymized, in %s', (engine) => {
  it('are selected while others write, a few at a time, so bookings wait for few rows', async () => {
    const shop = await openShop({ env: await databaseSettings(engine), nowEpochMs: long })
    await bookEach(shop, 27, (index) => ({ ...ann, email: `ann${index}@example.com` }))
    await shop.close()
    const { database, store } = await openClients(shop)
    // Another process is in the middle of a transaction that writes.
    const other = await shop.database()
    await other.run('begin')
    await other.run("update appointments set note = 'called'")
    const ids = await store.endedBefore(Date.now())
    await other.run('commit')
    expect(ids).toHaveLength(25)
    // Appointments that moved since then are upcoming.
    await store.anonymize(ids, long, [])
    expect(await store.endedBefore(Date.now())).toEqual(ids)
    await store.anonymize(ids, Date.now(), [])
    expect(await store.endedBefore(Date.now())).toHaveLength(2)
    // The next purge clears what was anonymized during a purge; after that there is nothing to do.
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

describe('a table that a backup of the whole database reads', () => {
  it('is purged once that is done', async () => {
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
    const { database, store } = await openClients(shop)
    const purged = vi.spyOn(store, 'purge').mockRejectedValueOnce(new StorageUnavailable('It is in use.'))
    const intervals = holdIntervals()
    retentionOf(shop, store, { log })
    const toPurge = async () => (await database.db.selectFrom('retention').select('to_purge').execute())[0]
    await until(() => purged.mock.calls.length === 1)
    expect(await toPurge()).toEqual({ to_purge: 2 })
    intervals.pass(10 * msPerMinute)
    await until(async () => (await toPurge())?.to_purge === 0)
  })
})

describe('a server that runs for days', () => {
  it('anonymizes old appointments every day, also after a day on which the database was away', async () => {
    const shop = await openShop({ nowEpochMs: long })
    expect((await shop.book({ ...zebulon, appointment_date: '2025-11-11' })).status).toBe(201)
    await shop.close()
    const { store } = await openClients(shop)
    const purged = vi.spyOn(store, 'purge')
    const read = vi.spyOn(store, 'readClock')
    let nowEpochMs = long + 100 * msPerDay
    const intervals = holdIntervals()
    const nextDay = () => {
      nowEpochMs += msPerDay
      intervals.pass(msPerDay)
    }
    retentionOf(shop, store, { retentionDays: 30, now: () => nowEpochMs })
    // A single reading of the clock proves nothing.
    await until(() => purged.mock.calls.length === 1)
    read.mockRejectedValueOnce(new StorageUnavailable('It is away.'))
    nextDay()
    expect(await store.endedBefore(nowEpochMs)).toHaveLength(1)
    nextDay()
    await until(async () => (await store.endedBefore(nowEpochMs)).length === 0)
  })
})
