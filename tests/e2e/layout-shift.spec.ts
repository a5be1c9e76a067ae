import type { Page } from '@playwright/test'
import { firstViewLines } from '../browsers/first-view-lines.ts'
import { bookAsClient, label, phone, screen, signIn } from './support/desk.ts'
import { ownFonts } from './support/fonts.ts'
import { allOf, expect, hold, test } from './support/test.ts'

interface Shift {
  value: number
  moved: string[]
}

/** Notes every shift of the layout from the first paint on; `shiftsOf` reads what came. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: Shift[] = []
    Object.assign(globalThis, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
        sources: { node: Node | null }[]
      })[]) {
        if (entry.hadRecentInput) continue
        const moved = entry.sources.map(({ node }) => node?.textContent?.slice(0, 60) ?? '')
        shifts.push({ value: entry.value, moved })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

const shiftsOf = (page: Page) => page.evaluate(() => (globalThis as unknown as { shifts: Shift[] }).shifts)

/** About a weak 3G line. */
async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 300,
    downloadThroughput: 60_000,
    uploadThroughput: 30_000,
  })
}

/** Opens the page, whose pictures come once its first text stands there. */
async function openTextFirst(page: Page): Promise<void> {
  const letPicturesCome = await hold(page, '**/*.avif')
  await page.goto('/', { waitUntil: 'commit' })
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
  letPicturesCome()
}

/** When the first picture had come and when each font was asked for, ms after the start. */
const moments = (page: Page) =>
  page.evaluate(() => {
    const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const picture = resources.find(({ name }) => name === document.images[0]?.currentSrc)
    return {
      picture: picture?.responseEnd ?? Number.NaN,
      fonts: resources.filter(({ name }) => name.endsWith('.woff2')).map(({ startTime }) => startTime),
    }
  })

for (const width of [390, 1440]) {
  test(`on a slow line nothing moves at ${width} px when fonts, pictures and scripts arrive`, async ({
    page,
  }) => {
    test.slow()
    await page.setViewportSize({ width, height: 900 })
    await watchShifts(page)
    await slowDown(page)
    await openTextFirst(page)
    await page.locator('footer').waitFor()
    await ownFonts(page)
    const { picture, fonts } = await moments(page)
    expect(fonts).toHaveLength(2)
    for (const asked of fonts) expect(asked).toBeGreaterThan(picture)

    for (const picture of await allOf(page.locator('main img'))) {
      await picture.scrollIntoViewIfNeeded()
      await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.complete)).toBe(true)
    }
    await page.locator('.timetable').scrollIntoViewIfNeeded()
    await expect(page.locator('#social-proof li').first()).toBeVisible()
    await page.locator('form#closing').scrollIntoViewIfNeeded()
    await page.locator('[data-island=hydrated] form#closing').waitFor()
    expect(await shiftsOf(page)).toEqual([])
  })
}

/** Words get a little wider when the web fonts arrive. */
const wordsShift = 0.005

for (const [where, use] of Object.entries({ phone, screen }))
  test.describe(`on the owner’s ${where}`, () => {
    test.use(use)

    test('the desk opens on a slow connection, and nothing moves but words', async ({ page, shop }) => {
      test.slow()
      await bookAsClient(shop, 'Priya Raman', '12:30')
      await bookAsClient(shop, 'Ann Lee', '10:00')
      await signIn(page, shop)
      await page.evaluate(() => localStorage.removeItem('desk-loaded'))
      await page.goto('about:blank')
      await watchShifts(page)
      await slowDown(page)
      await page.goto('/?desk')
      await expect(label(page, 'Priya Raman')).toBeVisible()
      await ownFonts(page)
      const shifts = await shiftsOf(page)
      const sum = shifts.reduce((all, { value }) => all + value, 0)
      expect(sum, JSON.stringify(shifts)).toBeLessThanOrEqual(wordsShift)
    })
  })

test('the lines of the first view break alike before and after the fonts come', async ({ page }) => {
  const { before, after } = await firstViewLines(
    (url) => page.goto(url),
    (expression) => page.evaluate(expression),
    (expression) => page.waitForFunction(expression),
  )
  expect(after).toEqual(before)
})

const largestPainted = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string | undefined>((resolve) => {
        new PerformanceObserver((list) => {
          const last = list.getEntries().at(-1) as (PerformanceEntry & { element?: Element }) | undefined
          resolve(last?.element?.localName)
        }).observe({ type: 'largest-contentful-paint', buffered: true })
      }),
  )

test('on a phone the heading is the largest thing in sight, so that no picture is waited for', async ({
  page,
}) => {
  for (const [width, height] of [
    [320, 568],
    [360, 780],
    [390, 844],
    [412, 823],
    [430, 932],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto('/')
    await page.evaluate(() => document.images[0]?.decode())
    await ownFonts(page)
    await expect.poll(() => largestPainted(page), { message: `${width} px` }).toBe('h1')
  }
})
