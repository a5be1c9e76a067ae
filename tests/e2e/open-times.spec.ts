import { fieldOf, fill, openForm, someone, submitButton } from './support/booking.ts'
import { expect, openedAtEpochMs, test } from './support/test.ts'

test('the open times of the chosen day are offered and fill the field', async ({ page }) => {
  const form = await openForm(page)
  const open = form.getByRole('group', { name: /^Still open on/ })
  await expect(open).toHaveCount(0)
  // In place before its words are: it is read out then.
  const said = await form.locator('.times-label[aria-live=polite]').elementHandle()
  await fill(form, { appointment_date: '2027-01-14' })
  await expect.poll(() => said?.textContent()).toBe('Still open on Thursday, January 14')
  await expect(open).toHaveAccessibleName('Still open on Thursday, January 14')
  await expect(open.getByRole('button')).toHaveCount(17)
  await open.getByRole('button', { name: '2:30 PM', exact: true }).click()
  await expect(fieldOf(form, 'appointment_time')).toHaveValue('14:30')
  await expect(open.getByRole('button', { pressed: true })).toHaveText('2:30\u00a0PM')
})

test('what is booked is no longer offered', async ({ page }) => {
  const form = await openForm(page)
  await fill(form, someone)
  await submitButton(form).click()
  await expect(form.getByRole('region')).toBeVisible()
  await fill(form, { appointment_date: someone.appointment_date })
  const open = form.getByRole('group', { name: /^Still open on/ })
  await expect(open.getByRole('button', { name: '9:30 AM' })).toBeVisible()
  for (const taken of ['10:00', '10:30', '11:00']) {
    await expect(open.getByRole('button', { name: taken })).toHaveCount(0)
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
  await expect(form.getByText('Looking up the open times...')).toBeVisible()
  await expect(async () => {
    await page.clock.runFor(1000)
    await expect(form.getByText('The open times cannot be shown just now.')).toBeVisible({ timeout: 100 })
  }).toPass()
  // Three retries, after 1, 2 and 4 s.
  expect(asked).toBe(4)
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0)
})
