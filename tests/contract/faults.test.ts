import { execFileSync } from 'node:child_process'
import { chownSync, cpSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import getTLSOptions from 'smtp-server/lib/tls-options'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { requestErrors } from '#copy/errors.ts'
import { databaseErrors, start } from '#copy/terminal.ts'
import { readConfig } from '../../server/config.ts'
import { openPostgres, toConnectError } from '../../server/db/postgres.ts'
import { StorageUnavailable } from '../../server/lib/errors.ts'
import { openDatabase } from '../../server/open.ts'
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts'
import { writeDistFixture } from './support/dist-fixture.ts'
import { databaseSettings, openDatabaseItself, openFile } from './support/engines.ts'
import { readChosen, readValue } from './support/markup.ts'
import { runCommand } from './support/run-command.ts'
import { bookAt, bookableDay, getAddress, spawnServer } from './support/server-process.ts'
import {
  ann,
  createTemporaryFolder,
  keyHeaders,
  type OpenShop,
  openShop,
  waitFor,
} from './support/shop-server.ts'

const unavailable = { status: 503, error: { message: requestErrors.unavailable } }
const next = { ...ann, full_name: 'Bo', appointment_time: '14:00' }

const health = async (url: string) => (await fetch(`${url}/healthz`)).status

/** A database, a connection to it bypassing the server, and its owner, who is no superuser and may not always connect. */
async function newPostgres() {
  const { DATABASE_URL: url = '' } = await databaseSettings('PostgreSQL')
  const { run } = await openDatabaseItself('', { DATABASE_URL: url })
  const name = new URL(url).pathname.slice(1)
  const ours = new URL(url)
  ours.username = `account_${name}`
  await run(`create role ${ours.username} login password '${ours.password}'`)
  await run(`alter database ${name} owner to ${ours.username}`)
  return { url, name, run, ours }
}

/** A server that these tests may crash. */
let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server.remove())

interface Fault {
  shop: OpenShop
  begin(): unknown
  end(): unknown
  allowsReading?: boolean
}

async function takenAway(replace: (dataDir: string, away: string) => void): Promise<Fault> {
  const shop = await openShop()
  const { dataDir } = shop
  const away = `${shop.folder}/elsewhere`
  return {
    shop,
    begin() {
      renameSync(dataDir, away)
      replace(dataDir, away)
    },
    end() {
      rmSync(dataDir, { recursive: true, force: true })
      renameSync(away, dataDir)
    },
  }
}

async function altered(begin: string, end: string, allowsReading = false): Promise<Fault> {
  const { name, run, ours } = await newPostgres()
  const shop = await openShop({ env: { DATABASE_URL: ours.href } })
  const alter = (how: string) => async () => {
    await run(`alter database ${name} ${how}`)
    await run(`select pg_terminate_backend(pid, 60000) from pg_stat_activity
      where datname = '${name}' and pid <> pg_backend_pid()`)
    await waitFor(async () => (await health(shop.url)) === (how === end ? 200 : 503))
  }
  return { shop, begin: alter(begin), end: alter(end), allowsReading }
}

const faults: Record<string, () => Promise<Fault>> = {
  async 'a read-only SQLite file'() {
    const opened = vi.spyOn(DatabaseSync.prototype, 'exec')
    const shop = await openShop()
    const [connection] = opened.mock.contexts
    opened.mockRestore()
    if (!(connection instanceof DatabaseSync)) throw new Error('The server has opened no file.')
    const set = (value: string) => connection.exec(`pragma query_only = ${value}`)
    return { shop, begin: () => set('on'), end: () => set('off'), allowsReading: true }
  },

  async 'a SQLite file that another process holds'() {
    const shop = await openShop()
    const other = shop.file()
    const run = (statement: string) => () => other.exec(statement)
    return { shop, begin: run('begin immediate'), end: run('rollback'), allowsReading: true }
  },

  'a SQLite file that is taken away': () => takenAway(() => {}),
  'a SQLite file with another in its place': () =>
    takenAway((dataDir, away) => cpSync(away, dataDir, { recursive: true })),

  async 'a PostgreSQL server that crashed'() {
    const shop = await openShop({ env: { DATABASE_URL: await server.createDatabase() } })
    return { shop, begin: server.crash, end: server.start }
  },

  async 'PostgreSQL tables that are locked, with all connections busy'() {
    const shop = await openShop({ engine: 'PostgreSQL', env: { DATABASE_CONNECTIONS: '2' } })
    const { run } = await shop.database()
    return {
      shop,
      begin: () => run('begin; lock table appointments, heartbeat in access exclusive mode'),
      end: () => run('rollback'),
    }
  },

  'a read-only PostgreSQL database': () =>
    altered('set default_transaction_read_only = on', 'set default_transaction_read_only = off', true),
  'a PostgreSQL database without free connections': () =>
    altered('connection limit 0', 'connection limit -1'),
}

describe('a database that can’t store bookings', () => {
  it.each(Object.keys(faults))(
    'asks visitors to retry, stores nothing by half, and recovers: %s',
    async (what) => {
      const { shop, begin, end, allowsReading } = (await faults[what]?.()) ?? expect.fail()
      const first = await shop.book(ann)
      expect(first.status).toBe(201)
      await waitFor(async () => (await shop.mails('client-invitation')).length === 1)
      await begin()
      const names = Array.from({ length: 8 }, (_, index) => `Client ${index}`)
      const [healthy, ...answers] = await Promise.all([
        health(shop.url),
        ...names.map((full_name) => shop.book({ ...next, full_name })),
      ])
      expect(healthy).toBe(503)
      for (const answer of answers) expect(answer).toMatchObject(unavailable)
      // A visitor without JavaScript finds all entries in the form.
      const page = await shop.postForm({ ...next })
      expect([page.status, page.headers.get('retry-after')]).toEqual([503, '5'])
      const html = await page.text()
      expect(html).toContain(requestErrors.unavailable)
      const { referral_source, ...typed } = next
      for (const [name, value] of Object.entries(typed)) expect(readValue(html, name)).toBe(value)
      expect(readChosen(html)).toBe(referral_source)
      if (allowsReading) expect(await shop.openTimes(ann.appointment_date)).toContain(next.appointment_time)

      await end()
      await waitFor(async () => (await health(shop.url)) === 200)
      const again = await shop.book(ann)
      expect([again.status, again.data]).toEqual([200, first.data])
      expect((await shop.postForm({ ...next })).status).toBe(200)
      const { run } = await shop.database()
      expect(await run('select id from appointments')).toHaveLength(2)
      expect(await run('select distinct appointment_id from jobs')).toHaveLength(2)
      await waitFor(async () => (await shop.mails()).length === 2)
    },
  )
})

describe('PostgreSQL', () => {
  it('ending a paused process’s transaction counts as unreachable, not as a bug', async () => {
    const { url, run } = await newPostgres()
    const engine = await openPostgres(url, { seats: 1 }, 1)
    onTestFinished(() => engine.close())
    const ended = engine.write(async (transaction) => {
      const pid = sql<{ pid: number }>`select pg_backend_pid() as pid`
      const { rows } = await pid.execute(transaction)
      // As idle_in_transaction_session_timeout does to a process that the system paused.
      await run(`select pg_terminate_backend(${rows[0]?.pid}, 60000)`)
      await pid.execute(transaction)
    })
    await expect(ended).rejects.toBeInstanceOf(StorageUnavailable)
    expect(await engine.write(async () => 'again')).toBe('again')
  })

  it('is reported if it can’t store every name, or belongs to another user', async () => {
    const { url, name, run, ours } = await newPostgres()
    const [latin, guest] = [new URL(url), new URL(url)]
    latin.pathname += '_latin'
    guest.username = `guest_${name}`
    await run(`create database ${name}_latin encoding 'LATIN1' locale 'C' template template0`)
    await run(`create role ${guest.username} login password '${guest.password}'`)
    await expect(openPostgres(latin.href, { seats: 1 }, 1)).rejects.toThrow(databaseErrors.letters('LATIN1'))
    await expect(openPostgres(guest.href, { seats: 1 }, 1)).rejects.toThrow(databaseErrors.notOurs)
    const encoded = await openDatabaseItself('', { DATABASE_URL: latin.href })
    const made = 'select 1 from pg_tables where schemaname = current_schema()'
    expect(await encoded.run(made)).toEqual([])

    const shop = await openShop({ env: { DATABASE_URL: ours.href } })
    // As after an administrator restored a dump.
    await run(`reassign owned by ${ours.username} to ${new URL(url).username}`)
    expect(await shop.book(ann)).toMatchObject(unavailable)
    await expect(openPostgres(ours.href, { seats: 1 }, 1)).rejects.toThrow(databaseErrors.notOurs)
  })

  it('without encryption, or with an invalid certificate, is reported if sslmode requires it', async () => {
    const url = await server.createDatabase()
    const unsafe = openPostgres(`${url}?sslmode=verify-full`, { seats: 1 }, 1)
    await expect(unsafe).rejects.toThrow(StorageUnavailable)
    await expect(unsafe).rejects.toThrow(databaseErrors.noEncryption)
    const { uid, gid } = statSync(server.databaseDir)
    // An expired one.
    const { key, cert } = getTLSOptions()
    for (const [name, text] of Object.entries({ 'server.key': key, 'server.crt': cert })) {
      const file = join(server.databaseDir, name)
      writeFileSync(file, String(text), { mode: 0o600 })
      chownSync(file, uid, gid)
    }
    const { run } = await openDatabaseItself('', { DATABASE_URL: url })
    await run('alter system set ssl = on')
    await run('select pg_reload_conf()')
    await waitFor(async () => (await run('show ssl'))[0]?.ssl === 'on')
    // A process, because the driver would warn about sslmode=require on its output.
    const opened = await runCommand('jobs', [], { DATABASE_URL: `${url}?sslmode=require` })
    expect(opened).toEqual({ code: 1, output: `${start.noDatabase(databaseErrors.expired)}\n` })
    const noFile = openPostgres(`${url}?sslmode=require&sslrootcert=/nowhere/ca.pem`, { seats: 1 }, 1)
    await expect(noFile).rejects.toThrow(databaseErrors.noFile('/nowhere/ca.pem'))
    await (await openPostgres(`${url}?sslmode=no-verify`, { seats: 1 }, 1)).close()
  })

  it.each([
    ['SELF_SIGNED_CERT_IN_CHAIN', databaseErrors.untrusted('SELF_SIGNED_CERT_IN_CHAIN')],
    ['ERR_TLS_CERT_ALTNAME_INVALID', databaseErrors.otherName],
    ['53300', databaseErrors.noneFree],
    // PgBouncer 1.18.
    ['08P01', databaseErrors.limitsRefused, 'unsupported startup parameter: statement_timeout'],
  ])('reports the failure %s with a fix', (code, sentence, message = 'tls') => {
    expect(toConnectError(Object.assign(new Error(message), { code })).message).toBe(sentence)
  })

  it('is reachable through the socket of ?host=, with or without a host before it', async () => {
    const { pathname, port } = new URL(await server.createDatabase())
    const socket = `${pathname}?host=${server.databaseDir}&port=${port}`
    for (const host of ['nowhere.invalid', '']) {
      const DATABASE_URL = `postgres://booking:booking@${host}${socket}`
      await (await openDatabase(readConfig({ DATABASE_URL }))).close()
    }
  })
})

describe('a full disk', () => {
  it('rejects bookings with nothing stored by half, until there’s space again', async () => {
    const folder = createTemporaryFolder()
    const DATA_DIR = join(folder, 'data')
    const settings = { PORT: '0', DATA_DIR, RATE_LIMIT_PER_MINUTE: '0' }
    const started = spawnServer(settings, folder, writeDistFixture(folder))
    const url = await getAddress(started)
    const bookOn = async (day: number) =>
      (await bookAt(url, { ...ann, appointment_date: bookableDay(day) })).status
    const limitFiles = (bytes: string) =>
      execFileSync('prlimit', ['--pid', String(started.child.pid), `--fsize=${bytes}:unlimited`])

    expect(await bookOn(1)).toBe(201)
    // No file of the process may grow, as on a full disk.
    limitFiles('1000')
    expect([await bookOn(2), await bookOn(3), await health(url)]).toEqual([503, 503, 503])
    await waitFor(() => /"reason":"The database (is full|can’t be read or written)\."/.test(started.output()))
    // Existing data stays readable.
    const { status } = await fetch(`${url}/rest/v1/rpc/open_times?on=${bookableDay(1)}`, {
      headers: keyHeaders,
    })
    expect(status).toBe(200)
    const database = openFile(DATA_DIR)
    expect(database.prepare('select id from appointments').all()).toHaveLength(1)
    expect(database.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' })

    limitFiles('unlimited')
    expect([await bookOn(2), await health(url)]).toEqual([201, 200])
  })
})
