import { describe, expect, it } from 'vitest'
import { addressLine, business } from '../../site/business.ts'
import { bookingForm } from '../../site/copy/booking-form.ts'
import { ann, openShop, storedCount } from './support/shop-server.ts'

describe('the form’s own address, without script', () => {
  it('books by the same rules and answers with a page', async () => {
    const shop = await openShop()
    const response = await shop.postForm({ ...ann, full_name: 'Ann <b>Lee</b>' })
    const page = await response.text()
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(page).toContain('<h1>Appointment Booked!</h1>')
    expect(page).toContain('Thursday, December 3, 2026 at 10:00')
    expect(page).toContain('Dallas time')
    expect(page).toContain(addressLine)
    expect(page).toContain('https://calendar.google.com/')
    expect(page).toContain('https://outlook.live.com/')
    expect(page).toContain(`${bookingForm.booked.mail} Or call`)
    expect(page).toContain(
      `<a class="whitespace-nowrap" href="sms:${business.phone.dial}">${business.phone.display}</a>`,
    )
    expect(page).not.toContain('<b>')
    expect(storedCount(shop.file())).toBe(1)

    const again = await shop.postForm({ ...ann, full_name: 'Ann <b>Lee</b>' })
    expect(again.status).toBe(200)
    expect(storedCount(shop.file())).toBe(1)
  })

  it('says nothing when a field is empty, and leaves the page as it is', async () => {
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

  it('names what breaks a rule, and keeps what was typed', async () => {
    const shop = await openShop()
    const response = await shop.postForm({ ...ann, full_name: '"><script>', email: 'ann', phone: '1' })
    const page = await response.text()
    expect(response.status).toBe(400)
    expect(page).toContain('Email Address must look like name@example.com.')
    expect(page).toContain('Phone Number must have 7 to 15 digits')
    expect(page).toContain('name="full_name" value="&quot;&gt;&lt;script&gt;"')
    expect(page).toContain('name="appointment_date" value="2026-12-03"')
    expect(page).toContain('<option value="friend" selected>')
    expect(page).not.toContain('%')
    expect(storedCount(shop.file())).toBe(0)
  })

  it('offers the nearest open times when the time is taken', async () => {
    const shop = await openShop()
    await shop.book(ann)
    const response = await shop.postForm({ ...ann, full_name: 'Bo %ANSWER_BODY% $&' })
    const page = await response.text()
    expect(response.status).toBe(409)
    expect(page).toContain('Error: 10:00\u00a0AM on Thursday, December 3, 2026 is no longer free.')
    expect(page).toContain('The nearest open times on Thursday, December 3, 2026:')
    expect(page).toContain('<ul><li>9:00\u00a0AM</li><li>11:00\u00a0AM</li><li>11:30\u00a0AM</li></ul>')
    expect(page).toContain('value="Bo %ANSWER_BODY% $&amp;"')
  })

  it('is not for other sites, other types, other methods or large bodies, and answers those with a page too', async () => {
    const shop = await openShop()
    const answers = [
      { response: await shop.postForm({ ...ann }, { 'sec-fetch-site': 'cross-site' }), status: 403 },
      { response: await shop.postForm({ ...ann }, { origin: 'https://other.example' }), status: 403 },
      { response: await shop.postForm({ ...ann, full_name: 'x'.repeat(17_000) }), status: 413 },
      { response: await shop.post('/book', '{', { 'content-type': 'text/plain' }), status: 415 },
      { response: await fetch(`${shop.url}/book`), status: 405 },
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
