import { rmSync } from 'node:fs'
import { join } from 'node:path'
import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import { bookingForm, fieldErrors } from '#copy/booking-form.ts'
import { requestErrors } from '#copy/errors.ts'
import { answerPage } from '#copy/pages.ts'
import { addressLine, business } from '../../demo/business.ts'
import { everyDay } from '../support/week.ts'
import { readChosen, readValue, toText } from './support/markup.ts'
import { ann, countStored, openShop } from './support/shop-server.ts'

/** The times of an answer's buttons, which book them with the fields of its form. */
const offeredIn = (page: string) =>
  [...page.matchAll(/<button[^>]* name="to"[^>]*>/g)].map(([tag]) => /value="([^"]+)"/.exec(tag)?.[1] ?? '')

const open = (url: string) => fetch(url, { redirect: 'manual' })

describe('/book, the form’s action without JavaScript', () => {
  it('books once, and shows the appointment until it’s canceled, also as a calendar file', async () => {
    const shop = await openShop()
    const fields = { ...ann, full_name: 'Ann <b>Lee</b>' }
    const booked = await shop.postForm(fields)
    const page = await booked.text()
    expect([booked.status, booked.redirected]).toEqual([200, true])
    expect(booked.headers.get('content-type')).toBe('text/html; charset=utf-8')
    for (const text of [
      '<h1>Appointment Booked!</h1>',
      'Thursday, December 3, 2026 at 10:00',
      'Dallas time',
      addressLine,
      'https://calendar.google.com/',
      'https://outlook.live.com/',
      `href="tel:${business.phone.dial}"`,
      `href="sms:${business.phone.dial}"`,
    ])
      expect(page).toContain(text)
    expect(toText(page)).toContain(answerPage.mail)
    expect(page).not.toContain('<b>Lee')
    expect((await shop.postForm(fields)).status).toBe(200)
    expect(countStored(shop.file())).toBe(1)
    const reloaded = await open(booked.url)
    expect([reloaded.status, reloaded.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(await reloaded.text()).toBe(page)

    const [, link = ''] = /href="([^"]*\.ics[^"]*)"/.exec(page) ?? []
    const file = async () => open(new URL(link, shop.url).href)
    const answer = await file()
    expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const text = await answer.text()
    const calendar = new ICAL.Component(ICAL.parse(text))
    const event = new ICAL.Event(calendar.getFirstSubcomponent('vevent') ?? undefined)
    const { id } = shop.file().prepare('select id from appointments').get() ?? {}
    expect(event.uid).toBe(`${id}@hollisandcrane.example`)
    expect(event.startDate.toString()).toBe('2026-12-03T10:00:00')
    expect(event.endDate.toString()).toBe('2026-12-03T11:00:00')
    expect(event.location).toBe(addressLine)
    expect(calendar.hasProperty('method')).toBe(false)
    expect(text).not.toMatch(/ORGANIZER|ATTENDEE|Ann/)
    const lines = text.split('\r\n')
    for (const line of lines) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
    expect([lines.at(-2), lines.at(-1)]).toEqual(['END:VCALENDAR', ''])

    shop.file().exec("update appointments set status = 'cancelled'")
    expect((await file()).status).toBe(404)
    for (const query of ['', '?appointment=', '?appointment=x%00', `?appointment=${crypto.randomUUID()}`]) {
      const unknown = await open(`${shop.url}/book${query}`)
      expect([unknown.status, unknown.headers.get('location')]).toEqual([303, '/#book'])
    }
    expect((await open(booked.url)).headers.get('location')).toBe('/#book')
    const advertised = await open(`${shop.url}/book?utm_source=a%26b&appointment=x&desk&desk%23token&gclid=1`)
    expect(advertised.headers.get('location')).toBe('/?utm_source=a%26b&gclid=1#book')
    // An unreadable database doesn't mean that a booking failed.
    shop.file().exec('alter table appointments rename to elsewhere')
    const unread = await open(booked.url)
    expect(unread.status).toBeGreaterThanOrEqual(500)
    expect(await unread.text()).not.toContain(bookingForm.failed.toastTitle)
  })

  it('answers people with a message even if no page can be rendered', async () => {
    const shop = await openShop()
    rmSync(join(shop.folder, 'dist/views.mjs'))
    const headers = { accept: 'text/html,*/*;q=0.8' }
    for (const response of [
      await shop.postForm({ ...ann }, headers),
      await fetch(`${shop.url}/?visit=x`, { headers }),
    ]) {
      expect(response.status).toBe(500)
      expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
      expect(await response.text()).toBe(requestErrors.ours)
    }
  })

  it('answers an empty field with 204, which leaves the page unchanged', async () => {
    const shop = await openShop()
    for (const fields of [{}, { ...ann, phone: '' }, { ...ann, full_name: '  ' }]) {
      const response = await shop.postForm(fields)
      expect([response.status, await response.text()]).toEqual([204, ''])
    }
    const twice = new URLSearchParams({ ...ann })
    twice.append('email', 'other@example.com')
    expect((await fetch(`${shop.url}/book`, { method: 'POST', body: twice })).status).toBe(204)
    expect(countStored(shop.file())).toBe(0)
  })

  it('rejects a form whose invisible field is filled in, and explains why', async () => {
    const shop = await openShop()
    const spam = await shop.postForm({ ...ann, website: 'https://pills.example/' })
    const page = await spam.text()
    expect(spam.status).toBe(400)
    expect(page).toContain('<title>Booking Failed - ')
    expect(toText(page)).toContain(answerPage.honeypot)
    expect(page).not.toContain('pills')
    expect(countStored(shop.file())).toBe(0)
  })

  it('offers the nearest open times when the time is taken, and keeps the client’s entries', async () => {
    const shop = await openShop()
    await shop.book(ann)
    const response = await shop.postForm({ ...ann, full_name: 'Bo %ANSWER_BODY% $& "><script>' })
    const page = await response.text()
    expect(response.status).toBe(409)
    expect(page).toContain('Error: 10:00\u00a0AM on Thursday, December 3, 2026 is no longer available.')
    expect(page).toContain('Closest open times on Thursday, December 3, 2026:')
    const offered = ['2026-12-03 09:00', '2026-12-03 11:00', '2026-12-03 11:30']
    expect(offeredIn(page)).toEqual(offered)
    expect(readValue(page, 'full_name')).toBe('Bo %ANSWER_BODY% $&amp; &quot;&gt;&lt;script&gt;')
    expect([readValue(page, 'appointment_date'), readChosen(page)]).toEqual(['2026-12-03', 'friend'])
  })

  it('offers the next open day after a full or closed one, with times that book it', async () => {
    const week = everyDay(['09:00-11:00'], { friday: [] })
    const shop = await openShop({ opening: { week, durationMinutes: 180, offeredEveryMinutes: 60 } })
    await shop.book({ ...ann, appointment_time: '09:00' })
    const bo = { ...ann, full_name: 'Bo Diaz', email: 'bo@example.com', phone: '(214) 555-0188' }
    for (const [appointment_date, why] of [
      ['2026-12-03', answerPage.full],
      ['2026-12-04', fieldErrors.closed],
    ] as const) {
      const page = await (await shop.postForm({ ...bo, appointment_date, appointment_time: '09:00' })).text()
      expect(page).toContain(why)
      expect(page).toContain(bookingForm.openTimes.next('Saturday, December 5, 2026'))
      expect(offeredIn(page)).toEqual(['2026-12-05 09:00', '2026-12-05 10:00', '2026-12-05 11:00'])
    }
    const call = await shop.book({ ...bo, appointment_time: '09:00' })
    const next = requestErrors.next(
      'Saturday, December 5, 2026',
      '9:00\u00a0AM, 10:00\u00a0AM, or 11:00\u00a0AM',
    )
    expect(call.error?.hint).toBe(`${requestErrors.full} ${next}`)
    const booked = await shop.postForm({ ...bo, appointment_time: '09:00', to: '2026-12-05 10:00' })
    expect([booked.status, booked.redirected]).toEqual([200, true])
    expect(await booked.text()).toContain('Saturday, December 5, 2026 at 10:00')
    // Without a day and a time, the fields count.
    expect((await shop.postForm({ ...bo, appointment_time: '09:00', to: 'x' })).status).toBe(409)
  })

  it('rejects invalid fields, types, methods, and bodies with a page', async () => {
    const shop = await openShop()
    for (const [response, status] of [
      [await shop.postForm({ ...ann, phone: '1' }), 400],
      [await shop.postForm({ ...ann, full_name: 'x'.repeat(17_000) }), 413],
      [await shop.post('/book', '{', { 'content-type': 'text/plain' }), 415],
      [await fetch(`${shop.url}/book`, { method: 'PUT' }), 405],
    ] as const) {
      expect(response.status).toBe(status)
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(await response.text()).toMatch(/<h1[^>]*>Booking Failed<\/h1>/)
    }
    expect(countStored(shop.file())).toBe(0)
  })

  it('accepts its public address or the proxy’s host name, and keeps the fields of a form from another site', async () => {
    const publicUrl = 'https://tailor.example'
    const alias = { origin: 'https://www.tailor.example', 'x-forwarded-host': 'www.tailor.example' }
    const env = { PUBLIC_URL: publicUrl }
    const shop = await openShop({ env: { ...env, TRUST_PROXY: 'loopback' } })
    const own = { 'sec-fetch-site': 'same-origin', origin: shop.url }
    for (const headers of [{ origin: publicUrl }, { origin: shop.url }, own, alias])
      expect((await shop.postForm({ ...ann }, headers)).status).toBe(200)

    const untrusting = await openShop({ env })
    const other = { origin: 'https://other.example' }
    for (const headers of [other, { origin: 'null' }, { 'sec-fetch-site': 'cross-site' }, alias]) {
      const response = await untrusting.postForm({ ...ann }, headers)
      const page = await response.text()
      expect(response.status).toBe(403)
      expect([readValue(page, 'full_name'), readChosen(page)]).toEqual(['Ann Lee', 'friend'])
    }
    expect(countStored(untrusting.file())).toBe(0)
  })

  it('questions a mistyped address once, also after another rejection, unlike the call', async () => {
    const shop = await openShop()
    const slip = { ...ann, email: 'ann@gmial.com' }
    const asked = { ...slip, asked_email: slip.email }
    const page = await (await shop.postForm(slip)).text()
    expect(page).toContain('Did you mean ann@gmail.com?')
    expect([readValue(page, 'email'), readValue(page, 'asked_email')]).toEqual([slip.email, slip.email])
    expect(page).not.toContain(bookingForm.failed.toastTitle)
    expect(countStored(shop.file())).toBe(0)

    const other = shop.file()
    other.exec('begin immediate')
    const rejected = await shop.postForm(asked)
    other.exec('rollback')
    const again = await rejected.text()
    expect(rejected.status).toBe(503)
    expect([readValue(again, 'asked_email'), readValue(again, 'full_name')]).toEqual([slip.email, 'Ann Lee'])
    const booked = await shop.postForm(asked)
    expect([booked.status, booked.redirected]).toEqual([200, true])
    expect(shop.file().prepare('select email from appointments').all()).toEqual([{ email: slip.email }])
    // The suggestion replaces only the questioned address, not one that the client typed since.
    const meant = { ...asked, meant_email: 'ann@gmail.com' }
    for (const [fields, email, appointment_time] of [
      [meant, 'ann@gmail.com', '12:00'],
      [{ ...meant, email: 'ann.lee@gmail.com' }, 'ann.lee@gmail.com', '15:00'],
    ] as const) {
      await shop.postForm({ ...fields, appointment_time })
      const row = shop.file().prepare('select email from appointments where appointment_time = ?')
      expect(row.get(appointment_time)).toEqual({ email })
    }
    expect((await shop.book({ ...slip, appointment_date: '2026-12-04' })).status).toBe(201)
  })
})
