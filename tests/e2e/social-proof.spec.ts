import type { Page } from '@playwright/test'
import { socialProofWords } from '../../copy/booking-form.ts'
import { laidOut } from './support/booking.ts'
import { expect, setHidden, stopClock, test } from './support/test.ts'

const lines = (page: Page) => page.locator('#social-proof li')

async function openFigures(page: Page) {
  await page.goto('/')
  await laidOut(page)
  await page.locator('#social-proof').scrollIntoViewIfNeeded()
  await expect(lines(page).first()).toBeVisible()
}

test.describe('on a clock that the test winds', () => {
  test.use({ stoppableClock: true })

  test('three invented lines within the specified ranges change every 5 to 15 s, in a box of the same size, outside any live region', async ({
    page,
  }) => {
    await openFigures(page)
    await expect(lines(page)).toHaveText([
      /^[2-6] people viewing this page$/,
      /^Only [6-9] consultation slots left this month$/,
      /^Last booked: (2 minutes|15 minutes|1 hour|2 hours|4 hours) ago$/,
    ])
    await stopClock(page)
    const box = await page.locator('#social-proof').boundingBox()
    const seen = new Set<string>()
    for (let step = 0; step < 20; step += 1) {
      await page.clock.runFor(15_000)
      const texts = await lines(page).allInnerTexts()
      seen.add(texts.join('|'))
      expect(Number(texts[0]?.match(/\d+/)?.[0])).toBeLessThanOrEqual(8)
      expect(Number(texts[1]?.match(/\d+/)?.[0])).toBeLessThanOrEqual(12)
      expect(await page.locator('#social-proof').boundingBox()).toEqual(box)
    }
    expect(seen.size).toBeGreaterThan(3)
    expect(
      await page.locator('#social-proof').evaluate((list) => list.closest('[aria-live], [role=status]')),
    ).toBeNull()
  })

  test('nothing changes within 4.9 s, nor while the tab is hidden, nor once hidden by the visitor', async ({
    page,
  }) => {
    await openFigures(page)
    await stopClock(page)
    const before = await lines(page).allInnerTexts()
    await page.clock.runFor(4900)
    expect(await lines(page).allInnerTexts()).toEqual(before)

    await setHidden(page, true)
    await page.clock.runFor(120_000)
    expect(await lines(page).allInnerTexts()).toEqual(before)
    await setHidden(page, false)

    const size = await page.locator('#social-proof').boundingBox()
    await page.getByRole('button', { name: socialProofWords.hide }).click()
    await expect(lines(page).first()).toBeHidden()
    expect(await page.locator('#social-proof').boundingBox()).toEqual(size)
    await page.getByRole('button', { name: socialProofWords.show }).click()
    await expect(lines(page).first()).toBeVisible()
  })
})
