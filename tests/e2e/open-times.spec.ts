import { bookingForm } from '../../copy/booking-form.ts'
import { fieldOf, fill, openForm, someone, submitButton } from './support/booking.ts'
import { expect, openedAtEpochMs, stopClock, test } from './support/test.ts'

test('the open times of the chosen day are offered and fill the field', async ({ page }) => {
  const form = await openForm(page)
  const open = form.getByRole('group', { name: /^Still open on/ })
  await expect(open).toHaveCount(0)
  // In place before its words are: it is read out then.
  const said = await form.locator('.times-label[aria-live=polite]').elementHandle()
  await fill(form, { appointment_date: '2027-01-14' })
  await expect.poll(() => said?.textContent()).toBe('Still open on Thursday, January 14')
  await expect(open).toHaveAccessibleName('Still open on Thursday, January 14')
  await expect(open.getByRole('radio')).toHaveCount(17)
  await open.getByRole('radio', { name: '2:30 PM', exact: true }).click()
  await expect(fieldOf(form, 'appointment_time')).toHaveValue('14:30')
  await expect(open.getByRole('radio', { checked: true })).toHaveAccessibleName('2:30 PM')
})

test('by keyboard they are one step: arrows choose among them, and Tab goes past them all', async ({
  page,
}) => {
  const form = await openForm(page)
  await fill(form, { appointment_date: '2027-01-14' })
  const open = form.getByRole('group', { name: /^Still open on/ })
  const [nine, half] = ['9:00 AM', '9:30 AM'].map((name) => open.getByRole('radio', { name, exact: true }))
  await fieldOf(form, 'appointment_time').focus()
  await expect(async () => {
    await page.keyboard.press('Tab')
    await expect(nine ?? open).toBeFocused({ timeout: 100 })
  }).toPass()
  await page.keyboard.press('ArrowRight')
  await expect(half ?? open).toBeFocused()
  const chosen = open.locator('.time:has(:checked)')
  await expect(chosen).toHaveCSS('outline-style', 'solid')
  // Where the ring of what is chosen lies within, that of the focus lies around.
  await page.emulateMedia({ forcedColors: 'active' })
  await expect(chosen).toHaveCSS('outline-offset', '3px')
  await page.emulateMedia({ forcedColors: 'none' })
  await expect(fieldOf(form, 'appointment_time')).toHaveValue('09:30')
  await page.keyboard.press('Tab')
  await expect(fieldOf(form, 'referral_source')).toBeFocused()
})

test('what is booked is no longer offered', async ({ page }) => {
  const form = await openForm(page)
  await fill(form, someone)
  await submitButton(form).click()
  await expect(form.getByRole('region')).toBeVisible()
  await fill(form, { appointment_date: someone.appointment_date })
  const open = form.getByRole('group', { name: /^Still open on/ })
  await expect(open.getByRole('radio', { name: '9:30 AM' })).toBeVisible()
  for (const taken of ['10:00', '10:30', '11:00']) {
    await expect(open.getByRole('radio', { name: taken })).toHaveCount(0)
  }
})

test('quiet while they are looked up, and when they cannot be had', async ({ page }) => {
  await page.clock.install({ time: openedAtEpochMs })
  let asked = 0
  await page.route('**/rpc/open_times*', (route) => {
    asked += 1
    return route.fulfill({ status: 503, body: '{}' })
  })
  const form = await openForm(page)
  await fill(form, { appointment_date: '2027-01-14' })
  await expect(form.getByText(bookingForm.openTimes.loading)).toBeVisible()
  await expect(async () => {
    await page.clock.runFor(1000)
    await expect(form.getByText('We couldn’t load open times.')).toBeVisible({ timeout: 100 })
  }).toPass()
  // Three retries, after 1, 2 and 4 s.
  expect(asked).toBe(4)
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0)
})

test.describe('on a clock that the test winds', () => {
  test.use({ stoppableClock: true })

  test('what never answers is not waited for without end', async ({ page }) => {
    await page.route('**/rpc/open_times*', () => {})
    const form = await openForm(page)
    await stopClock(page)
    const asked = page.waitForRequest('**/rpc/open_times*')
    await fill(form, { appointment_date: '2027-01-14' })
    await asked
    await expect(form.getByText(bookingForm.openTimes.loading)).toBeVisible()
    await expect(async () => {
      await page.clock.runFor(1000)
      await expect(form.getByText('We couldn’t load open times.')).toBeVisible({ timeout: 100 })
    }).toPass()
  })
})
