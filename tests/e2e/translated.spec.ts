import { bookingForm, fieldTitles } from '../../copy/booking-form.ts'
import { openForm, submitButton } from './support/booking.ts'
import { bookAsClient, day, expect, screen, signIn, test } from './support/desk.ts'
import { translate } from './support/translate.ts'

test.use(screen)

test('translated by the browser, the desk says what is open', async ({ page, shop }) => {
  await bookAsClient(shop, 'Priya Raman', '12:30')
  await signIn(page, shop)
  await translate(page)
  const heading = page.getByRole('heading', { level: 1 })
  for (const words of ['Friday, December 4', 'Saturday, December 5']) {
    await page.getByRole('button', { name: 'Next day' }).click()
    await expect(heading).toHaveText(words)
    // It is translated, too.
    await expect(heading.locator('font')).toHaveCount(2)
  }
  await page.getByRole('button', { name: 'Close a time' }).click()
  const backwards = page.getByRole('alert').filter({ hasText: 'The end must lie after' })
  for (const [field, typed] of Object.entries({
    'From date': day.date,
    'From time': '14:00',
    'To date': day.date,
  }))
    await page.getByLabel(field).fill(typed)
  await page.getByLabel('To time').fill('13:00')
  await expect(backwards).toHaveCount(1)
  await expect(page.getByLabel('To time')).toHaveAccessibleDescription(/./)
  await page.getByLabel('To time').fill('15:00')
  await expect(backwards).toHaveCount(0)
})

test('translated by the browser, the form goes on with a day that has no time left', async ({ page }) => {
  const form = await openForm(page)
  await translate(page)
  const answer = Promise.withResolvers<void>()
  await page.route('**/rpc/open_times*', async (route) => {
    await answer.promise
    await route.fulfill({ json: [] })
  })
  await form.getByLabel(fieldTitles.appointment_date).fill('2027-01-14')
  await expect(form.getByText(bookingForm.openTimes.loading)).toBeVisible()
  answer.resolve()
  await expect(form.getByText('No times left on Thursday, January 14.')).toBeVisible()
  await expect(submitButton(form)).toBeVisible()
})
