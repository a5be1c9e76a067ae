import { describe, expect, it } from 'vitest'
import { business } from '../../site/business.ts'
import { ann, openShop, storedCount, testNoon } from './support/shop-server.ts'

const bo = { ...ann, full_name: 'Bo Diaz', appointment_time: '14:00' }

/** A server that knows how long people take, with a clock that stands still until the test moves it. */
async function openWatchfulShop(env: Record<string, string> = {}) {
  let aheadMs = 0
  const limits = { RATE_LIMIT_PER_MINUTE: '1000', MIN_FILL_SECONDS: '3' }
  const shop = await openShop({ env: { ...limits, ...env }, now: () => testNoon + aheadMs })
  return {
    ...shop,
    /** The page as a browser asks for it. */
    openPage: (headers: Record<string, string> = {}) =>
      fetch(shop.url, { headers: { accept: 'text/html,*/*;q=0.8', ...headers } }),
    /** Call 1. */
    send: (fields: object, headers: Record<string, string> = {}) =>
      shop.post('/rest/v1/appointments', JSON.stringify(fields), headers),
    later: (ms: number) => {
      aheadMs += ms
    },
  }
}

/** The answer's status, and whether it came at once or only after the given time. */
async function held(answer: Promise<Response>, leastMs: number) {
  const began = performance.now()
  const { status } = await answer
  return { status, isHeld: performance.now() - began >= leastMs }
}

describe('a booking sooner after the page than anybody fills in six fields', () => {
  it('is taken once a person could have filled them in, and not before', async () => {
    const shop = await openWatchfulShop()
    await shop.openPage()
    shop.later(2000)
    expect(await held(shop.send(ann), 950)).toEqual({ status: 201, isHeld: true })
  })

  it('is refused to a program that sends the form, which keeps what was typed, and books a moment later', async () => {
    const shop = await openWatchfulShop()
    await shop.openPage()
    const refused = await shop.postForm({ ...ann })
    const page = await refused.text()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3'])
    expect(refused.headers.get('cache-control')).toBe('no-store')
    expect(page).toContain('please press the button once more in a moment')
    expect(page).toContain(business.phone.display)
    expect(page).toContain(`name="full_name" value="${ann.full_name}"`)
    expect(storedCount(shop.file())).toBe(0)
    shop.later(3000)
    expect((await shop.postForm({ ...ann })).status).toBe(200)
  })

  it('is noticed when the browser has had the page already', async () => {
    const shop = await openWatchfulShop()
    const etag = String((await shop.openPage()).headers.get('etag'))
    shop.later(11 * 60_000)
    expect((await shop.openPage({ 'if-none-match': etag })).status).toBe(304)
    expect((await shop.postForm({ ...ann })).status).toBe(429)
  })
})

describe('who need not wait', () => {
  const inTime = { status: 200, isHeld: false }

  it('has taken the time that it takes, from the first time the page was opened', async () => {
    const shop = await openWatchfulShop()
    await shop.openPage()
    shop.later(2999)
    expect((await shop.postForm({ ...ann })).status).toBe(429)
    await shop.openPage()
    shop.later(1)
    expect((await shop.postForm({ ...ann })).status).toBe(200)
  })

  it('has not opened the page as a browser does: programs that make the calls, and look whether we are there', async () => {
    const shop = await openWatchfulShop({ MIN_FILL_SECONDS: '5' })
    await fetch(shop.url)
    await fetch(shop.url, { method: 'HEAD', headers: { accept: 'text/html' } })
    await fetch(`${shop.url}/?visit=x`, { headers: { accept: 'text/html' } })
    expect(await held(shop.send(ann), 5000)).toEqual({ ...inTime, status: 201 })
    expect(await held(shop.postForm({ ...bo }), 5000)).toEqual(inTime)
  })

  it('has opened it so long ago that nobody remembers', async () => {
    const shop = await openWatchfulShop({ MIN_FILL_SECONDS: '5' })
    await shop.openPage()
    shop.later(10 * 60_000)
    await shop.openPage()
    shop.later(4999)
    expect((await shop.postForm({ ...ann })).status).toBe(429)
    shop.later(1)
    expect((await shop.postForm({ ...ann })).status).toBe(200)
  })

  it('is another address behind a trusted proxy; a network of IPv6 is one', async () => {
    const shop = await openWatchfulShop({ TRUST_PROXY: 'loopback' })
    await shop.openPage({ 'x-forwarded-for': '2001:db8:0:1::1' })
    const from = async (address: string) =>
      (await shop.postForm({ ...ann }, { 'x-forwarded-for': address })).status
    expect(await from('2001:db8:0:1:ffff::2')).toBe(429)
    expect(await from('2001:db8:0:2::1')).toBe(200)
  })

  it('is whoever comes after the clock was set back', async () => {
    const shop = await openWatchfulShop()
    await shop.openPage()
    shop.later(-60_000)
    expect((await shop.postForm({ ...ann })).status).toBe(200)
  })

  it('is everybody when it is switched off, or all limits are', async () => {
    for (const off of [{ MIN_FILL_SECONDS: '0' }, { RATE_LIMIT_PER_MINUTE: '0' }]) {
      const shop = await openWatchfulShop(off)
      await shop.openPage()
      expect((await shop.postForm({ ...ann })).status).toBe(200)
    }
  })
})
