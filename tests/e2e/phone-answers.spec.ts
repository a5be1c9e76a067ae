import type { Locator } from '@playwright/test'
import { bookingForm } from '../../copy/booking-form.ts'
import { fieldOf, fill, openForm, someone, submitButton, takeTime } from './support/booking.ts'
import { expect, hold, test } from './support/test.ts'

test.use({ viewport: { width: 390, height: 844 }, contextOptions: { reducedMotion: 'reduce' } })

/** How far it ends above the toast, px. */
async function roomAboveToast(part: Locator): Promise<number> {
  const [box, toast] = await Promise.all([part.boundingBox(), part.page().locator('.toast').boundingBox()])
  if (!box || !toast) throw new Error('Not shown')
  return toast.y - (box.y + box.height)
}

test('booked by an offered time on a phone: date and hour are in view', async ({ page }) => {
  const form = await openForm(page)
  await fill(form, { ...someone, appointment_time: '' })
  const open = form.getByRole('group', { name: /^Still open on/ })
  await open.getByRole('radio', { name: '2:30 PM', exact: true }).click()
  await expect(fieldOf(form, 'appointment_time')).toHaveValue('14:30')
  await submitButton(form).click()
  const when = form.locator('.booked-when')
  await expect(when).toContainText('2:30 PM')
  await expect(open).toHaveCount(0)
  await expect(when).toBeInViewport({ ratio: 1 })
  await expect.poll(() => roomAboveToast(when)).toBeGreaterThan(0)
})

test('a taken time on a phone: the nearest open times are in view, above the toast', async ({
  page,
  shop,
}) => {
  const form = await openForm(page)
  await fill(form, someone)
  await takeTime(shop.url, '2027-01-14', '10:30')
  const goOn = await hold(page, '**/rpc/open_times*')
  await submitButton(form).click()
  await expect(form.getByRole('alert')).toBeVisible()
  goOn()
  const nearest = form.getByRole('group', { name: bookingForm.openTimes.nearest })
  await expect(nearest).toBeInViewport({ ratio: 1 })
  await expect.poll(() => roomAboveToast(nearest)).toBeGreaterThan(0)
})
