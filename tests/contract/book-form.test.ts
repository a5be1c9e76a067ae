import { rmSync } from 'node:fs'
import { join } from 'node:path'
import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import { bookingForm, fieldErrors } from '../../copy/booking-form.ts'
import { requestErrors } from '../../copy/errors.ts'
import { addressLine, business } from '../../demo/business.ts'
import { chosenIn, valueIn } from './support/markup.ts'
import { ann, openShop, storedCount } from './support/shop-server.ts'

describe('the form’s own address, without JavaScript', () => {
  it('books by the same rules, once, and answers with a page', async () => {
    const shop = await openShop()
    const response = await shop.postForm({ ...ann, full_name: 'Ann <b>Lee</b>' })
    const page = await response.text()
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    for (const text of [
      '<h1>Appointment Booked!</h1>',
      'Thursday, December 3, 2026 at 10:00',
      'Dallas time',
      addressLine,
      'https://calendar.google.com/',
      'https://outlook.live.com/',
      `${bookingForm.booked.mail} You can also call`,
      `<a class="no-break" href="sms:${business.phone.dial}">${business.phone.display}</a>`,
    ])
      expect(page).toContain(text)
    expect(page).not.toContain('<b>Lee')
    expect(storedCount(shop.file())).toBe(1)

    const again = await shop.postForm({ ...ann, full_name: 'Ann <b>Lee</b>' })
    expect(again.status).toBe(200)
    expect(storedCount(shop.file())).toBe(1)
  })

  it('answers people with a message when not even a page can be made', async () => {
    const shop = await openShop()
    rmSync(join(shop.folder, 'dist/views.mjs'))
    const response = await shop.postForm({ ...ann }, { accept: 'text/html,*/*;q=0.8' })
    expect(response.status).toBe(500)
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(await response.text()).toBe(requestErrors.ours)
    const visit = await fetch(`${shop.url}/?visit=x`, { headers: { accept: 'text/html' } })
    expect(await visit.text()).toBe(requestErrors.ours)
  })

  it('answers 204 to an empty field, which leaves the page unchanged', async () => {
    const shop = await openShop()
    for (const fields of [{}, { ...ann, phone: '' }, { ...ann, full_name: '  ' }]) {
      const response = await shop.postForm(fields)
      expect(response.status).toBe(204)
      expect(await response.text()).toBe('')
    }
    const twice = new URLSearchParams({ ...ann })
    twice.append('email', 'other@example.com')
    expect((await fetch(`${shop.url}/book`, { method: 'POST', body: twice })).status).toBe(204)
    expect(storedCount(shop.file())).toBe(0)
  })

  it('names what breaks a rule, and shows what was typed', async () => {
    const shop = await openShop()
    const response = await shop.postForm({ ...ann, full_name: '"><script>', email: 'ann', phone: '1' })
    const page = await response.text()
    expect(response.status).toBe(400)
    expect(page).toContain(fieldErrors.email)
    expect(page).toContain('Phone Number must have 7 to 15 digits')
    expect(valueIn(page, 'full_name')).toBe('&quot;&gt;&lt;script&gt;')
    expect(valueIn(page, 'appointment_date')).toBe('2026-12-03')
    expect(chosenIn(page)).toBe('friend')
    expect(storedCount(shop.file())).toBe(0)
  })

  it('offers the nearest open times when the time is taken', async () => {
    const shop = await openShop()
    await shop.book(ann)
    const response = await shop.postForm({ ...ann, full_name: 'Bo %ANSWER_BODY% $&' })
    const page = await response.text()
    expect(response.status).toBe(409)
    expect(page).toContain('Error: 10:00\u00a0AM on Thursday, December 3, 2026 is no longer available.')
    expect(page).toContain('Closest open times on Thursday, December 3, 2026:')
    expect(page).toContain('<ul><li>9:00\u00a0AM</li><li>11:00\u00a0AM</li><li>11:30\u00a0AM</li></ul>')
    expect(valueIn(page, 'full_name')).toBe('Bo %ANSWER_BODY% $&amp;')
  })

  it('rejects other sites, types, methods, and large bodies with a page', async () => {
    const shop = await openShop()
    const answers = [
      { response: await shop.postForm({ ...ann }, { 'sec-fetch-site': 'cross-site' }), status: 403 },
      { response: await shop.postForm({ ...ann }, { origin: 'https://other.example' }), status: 403 },
      { response: await shop.postForm({ ...ann, full_name: 'x'.repeat(17_000) }), status: 413 },
      { response: await shop.post('/book', '{', { 'content-type': 'text/plain' }), status: 415 },
      { response: await fetch(`${shop.url}/book`, { method: 'PUT' }), status: 405 },
    ]
    for (const { response, status } of answers) {
      expect(response.status).toBe(status)
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(await response.text()).toContain('<h1>Booking Failed</h1>')
    }
    expect(storedCount(shop.file())).toBe(0)
    const own = await shop.postForm({ ...ann }, { 'sec-fetch-site': 'same-origin', origin: shop.url })
    expect(own.status).toBe(200)
  })
})

describe('a form’s origin', () => {
  const publicUrl = 'https://tailor.example'
  const alias = { origin: 'https://www.tailor.example', 'x-forwarded-host': 'www.tailor.example' }

  it('is accepted at the public address, and at the name that a trusted proxy received', async () => {
    const shop = await openShop({ env: { PUBLIC_URL: publicUrl, TRUST_PROXY: 'loopback' } })
    for (const headers of [{ origin: publicUrl }, alias])
      expect((await shop.postForm({ ...ann }, headers)).status).toBe(200)
  })

  it('is rejected elsewhere, and what was typed stays', async () => {
    const shop = await openShop({ env: { PUBLIC_URL: publicUrl } })
    for (const headers of [{ origin: 'https://other.example' }, { origin: 'null' }, alias]) {
      const response = await shop.postForm({ ...ann }, headers)
      const page = await response.text()
      expect(response.status).toBe(403)
      expect(valueIn(page, 'full_name')).toBe('Ann Lee')
      expect(chosenIn(page)).toBe('friend')
    }
    expect(storedCount(shop.file())).toBe(0)
  })
})

describe('the address of the answer', () => {
  const open = (url: string) => fetch(url, { redirect: 'manual' })

  it('shows the appointment until it’s canceled, also as a calendar file with the invitation’s UID', async () => {
    const shop = await openShop()
    const booked = await shop.postForm({ ...ann })
    expect(booked.redirected).toBe(true)
    const page = await booked.text()
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
    expect((await open(booked.url)).headers.get('location')).toBe('/#book')
  })

  it('redirects to the form when it names no appointment', async () => {
    const shop = await openShop()
    for (const query of ['', '?appointment=', '?appointment=x%00', `?appointment=${crypto.randomUUID()}`]) {
      const answer = await open(`${shop.url}/book${query}`)
      expect([answer.status, answer.headers.get('location')]).toEqual([303, '/#book'])
    }
  })

  it('doesn’t say that a booking failed when the database can’t be read', async () => {
    const shop = await openShop()
    const { url } = await shop.postForm({ ...ann })
    shop.file().exec('alter table appointments rename to elsewhere')
    const answer = await open(url)
    expect(answer.status).toBeGreaterThanOrEqual(500)
    expect(await answer.text()).not.toContain(bookingForm.failed.toastTitle)
  })
})

describe('an address that looks mistyped', () => {
  const slip = { ...ann, email: 'ann@gmial.com' }
  const asked = { ...slip, asked_email: slip.email }
  const meant = { ...asked, meant_email: 'ann@gmail.com' }

  it('is questioned once, also after another rejection, and booked when the form is sent again', async () => {
    const shop = await openShop()
    const page = await (await shop.postForm(slip)).text()
    expect(page).toContain('Did you mean ann@gmail.com?')
    expect(page).toMatch(/<input [^>]*type="email"[^>]* value="ann@gmial.com"/)
    expect(page).toMatch(/<input type="hidden" form="book" name="asked_email" value="ann@gmial.com"/)
    expect(page).not.toContain(bookingForm.failed.toastTitle)
    expect(storedCount(shop.file())).toBe(0)

    const other = shop.file()
    other.exec('begin immediate')
    const rejected = await shop.postForm(asked)
    other.exec('rollback')
    const again = await rejected.text()
    expect(rejected.status).toBe(503)
    expect([valueIn(again, 'asked_email'), valueIn(again, 'full_name')]).toEqual([slip.email, 'Ann Lee'])
    const booked = await shop.postForm(asked)
    expect([booked.status, booked.redirected]).toEqual([200, true])
    expect(shop.file().prepare('select email from appointments').all()).toEqual([{ email: slip.email }])
  })

  it.each([
    ['with the suggestion', meant, 'ann@gmail.com'],
    ['as corrected by hand', { ...meant, email: 'ann.lee@gmail.com' }, 'ann.lee@gmail.com'],
  ])('is booked %s', async (_how, fields, email) => {
    const shop = await openShop()
    await shop.postForm(fields)
    expect(shop.file().prepare('select email from appointments').all()).toEqual([{ email }])
  })

  it('isn’t questioned in a call', async () => {
    const shop = await openShop()
    expect((await shop.book(slip)).status).toBe(201)
  })
})
