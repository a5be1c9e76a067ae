import type { Page } from '@playwright/test'
import { socialProofWords } from '#copy/booking-form.ts'
import { isHydrated, takeTime } from './support/booking.ts'
import { socialProofMode } from './support/build-page.ts'
import { translate, waitForLayout } from './support/page.ts'
import { expect, getAll, test } from './support/test.ts'

// One after the other, because the shop is built once.
test.describe.configure({ mode: 'default' })

test.use({ otherShop: { changes: [socialProofMode('live')] } })

const lines = (page: Page) => page.locator('#social-proof li')
const box = (page: Page) => page.locator('.tally').boundingBox()
const isAnswer = (answer: { url(): string }) => answer.url().includes('/rpc/social_proof')

async function openFigures(page: Page): Promise<void> {
  await page.goto('/')
  await waitForLayout(page)
  await page.locator('.timetable').scrollIntoViewIfNeeded()
  await isHydrated(page.locator('#social-proof'))
}

test('the page says nothing where there’s nothing to say, and keeps the space', async ({ page }) => {
  const expectSilence = async () => {
    for (const line of await getAll(lines(page))) await expect(line).toBeHidden()
    await expect(page.getByRole('button', { name: socialProofWords.hide })).toHaveCount(0)
    // One line on a wide screen.
    expect((await box(page))?.height).toBeGreaterThan(50)
    await expect(page.locator('form#book')).toBeAttached()
  }
  await test.step('alone, with plenty of open times, and no booking yet', async () => {
    const answered = page.waitForResponse(isAnswer)
    await openFigures(page)
    await answered
    await expectSilence()
  })
  await test.step('without a response', async () => {
    await page.route('**/rpc/social_proof*', (route) => route.fulfill({ status: 503, body: 'Busy' }))
    const answered = page.waitForResponse(isAnswer)
    await openFigures(page)
    await answered
    await expectSilence()
    await expect(page.locator('body')).not.toContainText('Busy')
  })
  await test.step('over plain HTTP, where browsers create no identifiers', async () => {
    await page.unrouteAll()
    await page.addInitScript('delete Crypto.prototype.randomUUID')
    await openFigures(page)
    await expectSilence()
  })
})

test('in a translated page, an outdated number disappears', async ({ page }) => {
  let viewers = 2
  await page.route('**/rpc/social_proof*', (route) =>
    route.fulfill({
      json: { viewers, open_times_left_this_month: 0, minutes_since_last_booking: null },
    }),
  )
  await page.clock.install()
  await openFigures(page)
  const line = lines(page).first()
  await expect(line).toHaveText(socialProofWords.viewers(2))
  await translate(page)
  viewers = 1
  await page.clock.runFor(30_000)
  await expect(line).toHaveText('')
  await expect(line).toBeHidden()
})

test.describe('on the second-to-last evening of a month', () => {
  /**
   * 22:30 in Dallas on 2026-11-29: one day of the month is left, with 17 starts, and each booking takes three of them.
   */
  const nowEpochMs = Date.UTC(2026, 10, 30, 4, 30)
  test.use({ nowEpochMs })

  test('the numbers are true, and not requested once hidden', async ({ page, shop, browser }) => {
    await takeTime(shop.url, '2026-11-30', '10:00')
    await takeTime(shop.url, '2026-11-30', '13:00')
    await page.clock.install({ time: nowEpochMs })
    await openFigures(page)
    const [viewers, slots, last] = [lines(page).nth(0), lines(page).nth(1), lines(page).nth(2)]
    await expect(slots).toHaveText(socialProofWords.slots(7))
    await expect(last).toHaveText('Last booked: 1 minute ago')
    await expect(last).toBeVisible()
    await expect(viewers).toBeHidden()
    const before = await box(page)

    const other = await browser.newPage({ baseURL: shop.url })
    await openFigures(other)
    await expect(lines(other).first()).toHaveText(socialProofWords.viewers(2))
    await other.close()
    await page.clock.runFor(30_000)
    await expect(viewers).toHaveText(socialProofWords.viewers(2))
    await expect(viewers).toBeVisible()
    expect(await box(page)).toEqual(before)

    await page.getByRole('button', { name: socialProofWords.hide }).click()
    await expect(viewers).toBeHidden()
    let asked = 0
    page.on('request', (request) => {
      if (isAnswer(request)) asked += 1
    })
    await page.clock.runFor(120_000)
    expect(asked).toBe(0)
    await page.getByRole('button', { name: socialProofWords.show }).click()
    await page.clock.runFor(30_000)
    await expect.poll(() => asked).toBeGreaterThan(0)
  })
})
