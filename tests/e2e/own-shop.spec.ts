import type { Page } from '@playwright/test'
import { socialProofWords } from '#copy/booking-form.ts'
import { desk } from '#copy/desk.ts'
import { galleryWords } from '#copy/gallery.ts'
import { gallery } from '../../demo/gallery.ts'
import { expectAccessible } from './support/accessible.ts'
import { getForm, isHydrated, takeTime } from './support/booking.ts'
import { socialProofMode } from './support/build-page.ts'
import { ownerAt } from './support/desk.ts'
import { getScrollWidth, translate, waitForLayout } from './support/page.ts'
import { expect, getAll, inMotion, test } from './support/test.ts'

// One after the other, because the shop is built once.
test.describe.configure({ mode: 'default' })

test.use({ otherShop: { changes: [socialProofMode('live', 'shop')], isFull: true } })

const { length } = gallery.photographs
const captionOf = (index: number) => gallery.photographs[index]?.caption ?? ''

/** The photographs, once a visitor is near them and their script has loaded. */
async function photographsOf(page: Page) {
  await page.goto('/')
  await waitForLayout(page)
  const links = page.locator('[data-photograph]')
  await links.first().scrollIntoViewIfNeeded()
  await isHydrated(links)
  return links
}

const lines = (page: Page) => page.locator('#social-proof li')
const box = (page: Page) => page.locator('.tally').boundingBox()
const isAnswer = (answer: { url(): string }) => answer.url().includes('/rpc/social_proof')

async function openFigures(page: Page): Promise<void> {
  await page.goto('/')
  await waitForLayout(page)
  await page.locator('.timetable').scrollIntoViewIfNeeded()
  await isHydrated(page.locator('#social-proof'))
}

test('a photograph opens large, keys move through the gallery, and closing returns to the last one', async ({
  page,
}) => {
  const links = await photographsOf(page)
  await links.nth(2).focus()
  await page.keyboard.press('Enter')
  const viewer = page.getByRole('dialog', { name: galleryWords.name })
  const shows = async (index: number) => {
    await expect(viewer.getByRole('status')).toHaveText(galleryWords.place(index + 1, length))
    await expect(viewer.locator('.viewer-caption')).toHaveText(captionOf(index))
    await expect(viewer.getByRole('img').nth(index)).toBeInViewport({ ratio: 0.9 })
  }
  await expect(viewer.getByRole('button', { name: galleryWords.close })).toBeFocused()
  await shows(2)
  for (const [key, index] of [
    ['ArrowRight', 3],
    ['ArrowLeft', 2],
    ['End', length - 1],
    ['ArrowRight', length - 1],
    ['Home', 0],
    ['ArrowLeft', 0],
    ['ArrowRight', 1],
  ] as const) {
    await page.keyboard.press(key)
    await shows(index)
  }
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(viewer).toBeHidden()
  await expect(links.nth(1)).toBeFocused()
})

test('the desk’s open date and its main button are in the shop’s cloth', async ({ page, shop }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await ownerAt(page, shop).signIn()
  const cloth = 'rgb(90, 20, 32)'
  for (const part of [page.locator('.day-row .is-open'), page.getByRole('button', { name: desk.book })])
    await expect(part).toHaveCSS('background-color', cloth)
})

test.describe('on a touch screen', () => {
  test.use({ ...inMotion, hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test('a swipe snaps to the next photograph, and its caption follows', async ({ page }) => {
    const links = await photographsOf(page)
    await links.first().tap()
    const status = page.getByRole('dialog').getByRole('status')
    await expect(status).toHaveText(galleryWords.place(1, length))
    const row = page.locator('.viewer-row')
    const devtools = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove', x: number) =>
      devtools.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x, y: 400 }] })
    await touch('touchStart', 340)
    for (let x = 325; x >= 85; x -= 15) await touch('touchMove', x)
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await expect(status).toHaveText(galleryWords.place(2, length))
    await expect(page.locator('.viewer-caption')).toHaveText(captionOf(1))
    await expect.poll(() => row.evaluate((element) => element.scrollLeft % element.clientWidth)).toBe(0)
    await page.getByRole('button', { name: galleryWords.close }).tap()
    await expect(links.nth(1)).toBeFocused()
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('each photograph is a link to its file', async ({ page, request }) => {
    await page.goto('/')
    const links = page.locator('[data-photograph]')
    await expect(links).toHaveCount(length)
    for (const link of await links.all()) {
      const file = await request.get((await link.getAttribute('href')) ?? '')
      expect(file.headers()['content-type']).toBe('image/webp')
    }
    await expect(getForm(page).getByRole('textbox').first()).toBeVisible()
  })
})

test('the page is accessible and fits 320, 390, and 1440 px, without an offer', async ({ page }) => {
  await page.goto('/')
  await waitForLayout(page)
  await expect(page.locator('body')).not.toContainText(/free suit|third free/i)
  for (const width of [320, 390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(() => getScrollWidth(page)).toBe(width)
    await expectAccessible(page)
  }
})

test('live social proof says nothing where there’s nothing to say, and keeps the space', async ({ page }) => {
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

test('in a translated page, an outdated live number disappears', async ({ page }) => {
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

  test('the live numbers are true, and not requested once hidden', async ({ page, shop, browser }) => {
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
