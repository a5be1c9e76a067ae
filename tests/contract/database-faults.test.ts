import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { Client } from 'pg'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { shop as demoShop } from '../../booking/shop.ts'
import { addDays, epochMsToWallTime } from '../../booking/wall-time.ts'
import { startPostgres } from '../support/postgres-server.ts'
import { writeDistFixture } from './support/dist-fixture.ts'
import { postgresServer } from './support/engines.ts'
import { addressOf, spawnServer } from './support/server-process.ts'
import {
  ann,
  keyed,
  type OpenShop,
  openShop,
  storedCount,
  temporaryFolder,
  until,
} from './support/shop-server.ts'

const unavailable = {
  status: 503,
  error: { message: 'Bookings cannot be taken at this moment. Please try again shortly.' },
}

const health = async (url: string) => (await fetch(`${url}/healthz`)).status

/** What a visitor without script reads. */
async function expectBusyPage(shop: OpenShop): Promise<void> {
  const page = await shop.postForm({ ...ann, full_name: 'Bo' })
  expect([page.status, page.headers.get('retry-after')]).toEqual([503, '5'])
  expect(await page.text()).toContain('Bookings cannot be taken at this moment. Please try again shortly.')
}

/** A connection past the application, to stand in its way with. */
async function connectTo(url: string): Promise<Client> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {
    // The server was ended on purpose.
  })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

describe('a full disk', () => {
  it('turns bookings away with nothing half-written, and they go on when there is room again', async () => {
    const folder = temporaryFolder()
    const dataDir = `${folder}/data`
    const env = { PORT: '0', DATA_DIR: dataDir, RATE_LIMIT_PER_MINUTE: '0' }
    const server = spawnServer(env, folder, writeDistFixture(folder))
    onTestFinished(async () => {
      server.child.kill('SIGKILL')
      await server.exited
    })
    const url = await addressOf(server)
    const today = epochMsToWallTime(Date.now(), demoShop.timeZone).date
    const bookOn = async (day: number) =>
      (
        await fetch(`${url}/rest/v1/appointments`, {
          method: 'POST',
          headers: { ...keyed, 'content-type': 'application/json' },
          body: JSON.stringify({ ...ann, appointment_date: addDays(today, day) }),
        })
      ).status
    const limitFiles = (bytes: string) =>
      execFileSync('prlimit', ['--pid', String(server.child.pid), `--fsize=${bytes}:unlimited`])

    expect(await bookOn(1)).toBe(201)
    // No file of the process may grow any further; that is where a disk ends for it.
    limitFiles('1000')
    const refused = [await bookOn(2), await bookOn(3)]
    expect(refused).toEqual([503, 503])
    expect(await health(url)).toBe(503)
    // What is there can still be read.
    const open = await fetch(`${url}/rest/v1/rpc/open_times?on=${addDays(today, 1)}`, { headers: keyed })
    expect(open.status).toBe(200)
    const database = new DatabaseSync(`${dataDir}/appointments.sqlite`)
    expect(storedCount(database)).toBe(1)
    expect(database.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' })
    database.close()

    limitFiles('unlimited')
    expect(await bookOn(2)).toBe(201)
    expect(await health(url)).toBe(200)
  })
})

describe('a read-only disk', () => {
  it('turns bookings away with nothing half-written, and they go on when it can be written again', async () => {
    const opened = vi.spyOn(DatabaseSync.prototype, 'exec')
    const shop = await openShop()
    const [connection] = opened.mock.contexts
    opened.mockRestore()
    if (!(connection instanceof DatabaseSync)) throw new Error('The server has opened no file.')
    expect((await shop.postForm({ ...ann })).status).toBe(200)

    connection.exec('pragma query_only = on')
    expect(await shop.book({ ...ann, full_name: 'Bo', appointment_time: '14:00' })).toMatchObject(unavailable)
    await expectBusyPage(shop)
    expect(await health(shop.url)).toBe(503)
    // What is there can still be read.
    expect(await shop.openTimes(ann.appointment_date)).toContain('14:00')
    expect(storedCount(shop.file())).toBe(1)
    const owedFor = shop.file().prepare('select count(distinct appointment_id) as count from outbox').get()
    expect(owedFor).toEqual({ count: 1 })

    connection.exec('pragma query_only = off')
    expect((await shop.postForm({ ...ann, full_name: 'Bo', appointment_time: '14:00' })).status).toBe(200)
    expect(await health(shop.url)).toBe(200)
    await until(async () => (await shop.mails()).length === 2)
  })

  it('lets no server start, which says so, and changes nothing that is stored', async () => {
    const folder = temporaryFolder()
    const dataDir = `${folder}/data`
    const distDir = writeDistFixture(folder)
    const start = () => {
      const server = spawnServer({ PORT: '0', DATA_DIR: dataDir }, folder, distDir)
      onTestFinished(async () => {
        server.child.kill('SIGKILL')
        await server.exited
      })
      return server
    }
    const book = async (url: string) => {
      const appointment_date = addDays(epochMsToWallTime(Date.now(), demoShop.timeZone).date, 7)
      const headers = { ...keyed, 'content-type': 'application/json' }
      const body = JSON.stringify({ ...ann, appointment_date })
      return (await fetch(`${url}/rest/v1/appointments`, { method: 'POST', headers, body })).status
    }
    const permit = (how: string) => execFileSync('chmod', ['-R', how, dataDir])

    const first = start()
    expect(await book(await addressOf(first))).toBe(201)
    first.child.kill('SIGTERM')
    await first.exited

    permit('a-w')
    onTestFinished(() => void permit('u+w'))
    const refused = start()
    expect(await refused.exited).toBe(1)
    expect(refused.output()).toBe(
      'This program may not write to the folder DATA_DIR, or may not listen on that PORT.\n',
    )

    permit('u+w')
    const again = start()
    expect(await book(await addressOf(again))).toBe(200)
  })
})

describe('PostgreSQL', () => {
  it('that crashes loses nothing, bookings are asked to come again, and they go on by themselves', async () => {
    const server = await startPostgres()
    onTestFinished(() => server.remove())
    const shop = await openShop({ env: { DATABASE_URL: await server.createDatabase() } })
    const first = await shop.book(ann)
    expect(first.status).toBe(201)
    await server.crash()
    expect(await shop.book({ ...ann, full_name: 'Bo' })).toMatchObject(unavailable)
    expect(await health(shop.url)).toBe(503)
    await expectBusyPage(shop)
    await server.start()
    await until(async () => (await health(shop.url)) === 200)
    const again = await shop.book(ann)
    expect([again.status, again.data]).toEqual([200, first.data])
    await until(async () => (await shop.mails()).length === 1)
  })

  it('that drops a connection in the middle of a booking keeps nothing of it', async () => {
    const shop = await openShop({ engine: 'PostgreSQL' })
    const other = await shop.database()
    // A transaction sees the activity as it was when it first looked at it, so that somebody else must look.
    const watcher = await shop.database()
    await other.run('begin')
    await other.run('lock table outbox in access exclusive mode')
    const booking = shop.book(ann)
    const waiting = `from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like 'insert%'`
    await until(async () => (await watcher.run(`select pid ${waiting}`)).length > 0)
    await watcher.run(`select pg_terminate_backend(pid) ${waiting}`)
    expect(await booking).toMatchObject(unavailable)
    await other.run('rollback')
    expect(await other.run('select id from appointments')).toEqual([])
    expect((await shop.book(ann)).status).toBe(201)
  })

  it('that is locked asks to come again, and recovers', async () => {
    const shop = await openShop({ engine: 'PostgreSQL' })
    const other = await shop.database()
    await other.run('begin')
    await other.run('lock table appointments, heartbeat in access exclusive mode')
    const [booked, healthy] = await Promise.all([shop.book(ann), health(shop.url)])
    expect(booked).toMatchObject(unavailable)
    expect(healthy).toBe(503)
    await other.run('rollback')
    expect((await shop.book(ann)).status).toBe(201)
    expect(await health(shop.url)).toBe(200)
  })

  it('that is read-only asks to come again, and recovers', async () => {
    const url = await (await postgresServer()).createDatabase()
    const shop = await openShop({ env: { DATABASE_URL: url } })
    const other = await connectTo(url)
    const name = new URL(url).pathname.slice(1)
    const setReadOnly = async (value: 'on' | 'off') => {
      await other.query(`alter database ${name} set default_transaction_read_only = ${value}`)
      await other.query(`set default_transaction_read_only = off`)
      await other.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()',
      )
    }
    await setReadOnly('on')
    await until(async () => (await health(shop.url)) === 503)
    expect(await shop.book(ann)).toMatchObject(unavailable)
    expect(await shop.openTimes(ann.appointment_date)).toContain('10:00')
    await setReadOnly('off')
    await until(async () => (await health(shop.url)) === 200)
    expect((await shop.book(ann)).status).toBe(201)
  })

  it('asks to come again while all of its connections to it are busy', async () => {
    const shop = await openShop({ engine: 'PostgreSQL', env: { DATABASE_CONNECTIONS: '2' } })
    const other = await shop.database()
    await other.run('begin')
    await other.run('lock table appointments in access exclusive mode')
    const bookings = Array.from({ length: 8 }, (_, index) => shop.book({ ...ann, full_name: `C ${index}` }))
    for (const answer of await Promise.all(bookings)) expect(answer).toMatchObject(unavailable)
    await other.run('rollback')
    expect((await shop.book(ann)).status).toBe(201)
  })

  it('without a free connection asks to come again, and recovers', async () => {
    const server = await startPostgres({ max_connections: '12', superuser_reserved_connections: '0' })
    onTestFinished(() => server.remove())
    const url = await server.createDatabase()
    const shop = await openShop({ env: { DATABASE_URL: url } })
    const others: Client[] = []
    try {
      for (;;) others.push(await connectTo(url))
    } catch (error) {
      expect(error).toMatchObject({ code: '53300' })
    }
    const bookings = Array.from({ length: 20 }, (_, index) => shop.book({ ...ann, full_name: `C ${index}` }))
    const statuses = (await Promise.all(bookings)).map((answer) => answer.status)
    expect(statuses).toContain(503)
    expect(statuses.filter((status) => ![201, 409, 503].includes(status))).toEqual([])
    await Promise.all(others.map((client) => client.end()))
    await until(async () => (await health(shop.url)) === 200)
    const last = await shop.book({ ...ann, appointment_time: '15:00' })
    expect(last.status).toBe(201)
  })
})

describe('a SQLite file that another process holds while a server starts', () => {
  it('is waited for, longer than a booking would wait', async () => {
    const folder = temporaryFolder()
    mkdirSync(`${folder}/data`)
    const holder = spawn(
      process.execPath,
      [
        '--input-type=module',
        '--eval',
        `import { DatabaseSync } from 'node:sqlite'
        const database = new DatabaseSync(process.argv[1])
        database.exec('begin exclusive')
        console.log('held')
        setTimeout(() => database.exec('commit'), 7000)`,
        `${folder}/data/appointments.sqlite`,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    onTestFinished(() => void holder.kill('SIGKILL'))
    await once(holder.stdout, 'data')
    const server = spawnServer({ PORT: '0', DATA_DIR: `${folder}/data` }, folder, writeDistFixture(folder))
    onTestFinished(async () => {
      server.child.kill('SIGKILL')
      await server.exited
    })
    expect(await health(await addressOf(server))).toBe(200)
  })
})
