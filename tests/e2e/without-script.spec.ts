import { bookingForm, fieldErrors, privacy } from '#copy/booking-form.ts'
import { answerPage } from '#copy/pages.ts'
import { expectAccessible } from './support/accessible.ts'
import {
  fill,
  getField,
  getForm,
  getValues,
  send,
  someone,
  submitButton,
  takeTime,
} from './support/booking.ts'
import { countLines, getScrollWidth } from './support/page.ts'
import { expect, test } from './support/test.ts'

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('renders fully, and books after one question about a mistyped address', async ({ page, shop }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto('/')
    await expect(page.locator('h1')).toBeVisible()
    for (const placement of ['book', 'closing'] as const) {
      const form = getForm(page, placement)
      await form.getByText(privacy.title).click()
      await expect(form.getByText(privacy.text)).toBeVisible()
    }
    expect(await getScrollWidth(page)).toBe(320)
    await expect(page).toHaveURL(/\/$/)

    await page.setViewportSize({ width: 1440, height: 900 })
    await send(getForm(page))
    await expect(page).toHaveURL(/\/book\?appointment=/)
    const title = page.locator('h1')
    await expect(title).toHaveText(bookingForm.booked.toastTitle)
    // The answer is as wide as the page, except for the tape at the left edge.
    expect(await countLines(title)).toBe(1)
    await expect(page.locator('.edge-tape')).toBeVisible()
    await expect(page.locator('body')).toContainText('Thursday, January 14, 2027')
    await expect(page.locator('body')).toContainText('Dallas time')
    await expect(page.getByRole('link', { name: answerPage.google })).toBeVisible()
    await expect.poll(() => shop.calendar()).toContain('BEGIN:VEVENT')
    await expect.poll(async () => (await shop.mails()).join()).toContain('Daniel Reyes')

    await page.setViewportSize({ width: 320, height: 700 })
    const typed = { ...someone, email: 'christopher.alexander.montgomery.fitzgerald@gmial.com' }
    for (const [appointment_time, email] of [
      ['13:00', typed.email.replace('gmial', 'gmail')],
      ['15:00', typed.email],
    ] as const) {
      await page.goto('/')
      await send(getForm(page), { ...typed, appointment_time })
      await expect(page.locator('h1')).toHaveText(answerPage.emailInDoubt.title)
      expect(await getValues(page.locator('form'))).toEqual({ ...typed, appointment_time })
      expect(await getScrollWidth(page)).toBe(320)
      if (email === typed.email) await getField(page.locator('form'), 'email').press('Enter')
      else await page.getByRole('button', { name: answerPage.emailInDoubt.correct(email) }).click()
      await expect(page.locator('h1')).toHaveText(bookingForm.booked.toastTitle)
      await expect.poll(async () => (await shop.mails()).join()).toContain(`To: ${email}`)
    }
  })
})

test('offers readable times in place of a taken one, and one tap books', async ({ page, shop }) => {
  await takeTime(shop.url, '2027-01-14', '10:30')
  await page.goto('/')
  await fill(getForm(page), { ...someone, full_name: 'Ann Lee', email: 'ann.lee@example.com' })
  // The way a form without its script is sent.
  await getForm(page).evaluate((form: HTMLFormElement) => form.submit())
  const other = page.getByRole('button', { name: '11:30\u00a0AM' })
  await expect(other).toBeVisible()
  await expectAccessible(page)
  await other.click()
  await expect(page.locator('body')).toContainText('Thursday, January 14, 2027 at 11:30')
})

test.describe('when scripts never load, with a fake clock', () => {
  test.use({ stoppableClock: true, viewport: { width: 390, height: 900 } })

  test('an incomplete form stays, and a malformed one comes back', async ({ page, shop }) => {
    await page.route('**/assets/*.js', (route) => route.abort())
    await page.goto('/')
    const form = getForm(page)
    await fill(form, { ...someone, email: 'daniel@', phone: '' })
    const unanswered = page.waitForResponse((answer) => answer.url().endsWith('/book'))
    await submitButton(form).click()
    await page.clock.fastForward(4000)
    expect((await unanswered).status()).toBe(204)
    await send(form, { phone: someone.phone })
    await expect(page.locator('body')).toContainText(fieldErrors.email)
    await expect(getField(form, 'email')).toHaveAttribute('aria-invalid', 'true')
    await expect(getField(form, 'email')).toHaveAccessibleDescription(new RegExp(`^${fieldErrors.email}`))
    expect(await getValues(form)).toEqual({ ...someone, email: 'daniel@' })
    await expectAccessible(page)
    await send(form, { email: someone.email })
    await expect(page).toHaveURL(/\/book\?appointment=/)
    await expect(page.locator('body')).toContainText('Thursday, January 14, 2027')
    await expectAccessible(page)
    await expect.poll(() => shop.calendar()).toContain('BEGIN:VEVENT')
  })
})
