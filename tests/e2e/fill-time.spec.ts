import { fill, formOf, openForm, someone, submitButton, valuesOf } from './support/booking.ts'
import { expect, test } from './support/test.ts'

test.describe('a form that a program has filled in', () => {
  test.use({ settings: { RATE_LIMIT_PER_MINUTE: '1000', MIN_FILL_SECONDS: '60' } })

  test('is booked all the same: the page proves its work, and says nothing of it', async ({ page }) => {
    const statuses: number[] = []
    page.on('response', (response) => {
      if (response.url().includes('/rest/v1/appointments')) statuses.push(response.status())
    })
    const form = await openForm(page)
    await fill(form, someone)
    await submitButton(form).click()
    await expect(form.getByRole('region')).toContainText('10:30 AM')
    await expect(form.getByRole('alert')).toHaveCount(0)
    expect(statuses).toEqual([428, 201])
  })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false, settings: { RATE_LIMIT_PER_MINUTE: '1000', MIN_FILL_SECONDS: '5' } })

  test('it is to be sent once more in a moment, holds what was typed, and then books', async ({ page }) => {
    await page.goto('/')
    await fill(formOf(page), someone)
    const [refused] = await Promise.all([page.waitForResponse(/\/book$/), submitButton(formOf(page)).click()])
    expect(refused.status()).toBe(429)
    await expect(page.locator('body')).toContainText('please press the button once more in a moment')
    const form = page.locator('form')
    expect(await valuesOf(form)).toEqual(someone)
    await page.waitForTimeout(Number(refused.headers()['retry-after']) * 1000)
    await submitButton(form).click()
    await expect(page.locator('body')).toContainText('Thursday, January 14, 2027')
  })
})
