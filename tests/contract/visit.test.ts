import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { wallTimeToEpochMs } from '../../booking/wall-time.ts'
import { engines } from './support/engines.ts'
import { ann, type OpenShop, openShop, until } from './support/shop-server.ts'

const bo = { ...ann, full_name: 'Bo Diaz', email: 'bo@example.com', appointment_time: '14:00' }

/** The token of the link in the mail of that kind, as the client finds it. */
async function tokenOf(shop: OpenShop, email: string = ann.email): Promise<string> {
  let token: string | undefined
  await until(async () => {
    const mails = await shop.mails('client-invitation')
    const mail = mails.find(({ to }) => to?.[0]?.address === email)
    token = /\?visit=([\w-]+)/.exec(mail?.text ?? '')?.[1]
    return token !== undefined
  })
  return token ?? ''
}

async function booked(shop: OpenShop, fields = ann) {
  await shop.book(fields)
  return tokenOf(shop, fields.email)
}

const visit = (shop: OpenShop, token: string, more = '', init: RequestInit = {}) =>
  fetch(`${shop.url}/?visit=${token}${more}`, { redirect: 'manual', ...init })

const send = (shop: OpenShop, fields: Record<string, string>) =>
  fetch(`${shop.url}/`, { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) })

const move = (shop: OpenShop, token: string, time: string, sequence = '0', date = ann.appointment_date) =>
  send(shop, { visit: token, sequence, do: 'move', appointment_date: date, appointment_time: time })

const cancel = (shop: OpenShop, token: string, sequence = '0') =>
  send(shop, { visit: token, sequence, do: 'cancel' })

async function count(shop: OpenShop, from: string): Promise<number> {
  const [row] = await (await shop.database()).run(`select count(*) as count from ${from}`)
  return Number(row?.count)
}

describe('the link in the confirmation', () => {
  it('shows the appointment and the open times of its day', async () => {
    const shop = await openShop()
    const token = await booked(shop)
    const answer = await visit(shop, token)
    const page = await answer.text()
    expect(answer.status).toBe(200)
    expect(page).toContain('Thursday, December 3, 2026 at 10:00 AM, Dallas time')
    expect(page).toContain('value="10:30" required>10:30\u00a0AM')
    expect(page).not.toContain('value="10:00" required')
  })

  it('shows the open times of another day', async () => {
    const shop = await openShop()
    await shop.book({ ...bo, appointment_date: '2026-12-04' })
    const page = await (await visit(shop, await booked(shop), '&on=2026-12-04')).text()
    expect(page).toContain('Open on Friday, December 4, 2026')
    expect(page).toContain('value="13:00"')
    expect(page).not.toContain('value="14:00"')
  })

  it('has 256 bits of chance and is kept as a digest only', async () => {
    const shop = await openShop()
    const token = await booked(shop)
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    const rows = shop.file().prepare('select * from visit_tokens').all()
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  it('is found by no search engine, kept in no cache, told to no other site and written into no log', async () => {
    const lines: string[] = []
    const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
    const shop = await openShop({ log })
    const token = await booked(shop)
    for (const answer of [
      await visit(shop, token),
      await move(shop, token, '11:00'),
      await visit(shop, 'x'),
    ]) {
      expect(answer.headers.get('x-robots-tag')).toBe('noindex, nofollow')
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
      expect(answer.headers.get('cache-control')).toBe('no-store')
    }
    expect(lines.some((line) => line.includes('request answered'))).toBe(true)
    expect(lines.join('')).not.toContain(token)
  })

  it('changes nothing when it is looked at, by GET, HEAD or ahead of a click', async () => {
    const shop = await openShop()
    const token = await booked(shop)
    const state = () =>
      JSON.stringify(
        ['appointments', 'appointment_changes', 'visit_tokens'].map((table) =>
          shop.file().prepare(`select * from ${table}`).all(),
        ),
      )
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

  it('opens nothing when it is wrong, or when the appointment is over', async () => {
    const shop = await openShop()
    const token = await booked(shop)
    for (const wrong of ['', 'x', token.slice(1), `${token}x`, 'a'.repeat(8000)]) {
      const answer = await visit(shop, wrong)
      expect(answer.status).toBe(404)
      expect(await answer.text()).toContain('This link opens nothing.')
      expect((await cancel(shop, wrong)).status).toBe(404)
    }
    const after = wallTimeToEpochMs('2026-12-03', '11:00', 'America/Chicago')
    await shop.close()
    const later = await openShop({ nowEpochMs: after, folder: shop.folder })
    expect((await visit(later, token)).status).toBe(404)
  })

  it('is not the page: the page itself stays cacheable and the same', async () => {
    const shop = await openShop()
    const page = await fetch(`${shop.url}/`)
    expect(page.headers.get('etag')).toBeTruthy()
    expect(page.headers.get('x-robots-tag')).toBeNull()
    expect((await fetch(`${shop.url}/?utm_source=x`)).status).toBe(200)
  })
})

describe.each(engines)('moving the appointment, on %s', (engine) => {
  it('takes the new time, frees the old one, and tells the calendar, the business and the client', async () => {
    const shop = await openShop({ engine })
    const token = await booked(shop)
    await shop.notify(ann)
    const answer = await move(shop, token, '15:00')
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe(`/?visit=${token}`)
    expect(await (await visit(shop, token)).text()).toContain(
      'Your appointment has moved. It was on Thursday, December 3, 2026 at 10:00 AM, Dallas time.',
    )
    const open = await shop.openTimes(ann.appointment_date)
    expect(open).toContain('10:00')
    expect(open).not.toContain('15:00')

    await until(
      async () => (await shop.mails()).length === 2 && (await shop.mails('client-invitation')).length === 2,
    )
    const toBusiness = (await shop.mails()).find(({ subject }) => subject?.startsWith('Moved: Ann Lee'))
    expect(toBusiness?.text).toContain('It was on Thursday, December 3, 2026 at 10:00 AM')
    expect(toBusiness?.text).toContain('Preferred Time: 15:00')
    await until(async () => (await shop.feed()).includes('SEQUENCE:1'))
    const feed = await shop.feed()
    expect(feed.match(/BEGIN:VEVENT/g)).toHaveLength(1)
    expect(feed).toContain('T150000')
  })

  it('is refused where somebody else comes; the appointment stands, and the open times are shown', async () => {
    const shop = await openShop({ engine })
    await shop.book(bo)
    const token = await booked(shop)
    const answer = await move(shop, token, '14:30')
    const page = await answer.text()
    expect(answer.status).toBe(409)
    expect(page).toContain('That time has just been taken.')
    expect(page).toContain('10:00 AM, Dallas time')
    expect(page).toContain('value="15:00"')
  })

  it('lets one of two clients win who move to one time', async () => {
    const shop = await openShop({ engine })
    const tokens = [await booked(shop), await booked(shop, bo)]
    const answers = await Promise.all(tokens.map((token) => move(shop, token, '16:00')))
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409])
    expect(await count(shop, "appointments where appointment_time = '16:00'")).toBe(1)
  })

  it('lets one of a move and a booking win that want one time', async () => {
    const shop = await openShop({ engine })
    const token = await booked(shop)
    const [moved, booking] = await Promise.all([
      move(shop, token, '16:00'),
      shop.book({ ...bo, appointment_time: '16:00' }),
    ])
    expect([moved.status, booking.status].sort()).toEqual(moved.status === 303 ? [303, 409] : [201, 409])
  })

  it('is done once when the form is sent twice', async () => {
    const shop = await openShop({ engine })
    const token = await booked(shop)
    const answers = await Promise.all([move(shop, token, '15:00'), move(shop, token, '15:00')])
    expect(answers.map(({ status }) => status)).toEqual([303, 303])
    expect(await (await shop.database()).run('select sequence from appointments')).toEqual([{ sequence: 1 }])
  })

  it('says so when the appointment was changed since the page was opened', async () => {
    const shop = await openShop({ engine })
    const token = await booked(shop)
    await move(shop, token, '15:00')
    const answer = await move(shop, token, '16:00', '0')
    expect(answer.status).toBe(409)
    expect(await answer.text()).toContain('Your appointment was changed in the meantime.')
  })

  it('keeps the rules of a booking', async () => {
    const shop = await openShop({ engine })
    const token = await booked(shop)
    const wrong = [
      ['', ann.appointment_date],
      ['08:00', ann.appointment_date],
      ['10:00', '2026-12-01'],
      ['10:00', '2026-02-30'],
      ['<b>', ann.appointment_date],
    ] as const
    for (const [time, date] of wrong) {
      const answer = await move(shop, token, time, '0', date)
      expect(answer.status).toBe(400)
      expect(await answer.text()).not.toContain('<b>')
    }
  })
})

describe.each(engines)('cancelling the appointment, on %s', (engine) => {
  it('frees the time and tells the calendar, the business and the client', async () => {
    const shop = await openShop({ engine })
    const token = await booked(shop)
    await shop.notify(ann)
    expect((await cancel(shop, token)).status).toBe(303)
    const page = await (await visit(shop, token)).text()
    expect(page).toContain('Your consultation is cancelled.')
    expect(await shop.openTimes(ann.appointment_date)).toContain('10:00')
    await until(
      async () => (await shop.mails()).length === 2 && (await shop.mails('client-invitation')).length === 2,
    )
    const subjects = (await shop.mails('client-invitation')).map(({ subject }) => subject)
    expect(subjects).toContainEqual(expect.stringMatching(/^Cancelled: your consultation on Thursday/))
    await until(async () => (await shop.feed()).includes('STATUS:CANCELLED'))
    expect(await (await cancel(shop, token)).status).toBe(303)
    expect(await count(shop, 'appointments')).toBe(1)
  })

  it('lets one of cancelling and moving win', async () => {
    const shop = await openShop({ engine })
    const token = await booked(shop)
    await Promise.all([cancel(shop, token), move(shop, token, '15:00')])
    expect(await count(shop, 'appointment_changes')).toBe(1)
  })
})

describe('the owner’s cut-off', () => {
  const late = wallTimeToEpochMs('2026-12-02', '10:00', 'America/Chicago')

  it('leaves the appointment as it is and says whom to call', async () => {
    const shop = await openShop({ nowEpochMs: late })
    await shop.book(ann)
    await until(async () => (await shop.mails('client-invitation')).length === 1)
    const [mail] = await shop.mails('client-invitation')
    expect(mail?.text).toContain('To move or cancel it, call or text')
    expect(mail?.text).not.toContain('?visit=')
  })

  it('holds for a link that was sent before', async () => {
    const early = await openShop()
    const token = await booked(early)
    await early.close()
    const shop = await openShop({ nowEpochMs: late, folder: early.folder })
    const page = await (await visit(shop, token)).text()
    expect(page).toContain('To move or cancel it now, call or text')
    expect(page).not.toContain('<form')
    expect((await cancel(shop, token)).status).toBe(303)
    expect((await move(shop, token, '15:00')).status).toBe(303)
    const row = shop.file().prepare('select status, sequence from appointments').get()
    expect(row).toMatchObject({ status: 'confirmed', sequence: 0 })
  })
})
