import { bookingForm, fieldErrors } from '../../copy/booking-form.ts'
import type { Week } from '../../demo/types.ts'
import { everyDay, shopWeek } from '../support/week.ts'
import { fieldOf, fill, openForm, someone, submitButton } from './support/booking.ts'
import { expect, hold, type TestShop, test } from './support/test.ts'

const headers = { apikey: 'public-demo-key', 'content-type': 'application/json' }

async function setWeek(shop: TestShop, week: Week): Promise<void> {
  const [, token_hash] = shop.deskLink.split('#')
  const body = JSON.stringify({ type: 'magiclink', token_hash })
  const session = await fetch(`${shop.url}/auth/v1/verify`, { method: 'POST', headers, body })
  const { access_token } = await session.json()
  const answer = await fetch(`${shop.url}/rest/v1/rpc/set_opening`, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${access_token}` },
    body: JSON.stringify({ week }),
  })
  expect(answer.status).toBe(200)
}

const widenHours = (shop: TestShop) => setWeek(shop, everyDay(['09:00-19:00']))

test('a page that was left open takes the hours that the owner has widened since', async ({ page, shop }) => {
  const form = await openForm(page)
  await fill(form, { ...someone, appointment_time: '18:30' })
  await submitButton(form).click()
  await expect(fieldOf(form, 'appointment_time')).toHaveAttribute('aria-invalid', 'true')
  await widenHours(shop)
  await submitButton(form).click()
  await expect(page.getByText(bookingForm.booked.toastTitle).first()).toBeVisible()
  await expect(fieldOf(form, 'appointment_time')).toHaveAttribute('max', '19:00')
})

test('what is typed while the hours are looked up is not sent by itself', async ({ page, shop }) => {
  const form = await openForm(page)
  await fill(form, { ...someone, appointment_time: '18:30' })
  await widenHours(shop)
  const answer = await hold(page, '**/rpc/hours')
  await submitButton(form).click()
  await expect(fieldOf(form, 'appointment_time')).toHaveAttribute('aria-invalid', 'true')
  await fieldOf(form, 'appointment_time').fill('11:00')
  answer()
  await expect(fieldOf(form, 'appointment_time')).toHaveAttribute('max', '19:00')
  await expect(submitButton(form)).toHaveText(bookingForm.submit)
  await expect(page.getByText(bookingForm.booked.toastTitle)).toHaveCount(0)
})

test('a time is held to the hours of its day, and judged again when the day changes', async ({
  page,
  shop,
}) => {
  await setWeek(shop, shopWeek)
  const form = await openForm(page)
  const time = fieldOf(form, 'appointment_time')
  await expect(time).toHaveAttribute('min', '09:00')
  await expect(time).toHaveAttribute('max', '17:00')
  await expect(time).toHaveAccessibleDescription(bookingForm.timeHintByDay('9:00\u00a0AM', '5:00\u00a0PM'))
  const [saturday, sunday, monday] = ['2027-01-16', '2027-01-17', '2027-01-18'] as const
  const outside = fieldErrors.startsThatDay(fieldErrors.between('10:00\u00a0AM', '2:00\u00a0PM'))
  await fill(form, { appointment_date: saturday, appointment_time: '15:00' })
  await fieldOf(form, 'full_name').focus()
  await expect(form).toContainText(outside)
  const open = form.getByRole('group', { name: /^Still open on/ })
  await expect(open.getByRole('radio')).toHaveCount(9)
  await fill(form, { appointment_date: monday })
  await expect(form).not.toContainText(outside)
  await fill(form, { appointment_date: saturday })
  await fieldOf(form, 'full_name').focus()
  await expect(form).toContainText(outside)
  await fill(form, { appointment_date: sunday })
  await fieldOf(form, 'full_name').focus()
  await expect(form).toContainText(`${fieldErrors.closed} ${fieldErrors.openExcept('Sunday')}`)
  await expect(form).not.toContainText(outside)
  await fill(form, { ...someone, appointment_date: saturday, appointment_time: '14:00' })
  await submitButton(form).click()
  await expect(page.getByText(bookingForm.booked.toastTitle).first()).toBeVisible()
})
