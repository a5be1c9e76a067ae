import { bookingForm, fieldErrors, privacy } from '../../copy/booking-form.ts'
import { fieldOf, fill, formOf, someone, submitButton, valuesOf } from './support/booking.ts'
import { expect, test } from './support/test.ts'

test.use({ javaScriptEnabled: false })

test('the page is whole, and books', async ({ page, shop }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/')
  await expect(page.locator('h1')).toBeVisible()
  const form = formOf(page)
  await fill(form, someone)
  await submitButton(form).click()
  await expect(page).toHaveURL(/\/book\?appointment=/)
  const title = page.locator('h1')
  await expect(title).toHaveText(bookingForm.booked.toastTitle)
  // The answer has the width of the page, but for the tape’s room at the left edge.
  const lines = await title.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return range.getClientRects().length
  })
  expect(lines).toBe(1)
  await expect(page.locator('.edge-tape')).toBeVisible()
  await expect(page.locator('body')).toContainText('Thursday, January 14, 2027')
  await expect(page.locator('body')).toContainText('Dallas time')
  await expect(page.getByRole('link', { name: /Google/ })).toBeVisible()
  await expect.poll(() => shop.calendar()).toContain('BEGIN:VEVENT')
  await expect.poll(async () => (await shop.mails()).join()).toContain('Daniel Reyes')
})

test('an empty field: submit does nothing and says nothing', async ({ page }) => {
  await page.goto('/')
  const form = formOf(page)
  await fill(form, { ...someone, phone: '' })
  await submitButton(form).click()
  await page.waitForTimeout(300)
  await expect(page).toHaveURL(/\/$/)
  await expect(fieldOf(form, 'full_name')).toHaveValue('Daniel Reyes')
})

test('a malformed field: the page says which, with everything that was typed', async ({ page }) => {
  await page.goto('/')
  const wrong = { ...someone, full_name: 'Ann "The Tailor" O’Neil <b>', email: 'daniel@' }
  await fill(formOf(page), wrong)
  await submitButton(formOf(page)).click()
  await expect(page.locator('body')).toContainText(fieldErrors.email)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page).toHaveTitle(/^Booking Failed - /)
  const form = page.locator('form')
  await expect(fieldOf(form, 'email')).toHaveAttribute('aria-invalid', 'true')
  await expect(fieldOf(form, 'email')).toHaveAccessibleDescription(/^Email Address must look like/)
  expect(await valuesOf(form)).toEqual(wrong)
  await fill(form, { email: someone.email })
  await submitButton(form).click()
  await expect(page.locator('body')).toContainText('Thursday, January 14, 2027')
})

test('a taken time: the page offers others, with everything that was typed', async ({ page }) => {
  for (const full_name of ['First', 'Second']) {
    await page.goto('/')
    await fill(formOf(page), { ...someone, full_name })
    await submitButton(formOf(page)).click()
    await page.waitForURL(/\/book/)
  }
  await expect(page.locator('body')).toContainText('11:30')
  expect(await valuesOf(page.locator('form'))).toEqual({ ...someone, full_name: 'Second' })
})

test('the privacy notice opens at both forms without leaving the page', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/')
  for (const placement of ['book', 'closing'] as const) {
    const form = formOf(page, placement)
    await form.getByText(privacy.title).click()
    await expect(form.getByText(privacy.text)).toBeVisible()
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await expect(page).toHaveURL(/\/$/)
})
