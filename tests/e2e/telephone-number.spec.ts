import type { Page } from '@playwright/test'
import { business } from '../../demo/business.ts'
import { fill, openForm, someone, submitButton } from './support/booking.ts'
import { openBroken } from './support/open-broken.ts'
import { expect, test } from './support/test.ts'

const number = business.phone.display

/**
 * On how many lines the number stands, for each place where it is shown, at every width a phone may leave for it:
 * its whole column narrows pixel by pixel.
 */
async function expectOnOneLine(page: Page): Promise<void> {
  const lines = await page.evaluate((digits) => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: number[] = []
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const parent = text.parentElement
      const start = text.textContent?.indexOf(digits) ?? -1
      if (start < 0 || !parent?.checkVisibility()) continue
      const range = document.createRange()
      range.setStart(text, start)
      range.setEnd(text, start + digits.length)
      const block = parent.closest<HTMLElement>('p, address')
      for (let narrower = 0; narrower < 160; narrower += 4) {
        if (block) block.style.width = `calc(100% - ${narrower}px)`
        found.push(new Set([...range.getClientRects()].map(({ top }) => top)).size)
      }
    }
    return found
  }, number)
  expect(lines.length).toBeGreaterThan(0)
  expect(Math.max(...lines)).toBe(1)
}

const enlarge = (page: Page) =>
  page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))

test.use({ viewport: { width: 320, height: 640 } })

for (const large of [false, true]) {
  test(`the number stays on one line at 320 px${large ? ' with text of twice the size' : ''}`, async ({
    page,
  }) => {
    const form = await openForm(page)
    if (large) await enlarge(page)
    const message = `Very many bookings are arriving just now. Please call or text ${number}.`
    await page.route('**/rest/v1/appointments*', (route) =>
      route.fulfill({ status: 500, json: { code: 'XX000', message } }),
    )
    await fill(form, someone)
    await submitButton(form).click()
    await expect(page.locator('.toast')).toContainText(number)
    await expect(form.getByRole('alert')).toContainText(number)
    await expectOnOneLine(page)

    await page.goto('/?visit=unknown')
    if (large) await enlarge(page)
    await expectOnOneLine(page)
    await openBroken(page)
    if (large) await enlarge(page)
    await expectOnOneLine(page)
  })
}
