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

test('a long address is asked about in full on the narrowest phone, once even if no call loads', async ({
  page,
}) => {
  await page.setViewportSize(narrow)
  await page.route('**/assets/api-*.js', (route) => route.abort())
  const form = await openForm(page)
  await fill(form, { ...someone, email: longSlip })
  await expectWhole(form.getByRole('button', { name: 'Did you mean' }))
  await submitButton(form).click()
  await page.waitForURL(/\/book\?appointment=/)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('the answer asks in full; a press books with the other address, Enter with the one in the field', async ({
    page,
    shop,
  }) => {
    await page.setViewportSize(narrow)
    const typed = { ...someone, email: longSlip }
    const send = async (appointment_time: string) => {
      await page.goto('/')
      await fill(formOf(page), { ...typed, appointment_time })
      await submitButton(formOf(page)).click()
      await expect(page.locator('h1')).toHaveText(answerPage.emailInDoubt.title)
      return fieldOf(page.locator('form'), 'email')
    }
    const expectBooked = async (address: string) => {
      await expect(page.locator('h1')).toHaveText(bookingForm.booked.toastTitle)
      await expect.poll(async () => (await shop.mails()).join()).toContain(`To: ${address}`)
    }
    await send('09:00')
    expect(await valuesOf(page.locator('form'))).toEqual({ ...typed, appointment_time: '09:00' })
    await expectWhole(page.getByText('Did you mean'))
    const yes = page.getByRole('button', { name: 'Yes, book with' })
    await expectWhole(yes)
    await yes.click()
    await expectBooked(longSlip.replace('gmial', 'gmail'))

    await (await send('11:00')).press('Enter')
    await expectBooked(longSlip)

    const email = await send('13:00')
    await email.fill('daniel.ward@gmail.com')
    await email.press('Enter')
    await expectBooked('daniel.ward@gmail.com')
  })
})
