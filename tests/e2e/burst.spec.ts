import type { Page } from '@playwright/test'
import { fill, formOf, openForm, someone, submitButton, valuesOf } from './support/booking.ts'
import { expect, test } from './support/test.ts'

async function fillTrap(form: ReturnType<typeof formOf>): Promise<void> {
  await form.locator('[name=website]').evaluate((field: HTMLInputElement) => {
    field.value = 'https://pills.example/'
  })
}

/** Counts the keys the browser derives: its cryptography works off the page's own thread. */
async function countDerivedKeys(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const { deriveBits } = SubtleCrypto.prototype
    const counter = Object.assign(globalThis, { derivedKeys: 0 })
    SubtleCrypto.prototype.deriveBits = function (...args) {
      counter.derivedKeys += 1
      return deriveBits.apply(this, args)
    }
  })
  return () => page.evaluate(() => (globalThis as unknown as { derivedKeys: number }).derivedKeys)
}

test.describe('while bookings come in a burst', () => {
  test.use({ settings: { RATE_LIMIT_PER_MINUTE: '1000', BURST_PER_ADDRESS: '1' } })

  test('the page proves its work off its own thread; a browser that can’t keeps what was typed', async ({
    page,
  }) => {
    const derivedKeys = await countDerivedKeys(page)
    const form = await openForm(page)
    const scripts: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(request.url())
    })
    const statuses: number[] = []
    page.on('response', (response) => {
      if (response.url().includes('/rest/v1/appointments')) statuses.push(response.status())
    })

    await fill(form, someone)
    await submitButton(form).click()
    await expect(form.getByRole('region')).toContainText('10:30 AM')
    expect(scripts.some((url) => url.includes('solve-challenge'))).toBe(false)

    const second = { ...someone, full_name: 'Second', appointment_time: '14:00' }
    await page.route('**/solve-challenge-*.js', (route) => route.abort(), { times: 1 })
    await fill(form, second)
    await submitButton(form).click()
    await expect(form.getByRole('alert')).toContainText('Please try again in')
    await expect(form.getByRole('alert')).toContainText('or call or text')
    expect(await valuesOf(form)).toEqual(second)
    await submitButton(form).click()
    await expect(form.getByRole('region')).toContainText('2:00 PM')
    expect(statuses).toEqual([201, 428, 428, 201])
    expect(scripts.some((url) => url.includes('solve-challenge'))).toBe(true)
    expect(await derivedKeys()).toBeGreaterThan(0)
  })
})

test.describe('the invisible field', () => {
  test('is out of a person’s way: not seen, not reached by keyboard, not read out', async ({ page }) => {
    const form = await openForm(page)
    const trap = form.locator('[name=website]')
    await expect(trap).toBeHidden()
    await expect(form.getByRole('textbox', { name: /Leave this/ })).toHaveCount(0)
    await form.locator('[name=referral_source]').focus()
    await page.keyboard.press('Tab')
    await expect(submitButton(form)).toBeFocused()
  })

  test('filled after all: the server says so, nothing is booked, and pressing again books', async ({
    page,
    shop,
  }) => {
    const form = await openForm(page)
    await fill(form, someone)
    await fillTrap(form)
    await submitButton(form).click()
    await expect(page).toHaveURL(/\/book$/)
    await expect(page.locator('body')).toContainText('We couldn’t confirm that a person filled out this form')
    expect(await shop.mails()).toEqual([])
    expect(await valuesOf(formOf(page))).toEqual(someone)
    await submitButton(formOf(page)).click()
    await expect(page.locator('body')).toContainText('January 14')
  })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false, settings: { RATE_LIMIT_PER_MINUTE: '1000', BURST_PER_ADDRESS: '1' } })

  test('a burst: the page says when to come again, with everything that was typed', async ({ page }) => {
    const second = { ...someone, full_name: 'Second', appointment_time: '14:00' }
    for (const values of [someone, second]) {
      await page.goto('/')
      await fill(formOf(page), values)
      await submitButton(formOf(page)).click()
      await page.waitForURL(/\/book/)
    }
    await expect(page.locator('body')).toContainText('or call or text')
    expect(await valuesOf(page.locator('form'))).toEqual(second)
  })
})
