import type { Page } from '@playwright/test'
import { ownFonts } from './support/fonts.ts'
import { expect, test } from './support/test.ts'

interface Shift {
  value: number
  /** What moved, as it stands in the page. */
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

/** When the first text stood there, when the first picture had come and when each font was asked for, ms after the start. */
const moments = (page: Page) =>
  page.evaluate(() => {
    const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const picture = resources.find(({ name }) => name === document.images[0]?.currentSrc)
    return {
      painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
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
    await page.goto('/', { waitUntil: 'commit' })
    await page.locator('footer').waitFor()
    await ownFonts(page)
    // The text first, then the picture, then the finer letters.
    const { painted, picture, fonts } = await moments(page)
    expect(picture).toBeGreaterThan(painted)
    expect(fonts).toHaveLength(2)
    for (const asked of fonts) expect(asked).toBeGreaterThan(picture)

    // Every picture comes while it is looked at.
    for (const picture of await page.locator('main img').all()) {
      await picture.scrollIntoViewIfNeeded()
      await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.complete)).toBe(true)
    }
    // The figures under the first visit come, and the page comes to life.
    await page.locator('.timetable').scrollIntoViewIfNeeded()
    await expect(page.locator('#social-proof li').first()).toBeVisible()
    await page.locator('form#closing').scrollIntoViewIfNeeded()
    await page.locator('[data-island=hydrated] form#closing').waitFor()
    expect(await shiftsOf(page)).toEqual([])
  })
}
