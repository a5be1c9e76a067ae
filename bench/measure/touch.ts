import type { CDPSession, Page } from '@playwright/test'

/** A phone as most visitors have it; its CPU is a quarter as fast as this machine's. */
export const phone = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
}
const cpuSlowdown = 4

export interface Visit {
  page: Page
  session: CDPSession
}

/** Opens the page as a phone does, and stops at its first paint. */
export async function visit(page: Page, url: string): Promise<Visit> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
  await page.addInitScript(() => {
    const taps: number[] = []
    const longTasks: number[] = []
    Object.assign(globalThis, { taps, longTasks })
    // From the touch itself to the frame that shows what it did.
    addEventListener(
      'pointerdown',
      (event) => {
        const shown = () =>
          requestAnimationFrame(() => setTimeout(() => taps.push(performance.now() - event.timeStamp)))
        const answered = () => {
          removeEventListener('toggle', answered, true)
          removeEventListener('focusin', answered, true)
          shown()
        }
        addEventListener('toggle', answered, true)
        addEventListener('focusin', answered, true)
      },
      true,
    )
    new PerformanceObserver((list) =>
      longTasks.push(...list.getEntries().map((entry) => entry.duration)),
    ).observe({
      type: 'longtask',
      buffered: true,
    })
  })
  await page.goto(url, { waitUntil: 'commit' })
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
  return { page, session }
}

/** Touches the middle of an element that is in view. @returns milliseconds until a frame shows the answer */
export async function tap({ page, session }: Visit, selector: string): Promise<number> {
  const before = await page.evaluate(() => (globalThis as unknown as { taps: number[] }).taps.length)
  const box = await page.locator(selector).first().boundingBox()
  if (!box) throw new Error(`${selector} is not to be seen`)
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }]
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await page.waitForFunction(
    (count) => (globalThis as unknown as { taps: number[] }).taps.length > count,
    before,
  )
  return page.evaluate(() => (globalThis as unknown as { taps: number[] }).taps.at(-1) ?? Number.NaN)
}

/** From here on only later tasks count. */
export function forgetTasks({ page }: Visit): Promise<void> {
  return page.evaluate(() => {
    ;(globalThis as unknown as { longTasks: number[] }).longTasks.length = 0
  })
}

export function longestTaskMs({ page }: Visit): Promise<number> {
  return page.evaluate(() => Math.max(0, ...(globalThis as unknown as { longTasks: number[] }).longTasks))
}

/** Brings an element into the middle of the view, as a visitor who scrolls there, at once. */
export function scrollTo({ page }: Visit, selector: string): Promise<void> {
  return page
    .locator(selector)
    .first()
    .evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }))
}

export async function hydrated({ page }: Visit): Promise<void> {
  await page.waitForFunction(() => document.querySelector('form')?.closest('[data-live=ready]'))
}
