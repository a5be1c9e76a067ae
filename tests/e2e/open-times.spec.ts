import { bookingForm } from '../../copy/booking-form.ts'
import { fieldOf, fill, openForm, someone, submitButton } from './support/booking.ts'
import { expect, stopClock, test, windUntil } from './support/test.ts'

test('the open times of the chosen day fill the field, by pointer and by keyboard, until they are booked', async ({
  page,
}) => {
  const form = await openForm(page)
  const time = fieldOf(form, 'appointment_time')
  const open = form.getByRole('group', { name: /^Still open on/ })
  const offered = (name: string) => open.getByRole('radio', { name, exact: true })
  await expect(open).toHaveCount(0)
  // Screen readers only read a live region that was there before its text.
  const said = await form.locator('.times-label[aria-live=polite]').elementHandle()
  await fill(form, { appointment_date: '2027-01-14' })
  await expect.poll(() => said?.textContent()).toBe('Still open on Thursday, January 14')
  await expect(open).toHaveAccessibleName('Still open on Thursday, January 14')
  await expect(open.getByRole('radio')).toHaveCount(17)

  // One stop for the Tab key: arrows choose.
  await time.focus()
  await expect(async () => {
    await page.keyboard.press('Tab')
    await expect(offered('9:00 AM')).toBeFocused({ timeout: 100 })
  }).toPass()
  await page.keyboard.press('ArrowRight')
  await expect(offered('9:30 AM')).toBeFocused()
  const chosen = open.locator('.choice:has(:checked)')
  await expect(chosen).toHaveCSS('outline-style', 'solid')
  // The focus ring is outside the ring of the chosen time.
  await page.emulateMedia({ forcedColors: 'active' })
  await expect(chosen).toHaveCSS('outline-offset', '3px')
  await page.emulateMedia({ forcedColors: 'none' })
  await expect(time).toHaveValue('09:30')
  await page.keyboard.press('Tab')
  await expect(fieldOf(form, 'referral_source')).toBeFocused()

  await offered('10:30 AM').click()
  await expect(time).toHaveValue('10:30')
  await expect(open.getByRole('radio', { checked: true })).toHaveAccessibleName('10:30 AM')
  const { appointment_date, appointment_time: _, ...others } = someone
  await fill(form, others)
  await submitButton(form).click()
  await expect(form.getByRole('region')).toBeVisible()
  await fill(form, { appointment_date })
  await expect(offered('9:30 AM')).toBeVisible()
  for (const taken of ['10:00', '10:30', '11:00'])
    await expect(open.getByRole('radio', { name: taken })).toHaveCount(0)
})

test.describe('on a clock that the test winds', () => {
  test.use({ stoppableClock: true })

  for (const [how, answers] of [
    ['fail', true],
    ['never come', false],
  ] as const)
    test(`open times that ${how} are asked for four times, and the form says so quietly`, async ({
      page,
    }) => {
      let asked = 0
      await page.route('**/rpc/open_times*', (route) => {
        asked += 1
        if (answers) return route.fulfill({ status: 503, body: '{}' })
      })
      const form = await openForm(page)
      await stopClock(page)
      const first = page.waitForRequest('**/rpc/open_times*')
      await fill(form, { appointment_date: '2027-01-14' })
      await first
      await expect(form.getByText(bookingForm.openTimes.loading)).toBeVisible()
      await windUntil(page, form.getByText('We couldn’t load open times.'))
      expect(asked).toBe(4)
      await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0)
    })
})
