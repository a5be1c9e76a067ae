import { bookingForm, fieldTitles } from '../../copy/booking-form.ts'
import { openForm, submitButton } from './support/booking.ts'
import { expect, screen, signIn, test } from './support/desk.ts'
import { translate } from './support/translate.ts'

test.use(screen)

test('a browser leaves the desk untranslated', async ({ page, shop }) => {
  await signIn(page, shop)
  await expect(page.locator('html')).toHaveAttribute('translate', 'no')
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
