import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { commands } from '#copy/terminal.ts'
import { msPerDay, msPerMinute } from '../../booking/time.ts'
import { startRetention } from '../../server/appointments/client-data.ts'
import { readConfig } from '../../server/config.ts'
import { openStores } from '../../server/db/stores.ts'
import { lazy } from '../../server/lib/async.ts'
import { StorageUnavailable } from '../../server/lib/errors.ts'
import { removeSavedEmails } from '../../server/mail/eml-folder.ts'
import { openDatabase } from '../../server/open.ts'
import { startPostgres } from '../support/postgres-server.ts'
import { atDesk } from './support/desk.ts'
import { type EngineName, engines } from './support/engines.ts'
import { runCommand } from './support/run-command.ts'
import { ann, createTemporaryFolder, type OpenShop, openShop, waitFor } from './support/shop-server.ts'
import { holdIntervals } from './support/timers.ts'
import { cancel, move } from './support/visits.ts'

/** Commands use the real clock, by which appointments booked here are past. */
const long = Date.UTC(2025, 10, 1, 18)
const zebulon = {
  ...ann,
  full_name: 'Zebulon Quagmire',
  email: 'zebulon@bücher.example',
  phone: '2145559876',
}
const clients = 18
const { forget: words } = commands
/** Emails break lines and group digits. */
const traces = /quagmire|zebulon|bcher-kva|214\D{0,2}555\D?9876/i

const hourOf = (index: number) => `${String(9 + (index % 9)).padStart(2, '0')}:00`
const dateOf = (index: number) => `2025-11-${11 + Math.floor(index / 9)}`

/** Only for this file, because the tests read all of its files. */
const ownServer = lazy(startPostgres)
afterAll(async () => (await ownServer()).remove())

const ownDatabase = async (engine: EngineName): Promise<Record<string, string>> =>
  engine === 'SQLite' ? {} : { DATABASE_URL: await (await ownServer()).createDatabase() }

/** The files with traces of him, after everything in memory is written to them. */
async function tracesOf(engine: EngineName, { dataDir, database }: OpenShop, ...more: string[]) {
  const folders = [dataDir, ...more]
  if (engine === 'PostgreSQL') {
    await (await database()).run('checkpoint')
    const { databaseDir } = await ownServer()
    // PostgreSQL overwrites its log later, as docs/operations.md says.
    folders.push(join(databaseDir, 'base'), join(databaseDir, 'global'))
  }
  return folders
    .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
    .flatMap((entry) => (entry.isFile() ? join(entry.parentPath, entry.name) : []))
    .filter((file) => traces.test(readFileSync(file, 'latin1')))
}

async function bookEach(shop: OpenShop, count: number, fieldsOf: (index: number) => typeof ann) {
  for (let index = 0; index < count; index++) {
    const at = { appointment_date: dateOf(index), appointment_time: hourOf(index) }
    expect((await shop.book({ ...fieldsOf(index), ...at })).status).toBe(201)
  }
}

/** Books for him and for others. Some move or cancel, so rows were elsewhere before. */
async function bookMany(shop: OpenShop): Promise<void> {
  await bookEach(shop, clients, (index) =>
    index % 2 === 0
      ? { ...zebulon, full_name: `${zebulon.full_name} ${index}` }
      : { ...ann, email: `ann${index}@example.com` },
  )
  await waitFor(async () => (await shop.mails('client-invitation')).length === clients)
  await waitFor(async () => (await shop.mails()).length === clients)
  for (const [index, { text }] of (await shop.mails('client-invitation')).entries()) {
    const [, visit = ''] = /\?visit=([\w-]+)/.exec(text ?? '') ?? []
    if (index % 3 === 1) await cancel(shop, visit)
    if (index % 3 === 2) await move(shop, visit, hourOf(index), '0', `2025-12-${10 + index}`)
  }
  const { run } = await shop.database()
  const changed = await run('select id from appointments where sequence > 0')
  expect(changed.length).toBeGreaterThan(clients / 3)
  // The tests' own address belongs to no network.
  await run("update appointments set booked_from = 'network'")
  // As the owner writes at the desk.
  await run("update appointments set note = 'Quagmire: 40 R' where full_name like 'Zebulon%'")
  await run(`update appointment_changes set message = 'Sorry, Mr. Quagmire'
    where appointment_id in (select id from appointments where full_name like 'Zebulon%')`)
  await shop.finishJobs()
}

describe.each(engines)('a deleted client, on %s', (engine) => {
  it('leaves no trace in stored files or backups', async () => {
    const rates = { BOOKINGS_PER_NETWORK: '0', RATE_LIMIT_PER_MINUTE: '100000' }
    const shop = await openShop({ env: { ...(await ownDatabase(engine)), ...rates }, nowEpochMs: long })
    await bookMany(shop)
    const { settings } = shop
    const itself = await shop.database()
    expect((await tracesOf(engine, shop)).length).toBeGreaterThan(clients / 2)

    const desk = await atDesk(shop)
    const bo = { full_name: 'Bo', appointment_date: '2025-11-20', appointment_time: '15:00' }
    await desk.rpc('book_for_client', bo)
    for (const [address, code, output] of [
      ['', 2, words.usage],
      [' \u200b', 2, words.usage],
      ['anne@example.com', 1, words.nobody('anne@example.com')],
    ] as const)
      expect(await runCommand('forget', [address], settings)).toEqual({ code, output: `${output}\n` })
    // The domain is stored in ASCII.
    expect(await runCommand('forget', [zebulon.email.toUpperCase()], settings)).toEqual({
      code: 0,
      output: expect.stringContaining(`Anonymized ${clients / 2} appointments`),
    })
    expect(await tracesOf(engine, shop)).toEqual([])
    expect(await itself.run("select id from appointments where full_name = 'Bo'")).toHaveLength(1)
    const others = await itself.run("select id from appointments where email like 'ann%'")
    expect(others).toHaveLength(clients / 2)
    const open = await itself.run('select distinct appointment_id as id from manage_links')
    expect(new Set(open.map(({ id }) => id))).toEqual(new Set(others.map(({ id }) => id)))
    for (const column of ['mailbox', 'booked_from', 'phone_key']) {
      const known = await itself.run(`select id from appointments where ${column} is not null`)
      expect(known).toHaveLength(others.length)
    }

    const backups = createTemporaryFolder()
    expect(await runCommand('backup', [join(backups, 'after.sqlite')], settings)).toMatchObject({ code: 0 })
    await shop.close()
    expect(await tracesOf(engine, shop, backups)).toEqual([])
  })

  it('leaves no trace after the retention limit either, once two servers read a clock past it', async () => {
    const env = { ...(await ownDatabase(engine)), RETENTION_DAYS: '30' }
    const shop = await openShop({ env, nowEpochMs: long })
    const itself = await shop.database()
    // More than one pass anonymizes.
    await bookEach(shop, 27, () => zebulon)
    await waitFor(async () => (await shop.mails('client-invitation')).length === 27)
    await shop.close()
    const leftAfter = async (days: number, folder: string) => {
      await (await openShop({ env, folder, nowEpochMs: long + days * msPerDay })).close()
      return (await itself.run("select id from appointments where full_name like 'Zebulon%'")).length
    }
    // With PostgreSQL another server anonymizes them, and each has a folder of emails.
    const other = engine === 'SQLite' ? shop.folder : createTemporaryFolder()
    // The appointments are ten to twelve days after the booking.
    expect([await leftAfter(38, other), await leftAfter(100, other)]).toEqual([27, 27])
    expect((await tracesOf(engine, shop)).length).toBeGreaterThan(2)
    expect(await leftAfter(102, other)).toBe(0)
    await leftAfter(102, shop.folder)
    expect(await tracesOf(engine, shop)).toEqual([])
  })

  it('stays when an appointment is upcoming again, and is purged after a deletion during a purge', async () => {
    const shop = await openShop({ env: await ownDatabase(engine), nowEpochMs: long })
    await bookEach(shop, 1, () => zebulon)
    await shop.close()
    const { database, store } = await openRetention(shop)
    const ids = await store.endedBefore(Date.now())
    expect(ids).toHaveLength(1)
    await store.anonymize(ids, long, [], true)
    expect(await store.endedBefore(Date.now())).toEqual(ids)
    let purges = 0
    const { clients: purging } = await openStores({
      ...database,
      async purge() {
        purges += 1
        if (purges === 1) await store.anonymize([], long, [], true)
      },
    })
    for (const _ of [1, 2, 3]) await purging.purge()
    expect(purges).toBe(2)
  })
})

/** The retention of a shop without its server. */
async function openRetention({ settings, dataDir }: OpenShop) {
  const database = await openDatabase(readConfig(settings), { seats: 1 })
  onTestFinished(() => database.close())
  const { clients: store } = await openStores(database)
  function start(more: Partial<Parameters<typeof startRetention>[0]>) {
    const intervals = holdIntervals()
    const retention = startRetention({
      clients: store,
      removeKeptEmails: () => removeSavedEmails(dataDir, store),
      retentionDays: undefined,
      now: Date.now,
      log: pino({ level: 'silent' }),
      ...more,
    })
    onTestFinished(() => retention.stop())
    return intervals
  }
  return { database, store, start }
}

describe('deleting a client’s data', () => {
  it('waits for an upcoming appointment, and for a backup that reads the whole database', async () => {
    const lines: string[] = []
    const log = pino({ level: 'error' }, { write: (line) => void lines.push(line) })
    const shop = await openShop({ engine: 'PostgreSQL', log, opening: { latestDaysAhead: null } })
    const desk = await atDesk(shop)
    const { data } = await shop.book({ ...ann, appointment_date: '2037-12-03' })
    const rejected = (why: string) => ({ code: 1, output: expect.stringContaining(why) })
    const forget = () => runCommand('forget', [ann.email], shop.settings)
    expect(await forget()).toEqual(rejected('upcoming appointment (Thursday, December 3, 2037 at 10:00'))
    await desk.rpc('cancel_appointment', { id: data.id, sequence: 0, message: '' })
    const reader = await shop.database()
    await reader.run('begin')
    await reader.run('select count(*) from appointments')
    expect((await desk.rpc('forget_client', { email: ann.email })).data).toEqual({ forgotten: 1 })
    expect(lines.join()).toContain('not purged from the files yet')
    expect(await forget()).toEqual(rejected('couldn’t be purged'))
    await reader.run('commit')
    const { store, start } = await openRetention(shop)
    const purged = vi.spyOn(store, 'purge').mockRejectedValueOnce(new StorageUnavailable('It is in use.'))
    const toPurge = async () => (await reader.run('select to_purge from retention'))[0]?.to_purge
    const intervals = start({ log })
    await waitFor(() => purged.mock.calls.length === 1)
    expect(await toPurge()).toBe(2)
    intervals.pass(10 * msPerMinute)
    await waitFor(async () => (await toPurge()) === 0)
  })
})

describe('a server that runs for days', () => {
  it('anonymizes old appointments every day, also after a day without the database', async () => {
    const shop = await openShop({ nowEpochMs: long })
    await bookEach(shop, 1, () => zebulon)
    await shop.close()
    const { store, start } = await openRetention(shop)
    const purged = vi.spyOn(store, 'purge')
    let nowEpochMs = long + 100 * msPerDay
    const intervals = start({ retentionDays: 30, now: () => nowEpochMs })
    const nextDay = () => {
      nowEpochMs += msPerDay
      intervals.pass(msPerDay)
    }
    // A single reading of the clock proves nothing.
    await waitFor(() => purged.mock.calls.length === 1)
    vi.spyOn(store, 'readClock').mockRejectedValueOnce(new StorageUnavailable('It is away.'))
    nextDay()
    expect(await store.endedBefore(nowEpochMs)).toHaveLength(1)
    nextDay()
    await waitFor(async () => (await store.endedBefore(nowEpochMs)).length === 0)
  })
})

/**
 * Text that PostgreSQL's planner may quote in its statistics: none of it typed by a client, or by the owner about one.
 */
const withoutClientData = `
  appointment_changes: appointment_id changed_by what
  appointment_corrections: appointment_id what
  appointments: appointment_date appointment_time attendance booked_by id idempotency_key kind organizer referral_source status
  blocked_times: from_wall_time id reason status to_wall_time
  busy_times: calendar
  calendar_events: location status uid
  calendar_polls: calendar
  client_notes: appointment_id
  jobs: appointment_id blocked_time_id kind last_error outcome reference status
  manage_links: appointment_id token_hash
  opened_links: appointment_id
  opening_hours: opening
  push_deliveries: appointment_id session_id
  push_subscriptions: auth endpoint p256dh session_id
  refresh_tokens: parent_hash session_id token_hash
  request_counts: key
  secrets: name secret
  sessions: email id
  sign_in_emails: email
  sign_in_links: email token_hash
  synced_events: calendar rejection status suspected_change uid
  tellings: appointment_id way what
  visitors: id
`

it('PostgreSQL keeps statistics only of columns without client data', async () => {
  const shop = await openShop({ env: { DATABASE_URL: await (await ownServer()).createDatabase() } })
  const { run } = await shop.database()
  const columns = await run(`
    select relname || ': ' || string_agg(attname, ' ' order by attname) as line
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = current_schema()::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped
      and atttypid in ('text'::regtype, 'json'::regtype, 'jsonb'::regtype) and coalesce(attstattarget, -1) <> 0
    group by relname order by relname`)
  expect(columns.map(({ line }) => line)).toEqual(withoutClientData.trim().split(/\s*\n\s*/))
})
