import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { msPerDay } from '../../booking/time.ts'
import { callErrors, requestErrors } from '../../copy/errors.ts'
import { everyDay } from '../support/week.ts'
import { openClock } from './support/clock.ts'
import { officialClient } from './support/desk.ts'
import { valueIn } from './support/markup.ts'
import { ann, keyed, openShop, testNoon } from './support/shop-server.ts'

describe('open_times', () => {
  it('returns the open times of a day, none for a past day, also to the official client', async () => {
    const shop = await openShop({ opening: { offeredEveryMinutes: 240 } })
    const times = ['09:00', '13:00', '17:00']
    const answer = await fetch(`${shop.url}/rest/v1/rpc/open_times?on=2026-12-02`, { headers: keyed })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await answer.json()).toEqual(times)
    const { data } = await officialClient(shop.url).rpc('open_times', { on: '2026-12-02' })
    expect(data).toEqual(times)
    expect(await shop.openTimes('2026-12-01')).toEqual([])
    await shop.book({ ...ann, appointment_time: '12:30' })
    expect(await shop.openTimes('2026-12-03')).toEqual(['09:00', '17:00'])
  })

  it('rejects anything but a day', async () => {
    const { url, post } = await openShop()
    expect((await post('/rest/v1/rpc/open_times', '{"on":"tomorrow"}')).status).toBe(400)
    for (const query of ['', '?on=', '?on=2027-02-29', '?on=tomorrow', '?on=2026-12-02&on=2026-12-03']) {
      const response = await fetch(`${url}/rest/v1/rpc/open_times${query}`, { headers: keyed })
      expect(response.status).toBe(400)
      expect((await response.json()).message).toBe('The parameter on must be a date as YYYY-MM-DD.')
    }
  })
})

describe('hours', () => {
  it('names the first bookable date and the hours in effect, without dates that are over', async () => {
    const closedDates = ['2026-11-26', '2026-12-25']
    const week = everyDay(['09:00-19:00'])
    const shop = await openShop({ opening: { week, closedDates } })
    const answer = await fetch(`${shop.url}/rest/v1/rpc/hours`, { headers: keyed })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await answer.json()).toMatchObject({
      earliest_date: '2026-12-02',
      opening: { week, closedDates: ['2026-12-25'] },
    })
  })
})

describe('social_proof', () => {
  it('returns true figures', async () => {
    const aheadMs = 365 * msPerDay
    const clock = openClock(testNoon + aheadMs)
    const shop = await openShop({ opening: { offeredEveryMinutes: 480 }, now: clock.now })
    const ask = async (visitor: string) =>
      (await fetch(`${shop.url}/rest/v1/rpc/social_proof?visitor=${visitor}`, { headers: keyed })).json()
    const one = '6f0c9b5e-0d5c-4a55-9a6e-6d3a1f0f4b11'
    // A clock that was ahead adds nothing to them.
    expect((await shop.book({ ...ann, appointment_date: '2028-03-02' })).status).toBe(201)
    await ask('6f0c9b5e-0d5c-4a55-9a6e-6d3a1f0f4b10')
    clock.wind(-aheadMs)
    expect(await ask(one)).toEqual({
      viewers: 1,
      // From December 2 to 31, at 09:00 and 17:00.
      open_times_left_this_month: 60,
      minutes_since_last_booking: null,
    })
    await shop.book(ann)
    await ask(one)
    expect(await ask('6f0c9b5e-0d5c-4a55-9a6e-6d3a1f0f4b12')).toMatchObject({
      viewers: 2,
      minutes_since_last_booking: 0,
    })
    expect(await ask('me')).toMatchObject({ message: 'The parameter visitor must be a UUID.' })
  })

  it('counts at most five viewers from one address', async () => {
    const shop = await openShop({ env: { TRUST_PROXY: 'loopback' } })
    const viewers = async (ip: string, visitor: string): Promise<number> => {
      const headers = { ...keyed, 'x-forwarded-for': ip }
      const answer = await fetch(`${shop.url}/rest/v1/rpc/social_proof?visitor=${visitor}`, { headers })
      return (await answer.json()).viewers
    }
    for (let count = 1; count <= 5; count++) expect(await viewers('203.0.113.7', randomUUID())).toBe(count)
    for (let count = 0; count < 20; count++) expect(await viewers('203.0.113.7', randomUUID())).toBe(5)
    expect(await viewers('203.0.113.8', randomUUID())).toBe(6)
  })
})

it('a wrong body of calls 2 and 3 is rejected with a message for each error', async () => {
  const shop = await openShop()
  const texts = { summary: '', description: '', startDateTime: '', attendeeEmail: '' }
  for (const [name, body, message] of [
    ['create-calendar-event', [], callErrors.eventBody],
    [
      'create-calendar-event',
      { ...texts, endDateTime: '2026-12-03T11:00:00Z' },
      'startDateTime must be an ISO date and time with an offset.',
    ],
    ['send-appointment-notification', [], callErrors.notificationBody],
    ['send-appointment-notification', { calendarLink: '' }, callErrors.sixFields],
    ['send-appointment-notification', { appointmentData: ann }, 'calendarLink must be text.'],
  ] as const) {
    const response = await shop.post(`/functions/v1/${name}`, JSON.stringify(body))
    expect([response.status, (await response.json()).message]).toEqual([400, message])
  }
})

describe('healthz', () => {
  it('writes once for all requests within two seconds', async () => {
    let nowEpochMs = testNoon
    const shop = await openShop({ now: () => nowEpochMs })
    shop.file().exec(`create table beats (at integer);
      create trigger inserted after insert on heartbeat begin insert into beats values (new.beat_at_ms); end;
      create trigger updated after update on heartbeat begin insert into beats values (new.beat_at_ms); end;`)
    const ask = async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => fetch(`${shop.url}/healthz`)))
      expect(answers.every(({ status }) => status === 200)).toBe(true)
      return shop.file().prepare('select count(*) as count from beats').get()?.count
    }
    expect([await ask(), await ask()]).toEqual([1, 1])
    nowEpochMs += 2000
    expect([await ask(), await ask()]).toEqual([2, 2])
    nowEpochMs -= 3_600_000
    expect(await ask()).toBe(3)
  })

  it('answers 503 while the database takes no write, like bookings, and both recover', async () => {
    const shop = await openShop()
    const other = shop.file()
    other.exec('begin immediate')
    const red = await fetch(`${shop.url}/healthz`)
    expect(red.status).toBe(503)
    expect(red.headers.get('retry-after')).toBe('5')
    expect(await shop.book(ann)).toMatchObject({ status: 503, error: { message: requestErrors.unavailable } })
    other.exec('rollback')
    expect((await fetch(`${shop.url}/healthz`)).status).toBe(200)
    expect((await shop.book(ann)).status).toBe(201)
  })
})

describe('another method', () => {
  it('is rejected with the allowed ones', async () => {
    const { url } = await openShop()
    const calls = [
      ['PUT', '/', 'GET, HEAD, POST, OPTIONS'],
      ['DELETE', '/book', 'GET, HEAD, POST, OPTIONS'],
      ['POST', '/book/consultation.ics', 'GET, HEAD, OPTIONS'],
      ['POST', '/healthz', 'GET, HEAD, OPTIONS'],
      ['PUT', '/rest/v1/rpc/open_times', 'GET, HEAD, POST, OPTIONS'],
      ['GET', '/functions/v1/create-calendar-event', 'POST, OPTIONS'],
      ['PATCH', '/functions/v1/send-appointment-notification', 'POST, OPTIONS'],
    ] as const
    for (const [method, path, allow] of calls) {
      const response = await fetch(url + path, { method, headers: keyed })
      expect({ path, status: response.status }).toEqual({ path, status: 405 })
      expect(response.headers.get('allow')).toBe(allow)
    }
    const options = await fetch(`${url}/rest/v1/appointments`, { method: 'OPTIONS', headers: keyed })
    expect(options.status).toBe(204)
    expect(options.headers.get('allow')).toBe('POST, OPTIONS')
  })
})

describe('the limit per client address', () => {
  it('counts all kinds of writes, and says when to try again', async () => {
    // On a clock that stands still, the minute doesn't end.
    const shop = await openShop({ env: { RATE_LIMIT_PER_MINUTE: '3' }, now: () => testNoon })
    await shop.postForm({})
    await shop.post('/functions/v1/create-calendar-event', '{}')
    expect((await shop.book(ann)).status).toBe(201)
    const refused = await shop.send(ann)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(refused.headers.get('cache-control')).toBe('no-store')
    expect(await refused.json()).toMatchObject({
      code: '54000',
      message: expect.stringMatching(/^Too many requests. Please try again in \d+ seconds.$/),
    })
    const answer = await shop.postForm({ ...ann })
    expect(answer.status).toBe(429)
    const page = await answer.text()
    expect(page).toContain('Too many requests.')
    expect(valueIn(page, 'full_name')).toBe(ann.full_name)
    expect((await fetch(shop.url)).status).toBe(200)
    expect(await shop.openTimes('2026-12-02')).not.toEqual([])
  })
})
