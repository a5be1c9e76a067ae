import { fill, formOf, openForm, someone, submitButton } from './support/booking.ts'
import { expect, test } from './support/test.ts'

test.describe('a form that a program fills in, in a browser', () => {
  test.use({ settings: { RATE_LIMIT_PER_MINUTE: '1000', MIN_FILL_SECONDS: '5' } })

  test('is booked at the first attempt, once a person could have filled it in', async ({ page }) => {
    const statuses: number[] = []
    page.on('response', (response) => {
      if (response.url().includes('/rest/v1/appointments')) statuses.push(response.status())
    })
    const form = await openForm(page)
    await fill(form, someone)
    await submitButton(form).click()
    await expect(form.getByRole('region')).toContainText('10:30 AM')
    await expect(form.getByRole('alert')).toHaveCount(0)
    expect(statuses).toEqual([201])
    expect(await page.evaluate(() => performance.now())).toBeGreaterThan(5000)
  })

  test.describe('without script', () => {
    test.use({ javaScriptEnabled: false })

    test('is booked as well', async ({ page }) => {
      const openedAtMs = Date.now()
      await page.goto('/')
      await fill(formOf(page), someone)
      await submitButton(formOf(page)).click()
      await expect(page.locator('body')).toContainText('Thursday, January 14, 2027')
      expect(Date.now() - openedAtMs).toBeGreaterThan(5000)
    })
  })
})
