import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { requestErrors } from '#copy/errors.ts'
import { minutesToTime } from '../../booking/time.ts'
import { getFreePort } from '../support/free-port.ts'
import { atDesk } from './support/desk.ts'
import { writeDistFixture } from './support/dist-fixture.ts'
import { databaseSettings, engines, openDatabaseItself, openFile } from './support/engines.ts'
import { openMailServer } from './support/mail-server.ts'
import { bookAt, bookableDay, getAddress, spawnServer } from './support/server-process.ts'
import { ann, createTemporaryFolder, openShop, testNoon, waitFor } from './support/shop-server.ts'
import { retryUntilAnswered } from './support/until-answered.ts'

/** A server whose minute doesn't end. */
const openLimited = (env: Record<string, string>) => openShop({ env, now: () => testNoon })

describe.each(engines)('the same six fields again, on %s', (engine) => {
  it('are one appointment, stored once with its jobs, however often and however they’re typed', async () => {
    const shop = await openShop({ engine })
    const written = { ...ann, full_name: 'Zo\u00eb', email: 'ann@Bücher.example' }
    const other = { ...written, full_name: ' Zoe\u0308 ', email: ' ann@xn--bcher-kva.example' }
    const all = Array.from({ length: 10 }, () => [written, other]).flat()
    const answers = await Promise.all(all.map((fields) => retryUntilAnswered(() => shop.book(fields))))
    expect(answers.map((answer) => answer.status).sort()).toEqual([...Array(19).fill(200), 201])
    const [{ data } = expect.fail()] = answers
    expect(data.email).toBe('ann@xn--bcher-kva.example')
    for (const answer of answers) expect(answer.data).toEqual(data)
    const { run } = await shop.database()
    expect(await run('select id from appointments')).toEqual([{ id: data.id }])
    const kinds = ['calendar-event', 'business-notification', 'client-invitation', 'client-reminder']
    expect(await run('select kind from jobs order by id')).toEqual(kinds.map((kind) => ({ kind })))
    await expect.poll(async () => (await shop.notify(written)).error).toBeNull()
  })
})

describe.each(engines)('a booked time, on %s', (engine) => {
  it('is rejected with a message and the nearest open times', async () => {
    const shop = await openShop({ engine })
    await shop.book(ann)
    expect(await shop.book({ ...ann, full_name: 'Bo', appointment_time: '10:59' })).toMatchObject({
      status: 409,
      error: {
        code: '23P01',
        message: requestErrors.taken('10:59\u00a0AM', 'Thursday, December 3, 2026'),
        hint: requestErrors.nearest('11:00, 11:30, 12:00'),
      },
    })
    expect(await shop.openTimes('2026-12-03')).not.toContain('10:30')
    expect((await shop.book({ ...ann, full_name: 'Bo', appointment_time: '11:00' })).status).toBe(201)
    expect((await shop.book({ ...ann, full_name: 'Cy', appointment_time: '09:00' })).status).toBe(201)
  })

  it('is rejected by the database itself, bypassing the application', async () => {
    const shop = await openShop({ engine, opening: { capacity: 2 } })
    await shop.book(ann)
    const { run } = await shop.database()
    const copy = (seat: number, laterMs: number, name = "'Other'") =>
      run(`insert into appointments (id, full_name, email, phone, appointment_date, appointment_time,
          referral_source, created_at_ms, seat, start_ms, end_ms, occupied_until_ms, status, sequence)
          select 'other-${seat}-${laterMs}', ${name}, email, phone, appointment_date, appointment_time,
          referral_source, created_at_ms, ${seat}, start_ms + ${laterMs}, end_ms + ${laterMs},
          occupied_until_ms + ${laterMs}, status, sequence from appointments limit 1`)
    await expect(copy(1, 0, 'full_name')).rejects.toThrow(/unique/i)
    await expect(copy(0, 0)).rejects.toThrow('appointments_overlap')
    await expect(copy(0, 3_599_999)).rejects.toThrow('appointments_overlap')
    for (const seat of [2, -1]) await expect(copy(seat, 0)).rejects.toThrow('appointments_seat')
    await copy(0, 3_600_000)
    const update = (set: string, where = '') => run(`update appointments set ${set} ${where}`)
    for (const change of ['start_ms = start_ms - 1', 'occupied_until_ms = occupied_until_ms + 1'])
      await expect(update(change)).rejects.toThrow('appointments_overlap')
    const other = "where id = 'other-0-3600000'"
    await update("status = 'cancelled'", other)
    await copy(0, 3_600_001)
    await expect(update("status = 'confirmed'", other)).rejects.toThrow('appointments_overlap')
  })

  it('opens by reassigning seats, when two fitters together have the time', async () => {
    const shop = await openShop({ engine, opening: { capacity: 2 } })
    const bookAll = async (times: Record<string, string>) => {
      const statuses: number[] = []
      for (const [full_name, appointment_time] of Object.entries(times))
        statuses.push((await shop.book({ ...ann, full_name, appointment_time })).status)
      return statuses
    }
    // One fitter is free from 10:00 on, the other until 10:30. Neither alone has the hour from 09:45.
    expect(await bookAll({ A: '09:00', B: '10:30' })).toEqual([201, 201])
    const { run } = await shop.database()
    await run("update appointments set seat = 1 where full_name = 'B'")
    expect(await bookAll({ C: '09:45', D: '09:45' })).toEqual([201, 409])
    const seats = await run('select seat from appointments order by full_name')
    expect(seats).toEqual([{ seat: 0 }, { seat: 0 }, { seat: 1 }])
    await expect(run('update appointments set seat = 0')).rejects.toThrow('appointments_overlap')
  })

  it('goes to as many as fit, without gaps, in any order of requests', async () => {
    const [capacity, bufferMinutes] = [3, 15]
    // All from one address, which may hold 64 connections without a proxy.
    const env = { TRUST_PROXY: 'loopback' }
    const shop = await openShop({ engine, env, opening: { capacity, bufferMinutes } })
    // Someone wants every minute of the day, in a fixed order that only looks random.
    const minutes = Array.from({ length: 240 }, (_, index) => 9 * 60 + ((index * 173) % 480))
    const answers = await Promise.all(
      minutes.map((minute, index) =>
        retryUntilAnswered(() =>
          shop.book({ ...ann, full_name: `Client ${index}`, appointment_time: minutesToTime(minute) }),
        ),
      ),
    )
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([201, 409]))
    const { run } = await shop.database()
    const stored = await run('select start_ms, occupied_until_ms, seat from appointments')
    expect(stored).toHaveLength(answers.filter((answer) => answer.status === 201).length)
    const lasts = new Set(stored.map((row) => Number(row.occupied_until_ms) - Number(row.start_ms)))
    expect([...lasts]).toEqual([(60 + bufferMinutes) * 60_000])
    const takenAt = (atMs: number) =>
      stored.filter((row) => Number(row.start_ms) <= atMs && Number(row.occupied_until_ms) > atMs)
    // A rejected time had a moment when every seat was taken.
    const midnightMs = Date.UTC(2026, 11, 3, 6)
    for (const [index, { status }] of answers.entries()) {
      const startMs = midnightMs + (minutes[index] ?? 0) * 60_000
      const moments = Array.from({ length: 60 + bufferMinutes }, (_, at) => startMs + at * 60_000)
      const peak = Math.max(...moments.map((atMs) => takenAt(atMs).length))
      expect(peak).toBeLessThanOrEqual(capacity)
      if (status === 409) expect(peak).toBe(capacity)
    }
    for (const time of await shop.openTimes('2026-12-03'))
      expect((await shop.book({ ...ann, full_name: time, appointment_time: time })).status).toBe(201)
  })
})

describe.each(engines)('two server processes on one %s database', (engine) => {
  it('give the last seat to one of a hundred, and send each email once', async () => {
    const port = await getFreePort()
    const received = await openMailServer(port)
    const folder = createTemporaryFolder()
    const distDir = writeDistFixture(folder)
    const env = {
      ...{ PORT: '0', DATA_DIR: `${folder}/data`, RATE_LIMIT_PER_MINUTE: '0', TRUST_PROXY: 'loopback' },
      ...{ ...(await databaseSettings(engine)), SMTP_URL: `smtp://127.0.0.1:${port}` },
    }
    const servers = [spawnServer(env, folder, distDir), spawnServer(env, folder, distDir)]
    const urls = await Promise.all(servers.map(getAddress))
    const bookTogether = async (count: number, fieldsOf: (index: number) => object) => {
      const answers = Array.from({ length: count }, (_, index) =>
        retryUntilAnswered(() => bookAt(urls[index % 2] ?? '', { ...ann, ...fieldsOf(index) })),
      )
      return (await Promise.all(answers)).map(({ status }) => status).sort()
    }

    const rounds = 5
    for (let round = 1; round <= rounds; round++) {
      const appointment_date = bookableDay(round)
      const statuses = await bookTogether(100, (n) => ({ appointment_date, full_name: `Client ${n}` }))
      expect(statuses).toEqual([201, ...Array(99).fill(409)])
    }
    const more = 12
    const statuses = await bookTogether(more, (n) => ({ appointment_date: bookableDay(20 + n) }))
    expect(statuses).toEqual(Array(more).fill(201))
    // The business and the client get an email about each.
    const emails = 2 * (rounds + more)
    await waitFor(() => received.length >= emails)
    // They finish running attempts. Until then, an email could arrive twice.
    for (const { child } of servers) child.kill('SIGTERM')
    await Promise.all(servers.map(({ exited }) => exited))
    expect(received).toHaveLength(emails)
    expect(new Set(received.map((mail) => mail.messageId)).size).toBe(emails)
  })
})

describe('two servers on one PostgreSQL database', () => {
  it('start concurrently and keep closed times closed at any isolation level', async () => {
    const env = await databaseSettings('PostgreSQL')
    const { run } = await openDatabaseItself('', env)
    const [{ name = '' } = {}] = await run('select current_database() as name')
    await run(`alter database ${name} set default_transaction_isolation = 'repeatable read'`)
    const [shop = expect.fail()] = await Promise.all([0, 1].map(() => openShop({ env })))
    const desk = await atDesk(shop)
    const watcher = await shop.database()
    // Only in this database, because other test files wait for locks on the same server.
    const locks = `select pid from pg_locks join pg_database on pg_database.oid = pg_locks.database
      where datname = current_database() and not granted`
    const waits = (kind: string) =>
      waitFor(async () => (await watcher.run(`${locks} and locktype = '${kind}'`)).length > 0)
    await run('begin; lock table blocked_times in exclusive mode')
    const times = { from: `${ann.appointment_date}T00:00`, to: `${ann.appointment_date}T23:59`, reason: '' }
    const closing = retryUntilAnswered(async () => desk.rpc('close_time', times))
    await waits('relation')
    const booking = retryUntilAnswered(() => shop.book(ann))
    await waits('advisory')
    await run('rollback')
    expect([(await closing).status, (await booking).status]).toEqual([200, 409])
  })

  it('share one limit for each client address', async () => {
    const settings = { ...(await databaseSettings('PostgreSQL')), RATE_LIMIT_PER_MINUTE: '6' }
    const shops = [await openLimited(settings), await openLimited(settings)]
    const statuses: number[] = []
    for (const { url } of Array.from({ length: 5 }, () => shops).flat()) {
      statuses.push((await bookAt(url, { ...ann, email: 'no' })).status)
    }
    expect(statuses).toEqual([...Array(6).fill(400), ...Array(4).fill(429)])
  })
})

it('startup waits longer than a booking for a SQLite file that another process locks', async () => {
  const folder = createTemporaryFolder()
  const DATA_DIR = join(folder, 'data')
  mkdirSync(DATA_DIR)
  const other = openFile(DATA_DIR)
  other.exec('begin exclusive')
  const server = spawnServer({ PORT: '0', DATA_DIR }, folder, writeDistFixture(folder))
  setTimeout(() => other.exec('commit'), 4000)
  expect((await fetch(`${await getAddress(server)}/healthz`)).status).toBe(200)
})

it.each([
  ['each client’s own behind a trusted proxy', { TRUST_PROXY: 'loopback' }, [400, 400, 429]],
  ['the connection’s behind any other', {}, [400, 429, 429]],
])('the limit of a client address is %s', async (_whose, env, expected) => {
  const { url } = await openLimited({ RATE_LIMIT_PER_MINUTE: '1', ...env })
  const statuses: number[] = []
  for (const address of ['203.0.113.1', '203.0.113.2', '203.0.113.1'])
    statuses.push((await bookAt(url, { ...ann, email: 'no' }, { 'x-forwarded-for': address })).status)
  expect(statuses).toEqual(expected)
})
