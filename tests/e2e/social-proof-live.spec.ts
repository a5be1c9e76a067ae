import type { Page } from '@playwright/test'
import { socialProofWords } from '../../copy/booking-form.ts'
import { errorPage } from '../../copy/pages.ts'
import { laidOut, takeTime } from './support/booking.ts'
import { socialProofMode } from './support/build-page.ts'
import { allOf, expect, test } from './support/test.ts'
import { translate } from './support/translate.ts'

test.use({ otherShop: { changes: [socialProofMode('live')] } })

/** 22:30 in Dallas on 2026-11-29: one day of the month is left, with 17 starts; each booking takes three of them. */
const lastEvening = Date.UTC(2026, 10, 30, 4, 30)

const lines = (page: Page) => page.locator('#social-proof li')
const box = (page: Page) => page.locator('.tally').boundingBox()
const isAnswer = (answer: { url(): string }) => answer.url().includes('/rpc/social_proof')

async function openFigures(page: Page): Promise<void> {
  const answered = page.waitForResponse(isAnswer)
  await page.goto('/')
  await laidOut(page)
  await page.locator('.timetable').scrollIntoViewIfNeeded()
  await answered
}

test('a visitor alone, plenty of free times, no booking yet: nothing is said, and the room for it kept', async ({
  page,
}) => {
  await openFigures(page)
  await expect(page.locator('[data-island=hydrated] #social-proof')).toBeAttached()
  for (const line of await allOf(lines(page))) await expect(line).toBeHidden()
  await expect(page.getByRole('button', { name: /these figures/ })).toHaveCount(0)
  expect((await box(page))?.height).toBeGreaterThan(150)
})

test('over plain HTTP, or without an answer, nothing is said, and the page works', async ({ page }) => {
  await page.route('**/rpc/social_proof*', (route) =>
    route.fulfill({ status: 503, json: { message: 'Busy' } }),
  )
  await openFigures(page)
  for (const line of await allOf(lines(page))) await expect(line).toBeHidden()
  await expect(page.locator('body')).not.toContainText('Busy')

  // Browsers make no identifiers over plain HTTP.
  await page.addInitScript('delete Crypto.prototype.randomUUID')
  await page.goto('/')
  await page.locator('.timetable').scrollIntoViewIfNeeded()
  await expect(page.locator('[data-island=hydrated] #social-proof')).toBeAttached()
  for (const line of await allOf(lines(page))) await expect(line).toBeHidden()
  await expect(page.locator('h1')).not.toHaveText(errorPage.title)
})

test('translated by the browser: a figure that has nothing to say any more goes away', async ({ page }) => {
  let viewers = 2
  await page.route('**/rpc/social_proof*', (route) =>
    route.fulfill({
      json: { viewers, open_times_left_this_month: 0, minutes_since_last_booking: null },
    }),
  )
  await page.clock.install()
  await openFigures(page)
  await expect(lines(page).nth(0)).toHaveText('2 people viewing this page')
  await translate(page)
  viewers = 1
  await page.clock.runFor(30_000)
  await expect(lines(page).nth(0)).toHaveText('')
  await expect(lines(page).nth(0)).toBeHidden()
})

test.describe('on the last evening but one of a month', () => {
  test.use({ nowEpochMs: lastEvening })

  test('true figures of this shop; they follow while they are shown, and are not asked for once hidden', async ({
    page,
    shop,
    browser,
  }) => {
    await takeTime(shop.url, '2026-11-30', '10:00')
    await takeTime(shop.url, '2026-11-30', '13:00')
    await page.clock.install({ time: lastEvening })
    await openFigures(page)
    await expect(lines(page).nth(1)).toHaveText('Only 7 consultation slots left this month')
    await expect(lines(page).nth(2)).toHaveText('Last booked: 1 minute ago')
    await expect(lines(page).nth(2)).toBeVisible()
    await expect(lines(page).nth(0)).toBeHidden()
    const before = await box(page)

    const other = await browser.newPage({ baseURL: shop.url })
    await openFigures(other)
    await expect(lines(other).nth(0)).toHaveText('2 people viewing this page')
    await other.close()
    await page.clock.runFor(30_000)
    await expect(lines(page).nth(0)).toHaveText('2 people viewing this page')
    await expect(lines(page).nth(0)).toBeVisible()
    expect(await box(page)).toEqual(before)

    await page.getByRole('button', { name: socialProofWords.hide }).click()
    await expect(lines(page).nth(0)).toBeHidden()
    const asked: string[] = []
    page.on('request', (request) => {
      if (isAnswer(request)) asked.push(request.url())
    })
    await page.clock.runFor(120_000)
    expect(asked).toEqual([])
    await page.getByRole('button', { name: socialProofWords.show }).click()
    await page.clock.runFor(30_000)
    await expect.poll(() => asked.length).toBeGreaterThan(0)
  })
})
