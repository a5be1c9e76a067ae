import type { Page } from '@playwright/test'
import { fill, openForm, someone } from './support/booking.ts'
import { expect, test } from './support/test.ts'

const layOut = (page: Page) => page.evaluate(() => document.documentElement.classList.add('laid-out'))

test('nothing is beside the narrowest page, nor beside any with letters of twice the size', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 600 })
  await page.goto('/')
  await layOut(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  for (const width of [390, 640, 768, 900, 1100, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/')
    // As a browser's setting does it: a style sheet in the page would be refused.
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    await layOut(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
})

test('letters of twice the size: the open times do not lie on each other', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 900 })
  const form = await openForm(page)
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  await fill(form, { appointment_date: someone.appointment_date })
  const times = form.getByRole('group', { name: /^Still open/ }).locator('.choice')
  await expect(times).toHaveCount(17)
  const beyond = await times.evaluateAll((all) => all.map((one) => one.scrollWidth - one.clientWidth))
  expect(Math.max(...beyond)).toBe(0)
})
