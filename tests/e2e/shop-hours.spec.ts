import { bookingForm, fieldErrors } from '#copy/booking-form.ts'
import { msPerDay } from '../../booking/time.ts'
import type { Week } from '../../demo/types.ts'
import { everyDay, shopWeek } from '../support/week.ts'
import * as booking from './support/booking.ts'
import { callAsOwner } from './support/desk.ts'
import { startFront } from './support/front.ts'
import { expect, holdRequests, type TestShop, test } from './support/test.ts'

const { bookAnother, getField, fill, openForm, send, someone, submitButton, successToast } = booking

/** @returns a function that sets the shop's week, as the owner's desk does */
async function signInOwner(shop: TestShop) {
  const ask = await callAsOwner(shop)
  return (week: Week) => ask('set_opening', { week })
}

test('an open page uses the hours that the owner widened', async ({ form, page, shop }) => {
  const setWeek = await signInOwner(shop)
  const time = getField(form, 'appointment_time')
  const sendTooLate = async (values: Partial<booking.Values>) => {
    // Leaving the field already marks the time; the press asks for the hours before it rejects it.
    const hours = page.waitForResponse('**/rpc/hours')
    await send(form, values)
    await hours
    await expect(submitButton(form)).toHaveText(bookingForm.submit)
    await expect(time).toHaveAttribute('aria-invalid', 'true')
  }
  await test.step('changed during the lookup', async () => {
    await sendTooLate({ ...someone, appointment_time: '18:30' })
    await setWeek(everyDay(['09:00-19:00']))
    const answer = await holdRequests(page, '**/rpc/hours')
    await submitButton(form).click()
    await time.fill('11:00')
    answer()
    await expect(time).toHaveAttribute('max', '19:00')
    await expect(submitButton(form)).toHaveText(bookingForm.submit)
    await expect(successToast(page)).toHaveCount(0)
  })
  await sendTooLate({ appointment_time: '19:30' })
  await setWeek(everyDay(['09:00-20:00']))
  await submitButton(form).click()
  await expect(successToast(page)).toBeVisible()
  await expect(time).toHaveAttribute('max', '20:00')
})

test('an open page limits a time to the hours of its day', async ({ page, shop }) => {
  const setWeek = await signInOwner(shop)
  await setWeek(shopWeek)
  const form = await openForm(page)
  const time = getField(form, 'appointment_time')
  await expect(time).toHaveAttribute('min', '09:00')
  await expect(time).toHaveAttribute('max', '17:00')
  await expect(time).toHaveAccessibleDescription(bookingForm.timeHintByDay('9:00\u00a0AM', '5:00\u00a0PM'))
  const [saturday, sunday, monday] = ['2027-01-16', '2027-01-17', '2027-01-18'] as const
  const outside = fieldErrors.startsThatDay(fieldErrors.between('10:00\u00a0AM', '2:00\u00a0PM'))
  await fill(form, { appointment_date: saturday, appointment_time: '15:00' })
  await time.blur()
  await expect(form).toContainText(outside)
  await expect(booking.getOfferedTimes(form).getByRole('radio')).toHaveCount(9)
  for (const [appointment_date, message] of [
    [monday, bookingForm.allRequired],
    [saturday, outside],
    [sunday, `${fieldErrors.closed} ${fieldErrors.openExcept('Sunday')}`],
  ] as const) {
    await fill(form, { ...someone, appointment_date, appointment_time: '15:00' })
    await getField(form, 'appointment_date').focus()
    await getField(form, 'appointment_date').blur()
    await expect(form).toContainText(message)
    if (message !== outside) await expect(form).not.toContainText(outside)
  }
  await send(form, { appointment_date: saturday, appointment_time: '14:00' })
  await expect(successToast(page)).toBeVisible()
})

// A day ahead of Dallas, and behind it.
for (const timezoneId of ['Pacific/Auckland', 'Pacific/Honolulu'])
  test.describe(`a visitor in ${timezoneId}`, () => {
    test.use({ timezoneId })

    test('books Dallas time from Dallas’s tomorrow on', async ({ form, page, shop }) => {
      await expect(getField(form, 'appointment_date')).toHaveAttribute('min', '2026-12-02')
      for (const [appointment_date, day, start] of [
        ['2026-12-02', 'Wednesday, December 2, 2026', '20261202T150000Z'],
        ['2027-03-15', 'Monday, March 15, 2027', '20270315T140000Z'],
        ['2027-11-06', 'Saturday, November 6, 2027', '20271106T140000Z'],
        ['2027-11-08', 'Monday, November 8, 2027', '20271108T150000Z'],
      ] as const) {
        const event = page.waitForRequest('**/create-calendar-event')
        await send(form, { ...someone, appointment_date, appointment_time: '09:00' })
        const { startDateTime } = (await event).postDataJSON()
        expect(startDateTime.replace(/[-:]|\.000/g, '')).toBe(start)
        await expect(form.getByRole('region')).toContainText(`${day} at 9:00 AM, Dallas time`)
        await expect(form.getByRole('link', { name: 'Google' })).toHaveAttribute('href', new RegExp(start))
        expect(await shop.calendar()).toContain(`:${appointment_date.replaceAll('-', '')}T090000`)
        await bookAnother(form)
      }
    })
  })

test('a device whose clock is days off books from the shop’s tomorrow on', async ({ page, shop }) => {
  for (const [moveDays, earliest, tooEarly] of [
    [-3, '2026-11-29', '2026-11-28'],
    [6, '2026-12-05', '2026-12-04'],
  ] as const) {
    shop.goAhead(moveDays * msPerDay)
    const form = await openForm(page)
    const date = getField(form, 'appointment_date')
    await send(form, { ...someone, appointment_date: tooEarly })
    await expect(date).toHaveAttribute('aria-invalid', 'true')
    await expect(date).toHaveAttribute('min', earliest)
    await send(form, { appointment_date: earliest })
    await expect(successToast(page)).toBeVisible()
    await bookAnother(form)
  }
})

test('a click shows a response while the page fetches the day, and books without it', async ({
  page,
  shop,
}) => {
  shop.goAhead(-3 * msPerDay)
  const broken = await startFront(shop.url, (_, answer) => {
    answer.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
    answer.write('{', () => answer.destroy())
    return true
  })
  const resolve = await holdRequests(page, '**/rpc/hours', (route) =>
    route.continue({ url: `${broken.url}/` }),
  )
  const asked = page.waitForRequest('**/rpc/hours')
  const posts = booking.watchPosts(page)
  const form = await openForm(page)
  await send(form)
  await expect(submitButton(form)).toHaveText(bookingForm.submitting)
  await expect(submitButton(form)).toBeDisabled()
  await asked
  await page.evaluate(() => fetch('/healthz'))
  expect(posts).toEqual([])
  resolve()
  await expect(successToast(page)).toBeVisible()
  await broken.close()
})

test.describe('across midnight in Dallas', () => {
  // 23:50 in Dallas, for both server and browser.
  test.use({ nowEpochMs: Date.parse('2027-05-05T04:50:00Z'), stoppableClock: true })

  test('an open page switches to the new day when it’s shown again or submitted', async ({
    form,
    page,
    shop,
  }) => {
    const date = getField(form, 'appointment_date')
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
