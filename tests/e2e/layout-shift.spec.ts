import type { Page } from '@playwright/test'
import { firstViewLines } from '../browsers/first-view-lines.ts'
import { getForm, isHydrated } from './support/booking.ts'
import { phone, screen, test } from './support/desk.ts'
import { waitForFonts } from './support/page.ts'
import { expect, getAll, holdRequests, inMotion } from './support/test.ts'

interface Seen {
  shifts: { value: number; moved: string[] }[]
  /** The name of the largest element painted. */
  largest?: string | undefined
}

type PaintEntry = PerformanceEntry & {
  element?: Element
  value: number
  hadRecentInput: boolean
  sources: { node: Node | null }[]
}

/**
 * From now on, about a weak 3G connection.
 * @returns a function that reads everything observed since the first paint
 */
async function watchPaint(page: Page): Promise<() => Promise<Seen>> {
  await page.addInitScript(() => {
    const seen: Seen = { shifts: [] }
    Object.assign(globalThis, { seen })
    const observe = (type: string, note: (entry: PaintEntry) => void) => {
      const observer = new PerformanceObserver((list) => (list.getEntries() as PaintEntry[]).forEach(note))
      observer.observe({ type, buffered: true })
    }
    observe('layout-shift', ({ hadRecentInput, sources, value }) => {
      const moved = sources.map(({ node }) => node?.textContent?.slice(0, 60) ?? '')
      if (!hadRecentInput) seen.shifts.push({ value, moved })
    })
    observe('largest-contentful-paint', ({ element }) => {
      seen.largest = element?.localName
    })
  })
  const session = await page.context().newCDPSession(page)
  const [latency, downloadThroughput, uploadThroughput] = [300, 60_000, 30_000]
  const conditions = { offline: false, latency, downloadThroughput, uploadThroughput }
  await session.send('Network.emulateNetworkConditions', conditions)
  return () => page.evaluate(() => (globalThis as unknown as { seen: Seen }).seen)
}

/** When the first picture had loaded, and when each font was requested, ms after the start. */
const moments = (page: Page) =>
  page.evaluate(() => {
    const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const picture = resources.find(({ name }) => name === document.images[0]?.currentSrc)
    return {
      picture: picture?.responseEnd ?? Number.NaN,
      fonts: resources.filter(({ name }) => name.endsWith('.woff2')).map(({ startTime }) => startTime),
    }
  })

test.use(inMotion)

/** Words get a little wider when the web fonts load. */
const wordsShift = 0.005
/** So a link moves within its line. */
const linkShift = 0.0001

for (const [where, use] of Object.entries({ phone, screen }))
  test.describe(`on a ${where} with a slow connection`, () => {
    test.use(use)

    test('nothing on the page moves when fonts, pictures, and scripts arrive', async ({ page }) => {
      const seen = await watchPaint(page)
      // The pictures load once the first text is there.
      const letPicturesCome = await holdRequests(page, '**/*.avif')
      await page.goto('/', { waitUntil: 'commit' })
      await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
      letPicturesCome()
      await page.locator('footer').waitFor()
      await waitForFonts(page)
      const { picture, fonts } = await moments(page)
      expect(fonts).toHaveLength(2)
      for (const requested of fonts) expect(requested).toBeGreaterThan(picture)
      // A phone waits for no picture.
      if (where === 'phone') await expect.poll(async () => (await seen()).largest).toBe('h1')

      for (const picture of await getAll(page.locator('main img'))) {
        await picture.scrollIntoViewIfNeeded()
        await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.complete)).toBe(true)
      }
      await page.locator('.timetable').scrollIntoViewIfNeeded()
      await expect(page.locator('#social-proof li').first()).toBeVisible()
      const closing = getForm(page, 'closing')
      await closing.scrollIntoViewIfNeeded()
      await isHydrated(closing)
      expect((await seen()).shifts.filter(({ value }) => value > linkShift)).toEqual([])
    })

    test('only text moves when the desk opens', async ({ page, owner }) => {
      await owner.bookAsClient('Priya Raman', '12:30')
      await owner.bookAsClient('Ann Lee', '10:00')
      await owner.signIn()
      await page.evaluate(() => localStorage.removeItem('desk-loaded'))
      await page.goto('about:blank')
      const seen = await watchPaint(page)
      await page.goto('/?desk')
      await expect(owner.label('Priya Raman')).toBeVisible()
      await waitForFonts(page)
      const { shifts } = await seen()
      const sum = shifts.reduce((all, { value }) => all + value, 0)
      expect(sum, JSON.stringify(shifts)).toBeLessThanOrEqual(wordsShift)
    })
  })

for (const [width, height] of [
  [320, 568],
  [430, 932],
] as const)
  test(`the heading is the largest paint at ${width}x${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    const seen = await watchPaint(page)
    await page.goto('/')
    await waitForFonts(page)
    await expect.poll(async () => (await seen()).largest).toBe('h1')
  })

test('the lines of the first view break alike before and after the fonts load', async ({ page }) => {
  const { before, after } = await firstViewLines(
    (url) => page.goto(url),
    (expression) => page.evaluate(expression),
    (expression) => page.waitForFunction(expression),
  )
  expect(after).toEqual(before)
})
