import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { wallTimeToEpochMs } from '../../booking/time.ts'
import { visitPage } from '../../copy/pages.ts'
import { everyDay } from '../support/week.ts'
import { openShop } from './support/shop-server.ts'
import { bo, booked, cancel, move, visit } from './support/visits.ts'

describe('the link in the confirmation', () => {
  it('shows the appointment, and the open times of its day or another', async () => {
    const shop = await openShop()
    const token = await booked(shop)
    await shop.book({ ...bo, appointment_date: '2026-12-04' })
    const page = await (await visit(shop, token)).text()
    expect(page).toContain('Thursday, December 3, 2026 at 10:00 AM, Dallas time')
    expect(page).toContain('value="10:30"/>10:30\u00a0AM')
    expect(page).not.toContain('value="10:00"')
    const friday = await (await visit(shop, token, '&on=2026-12-04')).text()
    expect(friday).toContain('Open on Friday, December 4, 2026')
    expect(friday).toContain('value="13:00"')
    expect(friday).not.toContain('value="14:00"')
  })

  it('says which days are open when a closed one is chosen, and ends at the last bookable date', async () => {
    const week = everyDay(['09:00-17:00'], { saturday: [], sunday: [] })
    const shop = await openShop({ opening: { week, latestDaysAhead: 30 } })
    const page = await (await visit(shop, await booked(shop), '&on=2026-12-05')).text()
    expect(page).toContain(
      'No open times on Saturday, December 5, 2026. We’re open every day except Saturday and Sunday.',
    )
    expect(page).toMatch(/<input[^>]* max="2026-12-31"/)
  })

  it('has 256 random bits, is stored as a digest, and is in no search engine, cache, Referer, or log', async () => {
    const lines: string[] = []
    const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
    const shop = await openShop({ log })
    const token = await booked(shop)
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    const rows = shop.file().prepare('select * from manage_links').all()
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain(token)
    const answers = [await visit(shop, token), await move(shop, token, '11:00'), await visit(shop, 'x')]
    for (const { headers } of answers) {
      expect(headers.get('x-robots-tag')).toBe('noindex, nofollow')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('cache-control')).toBe('no-store')
    }
    expect(lines.some((line) => line.includes('request answered'))).toBe(true)
    expect(lines.join('')).not.toContain(token)

    const page = await fetch(`${shop.url}/?utm_source=x`)
    expect([page.status, page.headers.get('x-robots-tag')]).toEqual([200, null])
    expect(page.headers.get('etag')).toBeTruthy()
  })

  it('changes nothing when it’s opened, by GET, HEAD, or a prefetch', async () => {
    const shop = await openShop()
    const token = await booked(shop)
    const tables = ['appointments', 'appointment_changes', 'manage_links']
    const state = () =>
      JSON.stringify(tables.map((table) => shop.file().prepare(`select * from ${table}`).all()))
    const before = state()
    const asks = [
      visit(shop, token),
      visit(shop, token, '', { method: 'HEAD' }),
      visit(shop, token, '', { headers: { 'sec-purpose': 'prefetch;prerender' } }),
      visit(shop, token, '&do=cancel&sequence=0'),
      visit(shop, token, `&do=move&sequence=0&appointment_date=2026-12-03&appointment_time=11:00`),
    ]
    for (const answer of await Promise.all(asks)) expect(answer.status).toBe(200)
    expect(state()).toBe(before)
  })

  it('opens nothing when it’s wrong, or the appointment is past', async () => {
    const shop = await openShop()
    const token = await booked(shop)
    for (const wrong of ['', 'x', token.slice(1), `${token}x`, 'a'.repeat(8000)]) {
      const answer = await visit(shop, wrong)
      expect(answer.status).toBe(404)
      expect(await answer.text()).toContain(visitPage.unknownTitle)
      expect((await cancel(shop, wrong)).status).toBe(404)
    }
    await shop.close()
    const nowEpochMs = wallTimeToEpochMs('2026-12-03', '11:00', 'America/Chicago')
    const later = await openShop({ nowEpochMs, folder: shop.folder })
    expect((await visit(later, token)).status).toBe(404)
  })

  it('doesn’t say that the booking failed when the database does, and links to the appointment', async () => {
    const shop = await openShop()
    const token = await booked(shop)
    shop.file().exec('alter table manage_links rename to tokens_away')
    for (const [answer, text] of [
      [await visit(shop, token), 'We can’t show your appointment right now.'],
      [await cancel(shop, token), 'We can’t tell yet whether that worked.'],
    ] as const) {
      expect(answer.status).toBe(500)
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
      const page = await answer.text()
      expect(page).toContain(text)
      expect(page).not.toContain('Booking')
      expect(page).toContain(`href="/?visit=${token}"`)
    }
    shop.file().exec('alter table tokens_away rename to manage_links')
    expect(await (await visit(shop, token)).text()).toContain('10:00 AM, Dallas time')
  })

  it('says that there were too many requests, not that a booking failed', async () => {
    const shop = await openShop({ env: { RATE_LIMIT_PER_MINUTE: '1' } })
    await cancel(shop, 'x')
    const answer = await cancel(shop, 'x')
    expect(answer.status).toBe(429)
    expect(answer.headers.get('x-robots-tag')).toBe('noindex, nofollow')
    const page = await answer.text()
    expect(page).toContain('Too many requests.')
    expect(page).not.toContain('Booking')
  })
})
