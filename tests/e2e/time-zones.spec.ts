import { msPerDay } from '../../booking/time.ts'
import { bookingForm } from '../../copy/booking-form.ts'
import { fieldOf, fill, openForm, someone, submitButton } from './support/booking.ts'
import { startFront } from './support/front.ts'
import { expect, hold, test } from './support/test.ts'

const instants = {
  // Daylight saving time begins in Dallas on 2027-03-14 and ends on 2027-11-07.
  '2027-03-13': '2027-03-13T15:00:00.000Z',
  '2027-03-15': '2027-03-15T14:00:00.000Z',
  '2027-11-06': '2027-11-06T14:00:00.000Z',
  '2027-11-08': '2027-11-08T15:00:00.000Z',
}

// A day ahead of Dallas, and behind it.
for (const timezoneId of ['Pacific/Auckland', 'Pacific/Honolulu']) {
  test.describe(`a visitor whose clock is in ${timezoneId}`, () => {
    test.use({ timezoneId })

    test('books Dallas time from Dallas’s tomorrow on, on both sides of the clock changes', async ({
      page,
      shop,
    }) => {
      const form = await openForm(page)
      const tomorrow = '2026-12-02'
      await expect(form.getByLabel('Preferred Date *')).toHaveAttribute('min', tomorrow)
      const days = { [tomorrow]: '2026-12-02T15:00:00.000Z', ...instants }
      for (const [appointment_date, start] of Object.entries(days)) {
        const event = page.waitForRequest('**/create-calendar-event')
        await fill(form, { ...someone, appointment_date, appointment_time: '09:00' })
        await submitButton(form).click()
        expect((await event).postDataJSON().startDateTime).toBe(start)
        const day = new Date(`${appointment_date}T00:00Z`).toLocaleDateString('en-US', {
          dateStyle: 'full',
          timeZone: 'UTC',
        })
        await expect(form.getByRole('region')).toContainText(`${day} at 9:00 AM, Dallas time`)
        const basic = start.replace(/[-:]|\.000/g, '')
        await expect(form.getByRole('link', { name: 'Google' })).toHaveAttribute('href', new RegExp(basic))
        expect(await shop.calendar()).toMatch(new RegExp(basic.slice(0, 8)))
        await expect(submitButton(form)).toBeEnabled()
      }
    })
  })
}

test('a device whose clock is three days ahead or behind books from the shop’s tomorrow on', async ({
  page,
  shop,
}) => {
  for (const [moveDays, earliest, tooEarly] of [
    [-3, '2026-11-29', '2026-11-28'],
    [6, '2026-12-05', '2026-12-04'],
  ] as const) {
    shop.goAhead(moveDays * msPerDay)
    const form = await openForm(page)
    const date = fieldOf(form, 'appointment_date')
    await fill(form, { ...someone, appointment_date: tooEarly })
    await submitButton(form).click()
    await expect(date).toHaveAttribute('aria-invalid', 'true')
    await expect(date).toHaveAttribute('min', earliest)
    await fill(form, { appointment_date: earliest })
    await submitButton(form).click()
    await expect(page.getByRole('status').getByText(bookingForm.booked.toastTitle)).toBeVisible()
  }
})

test('a device whose clock is days off books, though the answer about the shop’s day breaks off half-way', async ({
  page,
  shop,
}) => {
  shop.goAhead(-3 * msPerDay)
  const broken = await startFront(shop.url, (_, answer) => {
    answer.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
    answer.write('{', () => answer.destroy())
    return true
  })
  let looks = 0
  await page.route('**/rpc/hours', (route) => {
    looks++
    return route.continue({ url: `${broken.url}/` })
  })
  const form = await openForm(page)
  await fill(form, someone)
  await submitButton(form).click()
  await expect(page.getByRole('status').getByText(bookingForm.booked.toastTitle)).toBeVisible()
  expect(looks).toBeGreaterThan(0)
  await broken.close()
})

test('a click on a device whose clock is days off shows at once, while the shop is asked for its day', async ({
  page,
  shop,
}) => {
  shop.goAhead(-3 * msPerDay)
  const answer = await hold(page, '**/rpc/hours')
  const form = await openForm(page)
  await fill(form, someone)
  const button = form.locator('[type=submit]')
  await button.click()
  await expect(button).toHaveText(bookingForm.submitting)
  await expect(button).toBeDisabled()
  answer()
  await expect(page.getByRole('status').getByText(bookingForm.booked.toastTitle)).toBeVisible()
})

test.describe('over midnight in Dallas', () => {
  // 23:50 in Dallas, for the server as for the browser.
  test.use({ nowEpochMs: Date.parse('2027-05-05T04:50:00Z'), stoppableClock: true })

  test('a page left open takes the new day when it is looked at again, or before it sends', async ({
    page,
    shop,
  }) => {
    const form = await openForm(page)
    const date = fieldOf(form, 'appointment_date')
    await expect(date).toHaveAttribute('min', '2027-05-05')
    shop.goAhead(20 * 60_000)
    await page.clock.fastForward('20:00')
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await expect(date).toHaveAttribute('min', '2027-05-06')

    await fill(form, { ...someone, appointment_date: '2027-05-06' })
    shop.goAhead(msPerDay)
    await page.clock.fastForward(msPerDay)
    await submitButton(form).click()
    await expect(form.getByText('Preferred Date must be Friday, May 7, 2027 or later.')).toBeVisible()
    await expect(date).toHaveAttribute('min', '2027-05-07')
  })
})
