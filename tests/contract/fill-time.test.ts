import { describe, expect, it } from 'vitest'
import { business } from '../../site/business.ts'
import { prove } from './support/prove.ts'
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

describe('a booking sooner after the page than anybody fills in six fields', () => {
  it('needs a proof of work, and is taken with it', async () => {
    const shop = await openWatchfulShop()
    await shop.openPage()
    shop.later(1500)
    const asked = await shop.send(ann)
    const { code, message, details } = await asked.json()
    expect([asked.status, asked.headers.get('retry-after'), code]).toEqual([428, '2', 'PT428'])
    expect(message).toMatch(/^The form was filled in faster than people do\. .* press the button once more/)
    expect(storedCount(shop.file())).toBe(0)
    expect((await shop.send(ann, { altcha: await prove(JSON.parse(details)) })).status).toBe(201)
  })

  it('is told to press the button once more without script, keeps what was typed, and then books', async () => {
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
    expect((await shop.send(ann)).status).toBe(428)
  })

  it('is the same appointment when it stands booked already', async () => {
    const shop = await openWatchfulShop()
    expect((await shop.send(ann)).status).toBe(201)
    await shop.openPage()
    expect((await shop.send(ann)).status).toBe(200)
    expect((await shop.postForm({ ...ann })).status).toBe(200)
    expect((await shop.send(bo)).status).toBe(428)
    expect(storedCount(shop.file())).toBe(1)
  })
})

describe('who is not asked for a proof', () => {
  it('has taken the time that it takes, from the first time the page was opened', async () => {
    const shop = await openWatchfulShop()
    await shop.openPage()
    shop.later(2999)
    expect((await shop.send(ann)).status).toBe(428)
    await shop.openPage()
    shop.later(1)
    expect((await shop.send(ann)).status).toBe(201)
  })

  it('has not opened the page as a browser does: programs that make the calls, and look whether we are there', async () => {
    const shop = await openWatchfulShop()
    await fetch(shop.url)
    await fetch(shop.url, { method: 'HEAD', headers: { accept: 'text/html' } })
    await fetch(`${shop.url}/?visit=x`, { headers: { accept: 'text/html' } })
    expect((await shop.send(ann)).status).toBe(201)
    expect((await shop.postForm({ ...bo })).status).toBe(200)
  })

  it('has opened it so long ago that nobody remembers', async () => {
    const shop = await openWatchfulShop({ MIN_FILL_SECONDS: '60' })
    await shop.openPage()
    shop.later(10 * 60_000)
    await shop.openPage()
    shop.later(59_999)
    expect((await shop.send(ann)).status).toBe(428)
    shop.later(1)
    expect((await shop.send(ann)).status).toBe(201)
  })

  it('is another address behind a trusted proxy; a network of IPv6 is one', async () => {
    const shop = await openWatchfulShop({ TRUST_PROXY: 'loopback' })
    await shop.openPage({ 'x-forwarded-for': '2001:db8:0:1::1' })
    const from = async (address: string) => (await shop.send(ann, { 'x-forwarded-for': address })).status
    expect(await from('2001:db8:0:1:ffff::2')).toBe(428)
    expect(await from('2001:db8:0:2::1')).toBe(201)
  })

  it('is whoever comes after the clock was set back', async () => {
    const shop = await openWatchfulShop()
    await shop.openPage()
    shop.later(-60_000)
    expect((await shop.send(ann)).status).toBe(201)
  })

  it('is nobody when it is switched off, or all limits are', async () => {
    for (const off of [{ MIN_FILL_SECONDS: '0' }, { RATE_LIMIT_PER_MINUTE: '0' }]) {
      const shop = await openWatchfulShop(off)
      await shop.openPage()
      expect((await shop.send(ann)).status).toBe(201)
    }
  })
})
