import type { Page } from '@playwright/test'
import { fill, formOf, openForm, someone, submitButton } from './support/booking.ts'
import { ownFonts } from './support/fonts.ts'
import { openBroken } from './support/open-broken.ts'
import { expect, test } from './support/pictures.ts'

const sections = [
  'hero',
  'strip',
  'problem',
  'book',
  'solution',
  'designs',
  'testimonials',
  'promises',
  'faq',
  'closing',
]

async function closeToast(page: Page): Promise<void> {
  await page.locator('.toast button').click()
  await page.locator('.toast').waitFor({ state: 'detached' })
}

for (const width of [390, 1440]) {
  test.describe(`pictures at ${width} px`, () => {
    test.use({ viewport: { width, height: 900 }, contextOptions: { reducedMotion: 'reduce' } })

    test.describe('without script', () => {
      // Every picture is loaded at once then, and nothing changes by itself.
      test.use({ javaScriptEnabled: false })

      test('every section looks as it did', async ({ page, expectLook }) => {
        await page.goto('/', { waitUntil: 'networkidle' })
        const shown = page.locator('main section:not(section section)')
        await expect(shown).toHaveCount(sections.length)
        for (const [at, name] of sections.entries()) {
          await expectLook(shown.nth(at), `${name}-${width}.png`)
        }
        await expectLook(page.locator('footer'), `footer-${width}.png`)
      })

      test('an open answer and the not-found page look as they did', async ({ page, expectLook }) => {
        await page.goto('/', { waitUntil: 'networkidle' })
        const question = page.locator('.faq details').nth(1)
        await question.locator('summary').click()
        await expectLook(question, `answer-${width}.png`)
        await page.goto('/nowhere', { waitUntil: 'networkidle' })
        await expectLook(page, `not-found-${width}.png`)
      })
    })

    test('the error page looks as it did', async ({ page, expectLook }) => {
      await openBroken(page)
      await ownFonts(page)
      await expectLook(page, `error-${width}.png`)
    })

    test('the form looks as it did: malformed, booking, failed, booked', async ({ page, expectLook }) => {
      const form = await openForm(page)
      await ownFonts(page)
      await fill(form, { ...someone, email: 'daniel@' })
      await form.getByText('Email Address must look like').waitFor()
      await form.getByRole('group').first().waitFor()
      await expectLook(form, `form-malformed-${width}.png`)

      await fill(form, someone)
      const looked = Promise.withResolvers<void>()
      await page.route('**/rest/v1/appointments*', async (route) => {
        await looked.promise
        await route.fulfill({ status: 500, json: { code: 'XX000', message: 'The ledger is wet.' } })
      })
      await submitButton(form).click()
      await expectLook(submitButton(form), `form-booking-${width}.png`)
      looked.resolve()
      await form.getByRole('alert').waitFor()
      await expectLook(page.locator('.toast'), `toast-failed-${width}.png`)
      await closeToast(page)
      await expectLook(form, `form-failed-${width}.png`)

      await page.unroute('**/rest/v1/appointments*')
      await submitButton(form).click()
      await expect(formOf(page).getByRole('region')).toBeVisible()
      await expectLook(page.locator('.toast'), `toast-booked-${width}.png`)
      await closeToast(page)
      await expectLook(form, `form-booked-${width}.png`)
    })
  })
}
