import { chownSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Client } from 'pg'
import getTLSOptions from 'smtp-server/lib/tls-options'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { databaseErrors, start } from '../../copy/terminal.ts'
import { readConfig } from '../../server/config.ts'
import { connectError, openPostgres, translateError } from '../../server/db/postgres.ts'
import { StorageUnavailable } from '../../server/lib/errors.ts'
import { openDatabase } from '../../server/open.ts'
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts'
import { signIn } from './support/desk.ts'
import { databaseSettings } from './support/engines.ts'
import { runCommand } from './support/run-command.ts'
import { ann, openShop, until } from './support/shop-server.ts'
import { expectBusyPage, health, unavailable } from './support/unavailable.ts'
import { untilAnswered } from './support/until-answered.ts'

/** Opens a connection past the server, to block it. */
async function connectTo(url: string): Promise<Client> {
  const client = new Client({ connectionString: url })
  // The test ends PostgreSQL on purpose.
  client.on('error', () => {})
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

/** Turns on encryption in a running server, with a certificate that expired. */
async function encrypt({ databaseDir }: PostgresServer, url: string): Promise<void> {
  const { uid, gid } = statSync(databaseDir)
  const { key, cert } = getTLSOptions()
  for (const [name, text] of Object.entries({ 'server.key': key, 'server.crt': cert })) {
    const file = join(databaseDir, name)
    writeFileSync(file, String(text), { mode: 0o600 })
    chownSync(file, uid, gid)
  }
  const client = await connectTo(url)
  await client.query('alter system set ssl = on')
  await client.query('select pg_reload_conf()')
  await until(async () => (await client.query('show ssl')).rows[0].ssl === 'on')
}

/** A server that these tests may crash, and whose few connections they may use up. */
let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres({ max_connections: '12', superuser_reserved_connections: '0' })
})
afterAll(() => server.remove())

describe('PostgreSQL', () => {
  it('that crashes loses nothing, and bookings recover automatically', async () => {
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

  it('that drops a connection during a booking keeps nothing of it', async () => {
    const shop = await openShop({ engine: 'PostgreSQL' })
    const other = await shop.database()
    // A transaction keeps seeing the activity of its first look, so another connection checks.
    const watcher = await shop.database()
    await other.run('begin')
    await other.run('lock table jobs in access exclusive mode')
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

  it('that ended a paused process’s transaction counts as unreachable, not as a bug', async () => {
    const { DATABASE_URL: url = '' } = await databaseSettings('PostgreSQL')
    const engine = await openPostgres(url, 1, 1)
    onTestFinished(() => engine.close())
    const other = await connectTo(url)
    const ended = engine.write(async (transaction) => {
      const pid = sql<{ pid: number }>`select pg_backend_pid() as pid`
      const { rows } = await pid.execute(transaction)
      // As idle_in_transaction_session_timeout does to a process that the system paused.
      await other.query(`select pg_terminate_backend(${rows[0]?.pid})`)
      const lives = `select from pg_stat_activity where pid = ${rows[0]?.pid}`
      await until(async () => (await other.query(lives)).rowCount === 0)
      await pid.execute(transaction)
    })
    await expect(ended).rejects.toBeInstanceOf(StorageUnavailable)
    expect(await engine.write(async () => 'again')).toBe('again')
  })

  it('that can’t store every name, or belongs to another user, is named', async () => {
    const { DATABASE_URL = '' } = await databaseSettings('PostgreSQL')
    const [latin, guest, ours] = [new URL(DATABASE_URL), new URL(DATABASE_URL), new URL(DATABASE_URL)]
    const { pathname, username, password } = ours
    const name = pathname.slice(1)
    latin.pathname += '_latin'
    guest.username = `guest_${name}`
    ours.username = `account_${name}`
    const owner = await connectTo(DATABASE_URL)
    await owner.query(`create database ${name}_latin encoding 'LATIN1' locale 'C' template template0`)
    for (const role of [guest.username, ours.username])
      await owner.query(`create role ${role} login password '${password}'`)
    const notOurs = /^Our database user can’t create or use tables/
    await expect(openPostgres(latin.href, 1, 1)).rejects.toThrow(/^The database uses LATIN1/)
    await expect(openPostgres(guest.href, 1, 1)).rejects.toThrow(notOurs)
    const made = 'select from pg_tables where schemaname = current_schema()'
    expect((await (await connectTo(latin.href)).query(made)).rows).toEqual([])

    await owner.query(`alter database ${name} owner to ${ours.username}`)
    const shop = await openShop({ env: { DATABASE_URL: ours.href } })
    // As after an administrator restored a dump.
    await owner.query(`reassign owned by ${ours.username} to ${decodeURIComponent(username)}`)
    expect(await shop.book(ann)).toMatchObject(unavailable)
    await expect(openPostgres(ours.href, 1, 1)).rejects.toThrow(notOurs)
  })

  it('with another default isolation keeps blocked times blocked, and lets servers start together', async () => {
    const { DATABASE_URL: url = '' } = await databaseSettings('PostgreSQL')
    const other = await connectTo(url)
    await other.query(
      `alter database ${new URL(url).pathname.slice(1)} set default_transaction_isolation = 'repeatable read'`,
    )
    const [shop] = await Promise.all([0, 1].map(() => openShop({ env: { DATABASE_URL: url } })))
    if (!shop) throw new Error('There is no shop.')
    const desk = await signIn(shop.url, shop.firstDeskLink)
    const watcher = await shop.database()
    // Only in this database, because other test files wait for locks on the same server.
    const waits = (kind: string) => async () =>
      (
        await watcher.run(`select from pg_locks join pg_database on pg_database.oid = pg_locks.database
          where datname = current_database() and not granted and locktype = '${kind}'`)
      ).length > 0
    await other.query('begin')
    await other.query('lock table blocked_times in exclusive mode')
    const times = { from: `${ann.appointment_date}T00:00`, to: `${ann.appointment_date}T23:59`, reason: '' }
    const closing = untilAnswered(async () => desk.rpc('close_time', times))
    await until(waits('relation'))
    const booking = untilAnswered(() => shop.book(ann))
    await until(waits('advisory'))
    await other.query('rollback')
    expect([(await closing).status, (await booking).status]).toEqual([200, 409])
  })

  it('without encryption is named if sslmode requires it', async () => {
    const { DATABASE_URL: url = '' } = await databaseSettings('PostgreSQL')
    const unsafe = openPostgres(`${url}?sslmode=verify-full`, 1, 1)
    await expect(unsafe).rejects.toBeInstanceOf(StorageUnavailable)
    await expect(unsafe).rejects.toThrow(databaseErrors.noEncryption)
  })

  it('with an invalid certificate is named for sslmode=require, without a warning', async () => {
    const url = await server.createDatabase()
    await encrypt(server, url)
    // A process, because the driver would warn about sslmode=require on its output.
    const expired = `${start.noDatabase(databaseErrors.expired)}\n`
    const opened = await runCommand('jobs', [], { DATABASE_URL: `${url}?sslmode=require` })
    expect(opened).toEqual({ code: 1, output: expired })
    const noFile = openPostgres(`${url}?sslmode=require&sslrootcert=/nowhere/ca.pem`, 1, 1)
    await expect(noFile).rejects.toThrow(databaseErrors.noFile('/nowhere/ca.pem'))
    await (await openPostgres(`${url}?sslmode=no-verify`, 1, 1)).close()
  })

  it.each([
    ['SELF_SIGNED_CERT_IN_CHAIN', databaseErrors.untrusted('SELF_SIGNED_CERT_IN_CHAIN')],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', databaseErrors.untrusted('UNABLE_TO_GET_ISSUER_CERT_LOCALLY')],
    ['ERR_TLS_CERT_ALTNAME_INVALID', databaseErrors.otherName],
  ])('with a certificate that fails with %s says what to do', (code, sentence) => {
    expect(connectError(Object.assign(new Error('tls'), { code })).message).toBe(sentence)
  })

  it('is reached through the socket of ?host=, with or without a host before it', async () => {
    const { pathname, port } = new URL(await server.createDatabase())
    const socket = `${pathname}?host=${server.databaseDir}&port=${port}`
    for (const host of ['nowhere.invalid', '']) {
      const DATABASE_URL = `postgres://booking:booking@${host}${socket}`
      await (await openDatabase(readConfig({ DATABASE_URL }))).close()
    }
  })

  it('behind a pooler that rejects our time limits is named', () => {
    // The answer of PgBouncer 1.18, as the driver reports it.
    const message = 'unsupported startup parameter: statement_timeout'
    const refused = Object.assign(new Error(message), { code: '08P01' })
    expect(translateError(refused)).toMatchObject({ message: expect.stringMatching(/^PgBouncer rejects/) })
  })

  it('that is locked, with all connections busy, asks clients to retry, and recovers', async () => {
    const shop = await openShop({ engine: 'PostgreSQL', env: { DATABASE_CONNECTIONS: '2' } })
    const other = await shop.database()
    await other.run('begin')
    await other.run('lock table appointments, heartbeat in access exclusive mode')
    const names = Array.from({ length: 8 }, (_, index) => `Client ${index}`)
    const [healthy, ...answers] = await Promise.all([
      health(shop.url),
      ...names.map((full_name) => shop.book({ ...ann, full_name })),
    ])
    expect(healthy).toBe(503)
    for (const answer of answers) expect(answer).toMatchObject(unavailable)
    await other.run('rollback')
    expect((await shop.book(ann)).status).toBe(201)
    expect(await health(shop.url)).toBe(200)
  })

  it('that is read-only asks clients to retry, and recovers', async () => {
    const { DATABASE_URL: url = '' } = await databaseSettings('PostgreSQL')
    const shop = await openShop({ env: { DATABASE_URL: url } })
    const other = await connectTo(url)
    const name = new URL(url).pathname.slice(1)
    const setReadOnly = async (value: 'on' | 'off') => {
      await other.query(`alter database ${name} set default_transaction_read_only = ${value}`)
      await other.query(`set default_transaction_read_only = off`)
      await other.query(
        `select pg_terminate_backend(pid, 60000) from pg_stat_activity
          where datname = '${name}' and pid <> pg_backend_pid()`,
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

  it('without a free connection asks clients to retry, and recovers', async () => {
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
