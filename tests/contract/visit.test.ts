import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { fieldErrors } from '#copy/booking-form.ts'
import { cancelled } from '#copy/emails.ts'
import { answerPage, visitPage } from '#copy/pages.ts'
import { wallTimeToEpochMs } from '../../booking/time.ts'
import { everyDay } from '../support/week.ts'
import { atDesk, getOnlyAppointment } from './support/desk.ts'
import { engines } from './support/engines.ts'
import { toText } from './support/markup.ts'
import { ann, type OpenShop, openShop, waitFor } from './support/shop-server.ts'
import { bo, bookVisit, cancel, countRows, getVisitToken, move, visit } from './support/visits.ts'

const pageOf = async (shop: OpenShop, token: string, more?: string) => (await visit(shop, token, more)).text()

/** The offered days and times, each "2026-12-03 10:30". */
const offeredIn = (page: string) =>
  [...page.matchAll(/type="radio"[^>]* value="([^"]+)"/g)].map(([, value]) => value ?? '')

/** About both the booking and the change. */
const mailedTwice = async (shop: OpenShop) =>
  (await shop.mails()).length === 2 && (await shop.mails('client-invitation')).length === 2

describe('the link in the confirmation', () => {
  it('shows the appointment, the open times of its day or another, and the closed days', async () => {
    const week = everyDay(['09:00-17:00'], { saturday: [], sunday: [] })
    const shop = await openShop({ opening: { week, latestDaysAhead: 30 } })
    const token = await bookVisit(shop)
    await shop.book({ ...bo, appointment_date: '2026-12-04' })
    const page = await pageOf(shop, token)
    expect(page).toContain('Thursday, December 3, 2026 at 10:00 AM, Dallas time')
    expect(page).toContain(visitPage.soonest)
    expect(offeredIn(page).slice(0, 3)).toEqual(['2026-12-02 09:00', '2026-12-02 11:30', '2026-12-02 15:00'])
    expect(page).toMatch(/<input[^>]* max="2026-12-31"/)
    const sameDay = offeredIn(await pageOf(shop, token, '&on=2026-12-03'))
    expect(sameDay).toContain('2026-12-03 10:30')
    expect(sameDay).not.toContain('2026-12-03 10:00')
    const friday = await pageOf(shop, token, '&on=2026-12-04')
    expect(friday).toContain(visitPage.open('Friday, December 4, 2026'))
    expect(offeredIn(friday)).toContain('2026-12-04 13:00')
    expect(offeredIn(friday)).not.toContain('2026-12-04 14:00')
    const closed = 'No open times on Saturday, December 5, 2026. '
    const saturday = await pageOf(shop, token, '&on=2026-12-05')
    expect(saturday).toContain(closed + fieldErrors.openExcept('Saturday and Sunday'))
    expect(saturday).toContain(visitPage.next)
    expect(offeredIn(saturday)[0]).toBe('2026-12-07 09:00')
    // The browser shows the values that it restored, so it would send a time with another day's.
    expect(friday).toMatch(/<form class="visit-move"[^>]*autoComplete="off"/i)
    expect(offeredIn(friday).every((value) => value.startsWith('2026-12-04 '))).toBe(true)
  })

  it('stays out of search engines, caches, Referer, and log, and changes nothing when opened', async () => {
    const lines: string[] = []
    const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
    const shop = await openShop({ log })
    const token = await bookVisit(shop)
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    const tables = ['manage_links', 'appointments', 'appointment_changes']
    const state = () => tables.map((table) => shop.file().prepare(`select * from ${table}`).all())
    const before = state()
    expect(before[0]?.length).toBeGreaterThan(0)
    expect(JSON.stringify(before)).not.toContain(token)
    const asks = [
      visit(shop, token),
      visit(shop, token, '', { method: 'HEAD' }),
      visit(shop, token, '', { headers: { 'sec-purpose': 'prefetch;prerender' } }),
      visit(shop, token, '&do=cancel&sequence=0'),
      visit(shop, token, `&do=move&sequence=0&appointment_date=2026-12-03&appointment_time=11:00`),
    ]
    const opened = await Promise.all(asks)
    for (const answer of opened) expect(answer.status).toBe(200)
    // Email apps open links.
    expect(state()).toEqual(before)
    for (const { headers } of [...opened, await move(shop, token, '11:00'), await visit(shop, 'x')]) {
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

  it('never claims that the booking failed during a database outage, or after too many requests', async () => {
    const shop = await openShop()
    const token = await bookVisit(shop)
    shop.file().exec('alter table manage_links rename to tokens_away')
    const limited = await openShop({ env: { RATE_LIMIT_PER_MINUTE: '1' } })
    await cancel(limited, 'x')
    const link = `href="/?visit=${token}"`
    for (const [answer, status, ...texts] of [
      [await visit(shop, token), 500, answerPage.unreadable, link],
      [await cancel(shop, token), 500, 'We can’t tell yet whether that worked.', link],
      [await cancel(limited, 'x'), 429, 'Too many requests.'],
    ] as const) {
      expect(answer.status).toBe(status)
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
      expect(answer.headers.get('x-robots-tag')).toBe('noindex, nofollow')
      const page = await answer.text()
      for (const text of texts) expect(page).toContain(text)
      expect(page).not.toContain('Booking')
    }
    shop.file().exec('alter table tokens_away rename to manage_links')
    expect(await pageOf(shop, token)).toContain('10:00 AM, Dallas time')
  })

  it('enforces the rules of a booking, and after twenty changes asks for a call', async () => {
    const shop = await openShop({ opening: { week: everyDay(['02:00-17:00']) } })
    const token = await bookVisit(shop)
    for (const [time, date] of [
      ['', ann.appointment_date],
      ['01:59', ann.appointment_date],
      // The clock goes from two to three.
      ['02:30', '2027-03-14'],
      ['10:00', '2026-12-01'],
      ['10:00', '2026-02-30'],
      ['<script>', ann.appointment_date],
    ] as const) {
      const answer = await move(shop, token, time, '0', date)
      expect(answer.status).toBe(400)
      expect(await answer.text()).not.toContain('<script>')
    }
    // Each change emails the business.
    shop.file().exec('update appointments set sequence = 19')
    expect((await move(shop, token, '15:00', '19')).status).toBe(303)
    expect(toText(await pageOf(shop, token))).toContain(visitPage.tooLate)
    expect((await move(shop, token, '16:00', '20')).status).toBe(303)
    expect(await countRows(shop, "appointments where appointment_time = '15:00' and sequence = 20")).toBe(1)
  })

  it('opens nothing if it’s wrong or the appointment is past, and changes nothing after the cutoff', async () => {
    const early = await openShop()
    const token = await bookVisit(early)
    for (const wrong of ['', 'x', token.slice(1), `${token}x`, 'a'.repeat(8000)]) {
      const answer = await visit(early, wrong)
      expect(answer.status).toBe(404)
      expect(await answer.text()).toContain(visitPage.unknownTitle)
      expect((await cancel(early, wrong)).status).toBe(404)
    }
    await early.close()
    const reopened = (date: string, time: string) => {
      const nowEpochMs = wallTimeToEpochMs(date, time, 'America/Chicago')
      return openShop({ nowEpochMs, folder: early.folder })
    }
    const shop = await reopened('2026-12-02', '10:00')
    const page = await pageOf(shop, token)
    expect(toText(page)).toContain(visitPage.tooLate)
    for (const change of ['move', 'cancel']) expect(page).not.toContain(`value="${change}"`)
    expect((await cancel(shop, token)).status).toBe(303)
    expect((await move(shop, token, '15:00')).status).toBe(303)
    expect(await countRows(shop, "appointments where status = 'confirmed' and sequence = 0")).toBe(1)

    await shop.book({ ...bo, appointment_time: '09:00' })
    const invitation = async () =>
      (await shop.mails('client-invitation')).find(({ to }) => to?.[0]?.address === bo.email)
    await waitFor(async () => (await invitation()) !== undefined)
    const { text } = (await invitation()) ?? {}
    expect(text).toContain('To reschedule or cancel, call or text')
    expect(text).not.toContain('?visit=')
    await shop.close()
    expect((await visit(await reopened('2026-12-03', '11:00'), token)).status).toBe(404)
  })
})

describe.each(engines)('moving an appointment, on %s', (engine) => {
  it('takes the new time, frees the old one, and notifies calendar, business, and client', async () => {
    const shop = await openShop({ engine, opening: { week: everyDay(['09:00-21:00']) } })
    const token = await bookVisit(shop)
    await shop.notify(ann)
    // In UTC, that's the next day.
    const answer = await move(shop, token, '20:00')
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `/?visit=${token}`])
    expect(await pageOf(shop, token)).toContain(
      'Your appointment is rescheduled. It was on Thursday, December 3, 2026 at 10:00 AM, Dallas time.',
    )
    const open = await shop.openTimes(ann.appointment_date)
    expect(open).toContain('10:00')
    expect(open).not.toContain('20:00')

    await waitFor(() => mailedTwice(shop))
    const toBusiness = (await shop.mails()).find(({ subject }) => subject?.startsWith('Rescheduled: Ann Lee'))
    expect(toBusiness?.text).toContain('The client moved it from Thursday, December 3, 2026 at 10:00 AM')
    expect(toBusiness?.text).toMatch(/^Time: 8:00\sPM/m)
    await waitFor(async () => (await shop.feed()).includes('SEQUENCE:1'))
    const feed = await shop.feed()
    expect(feed.match(/BEGIN:VEVENT/g)).toHaveLength(1)
    expect(feed).toContain('T200000')
  })

  it('is rejected at a booked or closed time; the appointment stays, and the page offers open times', async () => {
    const shop = await openShop({ engine })
    await shop.book(bo)
    const token = await bookVisit(shop)
    const answer = await move(shop, token, '14:30')
    const page = await answer.text()
    expect(answer.status).toBe(409)
    for (const text of [visitPage.taken, '10:00 AM, Dallas time', 'value="2026-12-03 15:00"'])
      expect(page).toContain(text)
    expect(await countRows(shop, 'jobs where sequence > 0')).toBe(0)
    const blocked = { from: '2026-12-03T16:00', to: '2026-12-03T18:00', reason: '' }
    await (await atDesk(shop)).rpc('close_time', blocked)
    expect((await move(shop, token, '15:30')).status).toBe(409)
    expect((await move(shop, token, '15:00')).status).toBe(303)
  })

  it('keeps a long appointment clear of the break and closing, on the page and on submit', async () => {
    const week = everyDay(['09:00-11:00', '13:00-17:00'])
    const shop = await openShop({ opening: { week } })
    const long = { ...ann, kind: 'fitting', durationMinutes: 240, appointment_time: '13:00' }
    await (await atDesk(shop)).rpc('book_for_client', long)
    const token = await getVisitToken(shop)
    const offered = async (more = '') => [
      ...(await pageOf(shop, token, more)).matchAll(/value="(2026-12-0\d) (\d\d:\d\d)"/g),
    ]
    const timesOn = async (date: string) =>
      (await offered(`&on=${date}`)).flatMap(([, day, time]) => (day === date ? [time] : []))
    // A consultation takes an hour, so the shop closes at 6:00 PM.
    expect(await timesOn('2026-12-04')).toEqual(['13:00', '13:30', '14:00'])
    for (const [, , time = ''] of await offered()) expect(['13:00', '13:30', '14:00']).toContain(time)
    for (const time of ['09:00', '11:00', '14:30', '17:00']) {
      const answer = await move(shop, token, time, '0', '2026-12-04')
      expect([time, answer.status]).toEqual([time, 400])
      expect(await answer.text()).toContain(visitPage.tooLong)
    }
    expect((await move(shop, token, '14:00', '0', '2026-12-04')).status).toBe(303)
  })

  it('happens once for several simultaneous requests', async () => {
    const shop = await openShop({ engine })
    const [token, other] = [await bookVisit(shop), await bookVisit(shop, bo)]
    const statusesOf = async (answers: Promise<{ status: number }>[]) =>
      (await Promise.all(answers)).map(({ status }) => status)
    // One form twice, and two clients, a move and a booking.
    expect(await statusesOf([move(shop, token, '15:00'), move(shop, token, '15:00')])).toEqual([303, 303])
    expect(await countRows(shop, `appointments where sequence = 1 and appointment_time = '15:00'`)).toBe(1)
    const clients = await statusesOf([move(shop, token, '16:00', '1'), move(shop, other, '16:00')])
    expect(clients.toSorted()).toEqual([303, 409])
    expect(await countRows(shop, "appointments where appointment_time = '16:00'")).toBe(1)
    const [winner, sequence] = clients[0] === 303 ? [token, '2'] : [other, '1']
    const cy = { ...ann, full_name: 'Cy', email: 'cy@example.com', appointment_time: '12:00' }
    const [moved, booking] = await statusesOf([move(shop, winner, '12:00', sequence), shop.book(cy)])
    expect([moved, booking]).toEqual(moved === 303 ? [303, 409] : [409, 201])
    const someone = { ...bo, email: 'di@example.com', phone: '(214) 555-0188' }
    const di = await bookVisit(shop, { ...someone, appointment_date: '2026-12-04' })
    const changes = ['09:00', '17:00'].map((time) => move(shop, di, time, '0', '2026-12-04'))
    expect((await statusesOf(changes)).sort()).toEqual([303, 409])
  })

  it('is rejected if the appointment changed since the page was opened', async () => {
    const shop = await openShop({ engine })
    const token = await bookVisit(shop)
    await move(shop, token, '15:00')
    const answer = await move(shop, token, '16:00', '0')
    expect(answer.status).toBe(409)
    expect(await answer.text()).toContain(visitPage.changedMeanwhile)
    expect((await move(shop, token, '16:00', String(2 ** 31))).status).toBe(409)
    // The same time, but on another day.
    expect((await move(shop, token, '15:00', '0', '2026-12-04')).status).toBe(409)

    const desk = await atDesk(shop)
    const { id } = await getOnlyAppointment(desk)
    const to = { appointment_date: ann.appointment_date, appointment_time: '16:00' }
    await desk.rpc('move_appointment', { id, sequence: 1, ...to })
    expect(await pageOf(shop, token)).toContain(
      'We had to reschedule your appointment. It was on Thursday, December 3, 2026 at 3:00 PM',
    )
  })

  it('frees the time on cancellation and notifies calendar, business, and client', async () => {
    const shop = await openShop({ engine })
    const token = await bookVisit(shop)
    await shop.notify(ann)
    expect((await cancel(shop, token)).status).toBe(303)
    expect(await pageOf(shop, token)).toContain(cancelled.title('consultation'))
    expect(await shop.openTimes(ann.appointment_date)).toContain('10:00')
    await waitFor(() => mailedTwice(shop))
    const subjects = (await shop.mails('client-invitation')).map(({ subject }) => subject)
    expect(subjects).toContainEqual(expect.stringMatching(/^Canceled: Thu, Dec/))
    await waitFor(async () => (await shop.feed()).includes('STATUS:CANCELLED'))
    expect((await cancel(shop, token)).status).toBe(303)
    expect(await countRows(shop, 'appointments')).toBe(1)

    const other = await bookVisit(shop, bo)
    await Promise.all([cancel(shop, other), move(shop, other, '15:00')])
    expect(await countRows(shop, 'appointment_changes')).toBe(2)
  })
})
