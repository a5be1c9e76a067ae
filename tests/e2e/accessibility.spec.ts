import { bookingForm } from '../../copy/booking-form.ts'
import { expectAccessible } from './support/accessible.ts'
import { fieldOf, fill, formOf, laidOut, openForm, someone, submitButton } from './support/booking.ts'
import { openBroken } from './support/open-broken.ts'
import { expect, test } from './support/test.ts'

for (const width of [390, 1440]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 900 } })

    test('axe finds nothing: empty, pointed at, malformed, submitting, booked', async ({ page }) => {
      test.slow()
      const form = await openForm(page)
      await laidOut(page)
      await form.getByText(bookingForm.privacy.title).click()
      await expectAccessible(page)
      await fill(form, { full_name: 'Daniel Reyes' })
      await submitButton(form).click()
      await expectAccessible(page)
      await fill(form, { ...someone, email: 'daniel@' })
      await expect(form.getByText('Email Address must look like')).toBeVisible()
      await expect(form.getByRole('group').first()).toBeVisible()
      await expectAccessible(page)

      await fill(form, someone)
      const looked = Promise.withResolvers<void>()
      await page.route('**/rest/v1/appointments*', async (route) => {
        await looked.promise
        await route.continue()
      })
      await submitButton(form).click()
      await expect(submitButton(form)).toHaveText('Booking...')
      await expectAccessible(page)
      looked.resolve()
      await expect(form.getByRole('region')).toBeVisible()
      await expectAccessible(page)
    })

    test('axe finds nothing: failed, taken, tooltip, an open answer', async ({ page }) => {
      const form = await openForm(page)
      await laidOut(page)
      const conflict = JSON.stringify({
        code: '23P01',
        message: 'That time is taken.',
        details: null,
        hint: null,
      })
      await page.route('**/rest/v1/appointments*', (route) =>
        route.fulfill({ status: 409, body: conflict, contentType: 'application/json' }),
      )
      await fill(form, someone)
      await submitButton(form).click()
      await expect(form.getByRole('group', { name: bookingForm.openTimes.nearest })).toBeVisible()
      await expectAccessible(page)
      // Without a pointer: where that rests for long enough before it presses, it has opened it, and closes it.
      await formOf(page).getByRole('button', { name: bookingForm.terms }).dispatchEvent('click')
      await expect(page.locator('.tooltip:popover-open')).toBeVisible()
      await page.locator('.faq summary').first().focus()
      await page.keyboard.press('Enter')
      await fieldOf(form, 'full_name').focus()
      await page.keyboard.press('Shift+Tab')
      await expect(page.locator('.tooltip:popover-open')).toBeVisible()
      await expectAccessible(page)
    })

    test('axe finds nothing: an unknown path, an error that nobody handles', async ({ page }) => {
      await page.goto('/no/such/page')
      await expectAccessible(page)
      await openBroken(page)
      await expectAccessible(page)
    })

    test.describe('on a clock that the test winds', () => {
      test.use({ stoppableClock: true })

      test('axe finds nothing: the answers to a form whose scripts never came', async ({ page }) => {
        await page.route('**/assets/*.js', (route) => route.abort())
        for (const email of ['daniel@', someone.email]) {
          await page.goto('/')
          await fill(formOf(page), { ...someone, email })
          await submitButton(formOf(page)).click()
          await page.clock.fastForward(4000)
          await page.waitForURL(/\/book/)
          await expectAccessible(page)
        }
      })
    })
  })
}

test('cloth has its flat ground until it is woven, and where data is saved', async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  )
  await page.goto('/')
  await laidOut(page)
  const grounds = (selector: string, pseudo?: string) =>
    page
      .locator(selector)
      .evaluateAll((all, pseudo) => all.map((one) => getComputedStyle(one, pseudo).backgroundColor), pseudo)
  expect(new Set(await grounds('.cloth'))).toEqual(new Set(['rgb(19, 26, 43)']))
  expect(new Set(await grounds('.length', '::before'))).toEqual(new Set(['rgb(70, 80, 102)']))
  await expectAccessible(page)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('the answers to a form keep their headings and labels, and say with each field what is wrong', async ({
    page,
  }) => {
    await page.goto('/')
    await fill(formOf(page), { ...someone, email: 'daniel@' })
    await submitButton(formOf(page)).click()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page).toHaveTitle(/^Booking Failed - /)
    const email = fieldOf(page.locator('form'), 'email')
    await expect(email).toHaveValue('daniel@')
    await expect(email).toHaveAttribute('aria-invalid', 'true')
    await expect(email).toHaveAccessibleDescription(/^Email Address must look like/)
  })
})
