import { bookingForm, privacy } from '../../copy/booking-form.ts'
import { expectAccessible } from './support/accessible.ts'
import { fieldOf, fill, formOf, laidOut, openForm, someone, submitButton } from './support/booking.ts'
import { openBroken } from './support/open-broken.ts'
import { expect, test } from './support/test.ts'

test.use({ viewport: { width: 390, height: 900 } })

test('axe finds nothing in any state of the form', async ({ page }) => {
  test.slow()
  const form = await openForm(page)
  await laidOut(page)
  await form.getByText(privacy.title).click()
  await expectAccessible(page)
  await fill(form, { full_name: 'Daniel Reyes' })
  await submitButton(form).click()
  await expectAccessible(page)
  await fill(form, { ...someone, email: 'daniel@' })
  await expect(form.getByText('Email Address must look like')).toBeVisible()
  await expect(form.getByRole('group').first()).toBeVisible()
  await expectAccessible(page)

  await fill(form, someone)
  const seen = Promise.withResolvers<void>()
  await page.route(
    '**/rest/v1/appointments*',
    async (route) => {
      await seen.promise
      const json = { code: '23P01', message: 'That time is taken.', details: null, hint: null }
      await route.fulfill({ status: 409, json })
    },
    { times: 1 },
  )
  await submitButton(form).click()
  await expect(submitButton(form)).toHaveText('Booking...')
  await expectAccessible(page)
  seen.resolve()
  await expect(form.getByRole('group', { name: bookingForm.openTimes.nearest })).toBeVisible()
  await expectAccessible(page)
  await submitButton(form).click()
  await expect(form.getByRole('region')).toBeVisible()
  await expectAccessible(page)
})

test('axe finds nothing on a wide page with a tooltip, an open answer, and a booking', async ({ page }) => {
  test.slow()
  await page.setViewportSize({ width: 1440, height: 900 })
  const form = await openForm(page)
  await laidOut(page)
  await fill(form, { ...someone, email: 'daniel@' })
  // Without a pointer: one that rests here before it presses opens the tooltip, and its press closes it.
  await form.getByRole('button', { name: bookingForm.terms }).dispatchEvent('click')
  await expect(page.locator('.tooltip:popover-open')).toBeVisible()
  await page.locator('.faq summary').first().focus()
  await page.keyboard.press('Enter')
  await fieldOf(form, 'full_name').focus()
  await page.keyboard.press('Shift+Tab')
  await expect(page.locator('.tooltip:popover-open')).toBeVisible()
  await expectAccessible(page)
  await fill(form, someone)
  await submitButton(form).click()
  await expect(form.getByRole('region')).toBeVisible()
  await expectAccessible(page)
})

test('axe finds nothing on the page for an unknown path, and on the error page', async ({ page }) => {
  await page.goto('/no/such/page')
  await expectAccessible(page)
  await openBroken(page)
  await expectAccessible(page)
})

test.describe('on a clock that the test winds', () => {
  test.use({ stoppableClock: true })

  test('axe finds nothing on the answers to a form whose scripts never came', async ({ page }) => {
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
