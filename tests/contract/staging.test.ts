import { describe, expect, it } from 'vitest'
import { stagingRibbon } from '#copy/pages.ts'
import { getFreePort } from '../support/free-port.ts'
import { ownEvents, waitForPolls } from './support/calendar-reading.ts'
import { openMailServer } from './support/mail-server.ts'
import { shareRadicale } from './support/radicale.ts'
import { ann, openShop } from './support/shop-server.ts'
import { cancel, getVisitToken } from './support/visits.ts'

const openCalendar = shareRadicale()

describe('a copy of the real data, with STAGING=1', () => {
  it('reads the owner’s calendar and never writes it, and saves emails as files despite a mail server', async () => {
    const calendar = await openCalendar()
    await calendar.putEvent('private', ['DTSTART:20261203T210000Z', 'DTEND:20261203T220000Z'])
    const port = await getFreePort()
    const sent = await openMailServer(port)
    const mail = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'shop@tailor.example' }
    const shop = await openShop({ env: { ...calendar.env, ...mail, STAGING: '1' } })
    const times = await shop.openTimes(ann.appointment_date)
    expect([times.includes('15:00'), times.includes('10:00')]).toEqual([false, true])

    expect(await shop.book(ann)).toMatchObject({ status: 201 })
    const { run } = await shop.database()
    const settled = async () => {
      await shop.finishJobs()
      await waitForPolls(calendar, shop, 2)
    }
    await settled()
    // An entry that isn't in the calendar was never there, so the owner didn't delete it.
    expect(await run('select status from appointments')).toEqual([{ status: 'confirmed' }])
    await cancel(shop, await getVisitToken(shop))
    await settled()
    expect(await shop.mails()).not.toEqual([])
    expect(await shop.mails('client-invitation')).not.toEqual([])
    expect(sent).toEqual([])
    expect(await ownEvents(calendar)).toEqual([])
  })

  it('shows on each page that it’s a copy, and asks search engines to stay out', async () => {
    const { url } = await openShop({ env: { STAGING: '1' } })
    for (const path of ['/', '/?desk', '/?visit=unknown', '/nowhere']) {
      const answer = await fetch(url + path)
      const html = await answer.text()
      const [, style = ''] = /<style>(\.staging[^<]*)<\/style><\/head>/.exec(html) ?? []
      const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(style))
      const hash = `'sha256-${Buffer.from(digest).toString('base64')}'`
      expect(html.split(stagingRibbon)).toHaveLength(2)
      expect(answer.headers.get('content-security-policy')).toContain(hash)
      expect(answer.headers.get('x-robots-tag')).toContain('noindex')
    }
    const asset = await fetch(`${url}/assets/page-abc123.js`)
    expect([asset.status, asset.headers.get('x-robots-tag')]).toEqual([200, 'noindex, nofollow'])
    expect(await (await fetch(`${url}/robots.txt`)).text()).toBe('User-agent: *\nDisallow: /\n')
  })
})
