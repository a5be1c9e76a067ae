import type { Locator } from '@playwright/test'
import { bookingForm } from '../../copy/booking-form.ts'
import { answerPage } from '../../copy/pages.ts'
import { expectAccessible } from './support/accessible.ts'
import {
  fieldOf,
  fill,
  formOf,
  laidOut,
  openForm,
  someone,
  submitButton,
  valuesOf,
} from './support/booking.ts'
import { expect, test } from './support/test.ts'

const slip = 'daniel@gmial.com'
const longSlip = 'christopher.alexander.montgomery.fitzgerald@gmial.com'
const narrow = { width: 320, height: 700 }

/** Whether all words of the element end within the narrow page. */
async function expectWhole(element: Locator) {
  const end = await element.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return range.getBoundingClientRect().right
  })
  expect(end).toBeLessThan(narrow.width)
}

const question = 'Did you mean daniel@gmail.com?'

test('an address that looks like a slip is asked about on leaving it; one press puts the other in', async ({
  page,
}) => {
  const form = await openForm(page)
  await laidOut(page)
  await fill(form, { ...someone, email: slip })
  await fieldOf(form, 'email').focus()
  await page.keyboard.press('Tab')
  const button = form.getByRole('button', { name: question })
  await expect(button).toBeVisible()
  // Announced where faults are, and told with the field; it is no fault.
  await expect(
    form.locator('[aria-live=polite]').filter({ has: page.getByRole('button', { name: question }) }),
  ).toHaveCount(1)
  await expect(fieldOf(form, 'email')).toHaveAccessibleDescription(question)
  await expect(fieldOf(form, 'email')).not.toHaveAttribute('aria-invalid')
  await expectAccessible(page)
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(fieldOf(form, 'email')).toHaveValue('daniel@gmail.com')
  await expect(fieldOf(form, 'email')).toBeFocused()
  await expect(button).toHaveCount(0)
})

test('it is asked once before it is sent, and never refused', async ({ page, shop }) => {
  const form = await openForm(page)
  await fill(form, someone)
  // As a browser fills it in, or in whose place it was typed before the page came to life: it was never left.
  await fieldOf(form, 'email').evaluate((field: HTMLInputElement, address) => {
    field.value = address
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }, slip)
  await submitButton(form).click()
  await expect(form.getByRole('button', { name: question })).toBeVisible()
  await expect(fieldOf(form, 'email')).toBeFocused()
  expect(await valuesOf(form)).toEqual({ ...someone, email: slip })
  await submitButton(form).click()
  await expect(form.locator('.booked')).toContainText('Thursday, January 14, 2027 at 10:30')
  await expect.poll(async () => (await shop.mails()).join()).toContain(slip)
})

test('whoever was asked is not asked again where the form is sent as without script', async ({ page }) => {
  await page.route('**/assets/api-*.js', (route) => route.abort())
  const form = await openForm(page)
  await fill(form, { ...someone, email: slip })
  await expect(form.getByRole('button', { name: question })).toBeVisible()
  await submitButton(form).click()
  await page.waitForURL(/\/book\?appointment=/)
})

test('a long address is asked about in full on the narrowest phone', async ({ page }) => {
  await page.setViewportSize(narrow)
  const form = await openForm(page)
  await fill(form, { ...someone, email: longSlip })
  await submitButton(form).click()
  await expectWhole(form.getByRole('button', { name: 'Did you mean' }))
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('the answer asks, and one press books with the other', async ({ page, shop }) => {
    await page.goto('/')
    await fill(formOf(page), { ...someone, email: slip })
    await submitButton(formOf(page)).click()
    await expect(page.locator('h1')).toHaveText(answerPage.emailInDoubt.title)
    expect(await valuesOf(page.locator('form'))).toEqual({ ...someone, email: slip })
    await page.getByRole('button', { name: 'Yes, book with daniel@gmail.com' }).click()
    await expect(page.locator('h1')).toHaveText(bookingForm.booked.toastTitle)
    await expect.poll(async () => (await shop.mails()).join()).toContain('daniel@gmail.com')
  })

  const kept = [
    ['as it stood', slip],
    ['as it was corrected by hand', 'daniel.ward@gmail.com'],
  ] as const
  for (const [how, address] of kept) {
    test(`Enter in a field books with the address ${how}`, async ({ page, shop }) => {
      await page.goto('/')
      await fill(formOf(page), { ...someone, email: slip })
      await submitButton(formOf(page)).click()
      await expect(page.locator('h1')).toHaveText(answerPage.emailInDoubt.title)
      const email = fieldOf(page.locator('form'), 'email')
      await email.fill(address)
      await email.press('Enter')
      await expect(page.locator('h1')).toHaveText(bookingForm.booked.toastTitle)
      await expect.poll(async () => (await shop.mails()).join()).toContain(address)
    })
  }

  test('a long address is asked about in full on the narrowest phone', async ({ page }) => {
    await page.setViewportSize(narrow)
    await page.goto('/')
    await fill(formOf(page), { ...someone, email: longSlip })
    await submitButton(formOf(page)).click()
    await expectWhole(page.getByText('Did you mean'))
    await expectWhole(page.getByRole('button', { name: 'Yes, book with' }))
  })
})
