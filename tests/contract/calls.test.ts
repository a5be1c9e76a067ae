import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import fastify from 'fastify'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { callErrors } from '#copy/errors.ts'
import { shop } from '../../booking/opening-hours.ts'
import { msPerDay, msPerHour } from '../../booking/time.ts'
import { createAvailability } from '../../server/appointments/availability.ts'
import { createOpeningHours } from '../../server/appointments/opening-hours.ts'
import { openSqlite } from '../../server/db/sqlite.ts'
import { openStores } from '../../server/db/stores.ts'
import { socialProof } from '../../server/http/social-proof.ts'
import { version } from '../../server/lib/version.ts'
import { everyDay } from '../support/week.ts'
import { createFrozenClock, officialClient } from './support/desk.ts'
import { readValue } from './support/markup.ts'
import {
  ann,
  createTemporaryFolder,
  keyHeaders,
  type OpenShop,
  openShop,
  testNoon,
} from './support/shop-server.ts'

const ask = (shop: OpenShop, call: string, headers: Record<string, string> = {}) =>
  fetch(`${shop.url}/rest/v1/rpc/${call}`, { headers: { ...keyHeaders, ...headers } })

describe('open_times', () => {
  it('returns the open times of a day, none for a past day, also to the official client', async () => {
    const shop = await openShop({ opening: { offeredEveryMinutes: 240 } })
    const times = ['09:00', '13:00', '17:00']
    const answer = await ask(shop, 'open_times?on=2026-12-02')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await answer.json()).toEqual(times)
    const { data } = await officialClient(shop.url).rpc('open_times', { on: '2026-12-02' })
    expect(data).toEqual(times)
    expect(await shop.openTimes('2026-12-01')).toEqual([])
    await shop.book({ ...ann, appointment_time: '12:30' })
    expect(await shop.openTimes('2026-12-03')).toEqual(['09:00', '17:00'])

    expect((await shop.post('/rest/v1/rpc/open_times', '{"on":"tomorrow"}')).status).toBe(400)
    for (const query of ['', '?on=', '?on=2027-02-29', '?on=tomorrow', '?on=2026-12-02&on=2026-12-03']) {
      const response = await ask(shop, `open_times${query}`)
      const { message } = await response.json()
      expect([response.status, message]).toEqual([400, callErrors.parameterDay('on')])
    }
  })
})

describe('open_days', () => {
  it('returns the days with open times, without full, closed, and past ones', async () => {
    const week = everyDay(['09:00-17:00'], { friday: [] })
    const shop = await openShop({ opening: { week, offeredEveryMinutes: 240, dates: { '2026-12-05': [] } } })
    for (const appointment_time of ['09:00', '13:00', '17:00'])
      await shop.book({ ...ann, full_name: appointment_time, appointment_time })
    await shop.book({ ...ann, appointment_date: '2026-12-06', appointment_time: '12:30' })
    const days = [
      { date: '2026-12-02', times: ['09:00', '13:00', '17:00'] },
      { date: '2026-12-06', times: ['09:00', '17:00'] },
    ]
    const answer = await ask(shop, 'open_days?from=2020-01-01&days=5')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await answer.json()).toEqual(days)
    const { data } = await officialClient(shop.url).rpc('open_days', { from: '2026-12-03', days: 4 })
    expect(data).toEqual(days.slice(1))
    // Nothing is past the last bookable day, or past the calendar's end.
    for (const from of ['2029-01-01', '9999-12-31'])
      expect(await (await ask(shop, `open_days?from=${from}&days=31`)).json()).toEqual([])
  })

  it('rejects an invalid day, and fewer than 1 or more than 31 days', async () => {
    const shop = await openShop()
    for (const [query, message] of [
      ['?days=7', callErrors.parameterDay('from')],
      ['?from=2027-02-29&days=7', callErrors.parameterDay('from')],
      ...['', '0', '32', '1.5', 'x', '7&days=8'].map(
        (days) => [`?from=2026-12-02&days=${days}`, callErrors.parameterDays('days', 31)] as const,
      ),
    ]) {
      const response = await ask(shop, `open_days${query}`)
      expect([query, response.status, (await response.json()).message]).toEqual([query, 400, message])
    }
  })
})

describe('hours', () => {
  it('returns the first bookable date and the hours in effect, without past dates', async () => {
    const week = everyDay(['09:00-19:00'])
    const shop = await openShop({ opening: { week, dates: { '2026-11-26': [], '2026-12-25': [] } } })
    const answer = await ask(shop, 'hours')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const opening = { week, dates: { '2026-12-25': [] } }
    expect(await answer.json()).toMatchObject({ earliest_date: '2026-12-02', opening })
  })
})

describe('social_proof', () => {
  const seenBy = async (shop: OpenShop, visitor: string = randomUUID(), headers = {}) =>
    (await ask(shop, `social_proof?visitor=${visitor}`, headers)).json()

  it('returns true figures, whose count of open times is at most ten seconds old', async () => {
    const { now, pass } = createFrozenClock()
    const shop = await openShop({ opening: { offeredEveryMinutes: 480 }, now })
    const aheadMs = 365 * msPerDay
    pass(aheadMs)
    // A clock that was ahead adds nothing to them.
    expect((await shop.book({ ...ann, appointment_date: '2028-03-02' })).status).toBe(201)
    await seenBy(shop)
    pass(-aheadMs)
    const visitor = randomUUID()
    const first = { viewers: 1, open_times_left_this_month: 60, minutes_since_last_booking: null }
    // From December 2 to 31, at 09:00 and 17:00.
    expect(await seenBy(shop, visitor)).toEqual(first)
    await shop.book({ ...ann, appointment_time: '09:00' })
    pass(10_000)
    expect(await seenBy(shop)).toEqual({ ...first, viewers: 2, minutes_since_last_booking: 0 })
    pass(1000)
    expect(await seenBy(shop, visitor)).toMatchObject({ viewers: 2, open_times_left_this_month: 59 })
    expect(await seenBy(shop, 'me')).toMatchObject({ message: callErrors.uuid('visitor') })
  })

  it('doesn’t exist unless the shop shows true numbers', async () => {
    for (const socialProofMode of ['simulated', 'off'] as const) {
      const shop = await openShop({ socialProofMode })
      expect((await ask(shop, `social_proof?visitor=${randomUUID()}`)).status).toBe(404)
    }
  })

  it('counts the month once for simultaneous requests', async () => {
    const engine = await openSqlite(join(createTemporaryFolder(), 'test.sqlite'), { seats: 1 })
    onTestFinished(() => engine.close())
    const storage = await openStores(engine)
    const now = () => testNoon
    const availability = createAvailability({ ...storage, now })
    const count = vi.spyOn(availability, 'clientsLeftThisMonth')
    const app = fastify()
    socialProof(app, {
      storage,
      availability,
      openingHours: createOpeningHours(storage.hours, shop, now),
      isSocialProofLive: true,
      now,
    })
    const visit = async () => (await app.inject(`/rpc/social_proof?visitor=${randomUUID()}`)).statusCode
    expect(await Promise.all([visit(), visit(), visit()])).toEqual([200, 200, 200])
    expect(count).toHaveBeenCalledOnce()
  })

  it('counts at most five viewers from one address', async () => {
    const shop = await openShop({ env: { TRUST_PROXY: 'loopback' } })
    const viewers = async (ip: string) =>
      (await seenBy(shop, randomUUID(), { 'x-forwarded-for': ip })).viewers
    for (let count = 1; count <= 5; count++) expect(await viewers('203.0.113.7')).toBe(count)
    for (let count = 0; count < 20; count++) expect(await viewers('203.0.113.7')).toBe(5)
    expect(await viewers('203.0.113.8')).toBe(6)
  })
})

it('an invalid body of calls 2 and 3 is rejected with a message for each error', async () => {
  const shop = await openShop()
  const texts = { summary: '', description: '', startDateTime: '', attendeeEmail: '' }
  const noInstant = { ...texts, endDateTime: '2026-12-03T11:00:00Z' }
  for (const [name, body, message] of [
    ['create-calendar-event', [], callErrors.eventBody],
    ['create-calendar-event', noInstant, callErrors.instant('startDateTime')],
    ['send-appointment-notification', [], callErrors.notificationBody],
    ['send-appointment-notification', { calendarLink: '' }, callErrors.sixFields],
    ['send-appointment-notification', { appointmentData: ann }, callErrors.text('calendarLink')],
  ] as const) {
    const response = await shop.post(`/functions/v1/${name}`, JSON.stringify(body))
    expect([response.status, (await response.json()).message]).toEqual([400, message])
  }
})

it('healthz writes once for all requests within two seconds', async () => {
  const { now, pass } = createFrozenClock()
  const shop = await openShop({ now })
  shop.file().exec(`create table beats (at integer);
    create trigger inserted after insert on heartbeat begin insert into beats values (new.beat_at_ms); end;
    create trigger updated after update on heartbeat begin insert into beats values (new.beat_at_ms); end;`)
  const beatsAfter = async (ms: number) => {
    pass(ms)
    const answers = await Promise.all(Array.from({ length: 20 }, () => fetch(`${shop.url}/healthz`)))
    for (const answer of answers) {
      expect([answer.status, await answer.json()]).toEqual([200, { status: 'ok', version }])
    }
    return shop.file().prepare('select count(*) as count from beats').get()?.count
  }
  expect([await beatsAfter(0), await beatsAfter(0), await beatsAfter(2000)]).toEqual([1, 1, 2])
  expect([await beatsAfter(0), await beatsAfter(-msPerHour)]).toEqual([2, 3])
})

it('rejects other methods and lists the allowed ones', async () => {
  const { url } = await openShop()
  for (const [method, path, allow] of [
    ['PUT', '/', 'GET, HEAD, POST, OPTIONS'],
    ['DELETE', '/book', 'GET, HEAD, POST, OPTIONS'],
    ['POST', '/book/consultation.ics', 'GET, HEAD, OPTIONS'],
    ['POST', '/healthz', 'GET, HEAD, OPTIONS'],
    ['PUT', '/rest/v1/rpc/open_times', 'GET, HEAD, POST, OPTIONS'],
    ['GET', '/functions/v1/create-calendar-event', 'POST, OPTIONS'],
    ['PATCH', '/functions/v1/send-appointment-notification', 'POST, OPTIONS'],
    ['OPTIONS', '/rest/v1/appointments', 'POST, OPTIONS'],
  ] as const) {
    const { status, headers } = await fetch(url + path, { method, headers: keyHeaders })
    const expected = { path, status: method === 'OPTIONS' ? 204 : 405, allow }
    expect({ path, status, allow: headers.get('allow') }).toEqual(expected)
  }
})

it('the limit per client address counts all kinds of writes, and says when to try again', async () => {
  // On a frozen clock, the minute doesn't end.
  const shop = await openShop({ env: { RATE_LIMIT_PER_MINUTE: '3' }, now: () => testNoon })
  await shop.postForm({})
  await shop.post('/functions/v1/create-calendar-event', '{}')
  expect((await shop.book(ann)).status).toBe(201)
  const rejected = await shop.send(ann)
  expect(rejected.status).toBe(429)
  expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(rejected.headers.get('cache-control')).toBe('no-store')
  const message = expect.stringMatching(/^Too many requests. Please try again in \d+ seconds.$/)
  expect(await rejected.json()).toMatchObject({ code: '54000', message })
  const form = await shop.postForm({ ...ann })
  expect(form.status).toBe(429)
  const page = await form.text()
  expect(page).toContain('Too many requests.')
  expect(readValue(page, 'full_name')).toBe(ann.full_name)
  expect((await fetch(shop.url)).status).toBe(200)
  expect(await shop.openTimes('2026-12-02')).not.toEqual([])
})
