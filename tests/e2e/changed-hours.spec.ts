import { bookingForm } from '../../copy/booking-form.ts'
import { everyDay } from '../support/week.ts'
import { fieldOf, fill, openForm, someone, submitButton } from './support/booking.ts'
import { expect, type TestShop, test } from './support/test.ts'

const headers = { apikey: 'public-demo-key', 'content-type': 'application/json' }

/** The owner receives clients for longer. */
async function widenHours(shop: TestShop): Promise<void> {
  const [, token_hash] = shop.deskLink.split('#')
  const body = JSON.stringify({ type: 'magiclink', token_hash })
  const session = await fetch(`${shop.url}/auth/v1/verify`, { method: 'POST', headers, body })
  const { access_token } = await session.json()
  const widened = await fetch(`${shop.url}/rest/v1/rpc/set_opening`, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${access_token}` },
    body: JSON.stringify({ week: everyDay(['09:00-19:00']) }),
  })
  expect(widened.status).toBe(200)
}

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
  let answer = () => {}
  const late = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/rpc/hours', async (route) => {
    await late
    await route.continue()
  })
  await submitButton(form).click()
  await expect(fieldOf(form, 'appointment_time')).toHaveAttribute('aria-invalid', 'true')
  await fieldOf(form, 'appointment_time').fill('11:00')
  answer()
  await expect(fieldOf(form, 'appointment_time')).toHaveAttribute('max', '19:00')
  await expect(submitButton(form)).toHaveText(bookingForm.submit)
  await expect(page.getByText(bookingForm.booked.toastTitle)).toHaveCount(0)
})
