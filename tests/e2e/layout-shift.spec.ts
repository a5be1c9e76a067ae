import type { Page } from '@playwright/test'
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

/** When the first text stood there and when the last font had come, ms after the start. */
const moments = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready
    const fonts = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.woff2'))
    return {
      painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
      fonts: fonts.map((font) => (font as PerformanceResourceTiming).responseEnd),
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
    const { painted, fonts } = await moments(page)
    expect(fonts).toHaveLength(2)
    for (const arrived of fonts) expect(arrived).toBeGreaterThan(painted)

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
