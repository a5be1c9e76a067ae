import { chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import { launchChromium } from './chromium.ts'

/**
 * How Lighthouse slows the line and the processor down to a phone's: `simulate` works the times out from a load at full
 * speed, `devtools` lets the browser really wait.
 */
export type Throttling = 'simulate' | 'devtools'

export interface PageFigures {
  fcpMs: number
  lcpMs: number
  tbtMs: number
  cls: number
  /** 0 to 100, by category. */
  scores: Record<string, number>
}

interface Options {
  throttlingMethod: Throttling
  /** What the page's origin has kept in the browser before. */
  localStorage?: Record<string, string>
  /** Left out of the scores. */
  skipAudits?: string[]
}

/** Lighthouse works in the browser's own profile, and leaves what is stored there. */
async function keepInBrowser(port: number, url: string, kept: Record<string, string>): Promise<void> {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  const page = (await browser.contexts()[0]?.newPage()) ?? (await browser.newPage())
  await page.goto(new URL('/robots.txt', url).href)
  await page.evaluate((values) => {
    for (const [key, value] of Object.entries(values)) window.localStorage.setItem(key, value)
  }, kept)
  await page.close()
  await browser.close()
}

/**
 * One run of Lighthouse as for a phone, in a browser of its own, as Lighthouse's own command takes it: where a page has
 * been shown before, what Lighthouse switches on first goes through all that is left of it, 200 ms that look like the
 * page's.
 */
export async function runLighthouse(
  url: string,
  { throttlingMethod, localStorage, skipAudits }: Options,
): Promise<PageFigures> {
  const measure = async () => {
    const { browser, port } = await launchChromium()
    try {
      if (localStorage) await keepInBrowser(port, url, localStorage)
      return await lighthouse(url, {
        port,
        output: 'json',
        logLevel: 'error',
        throttlingMethod,
        ...(skipAudits && { skipAudits }),
      })
    } finally {
      await browser.close()
    }
  }
  let result = await measure()
  // Now and then the browser fails to record a run.
  if (result?.lhr.runtimeError) result = await measure()
  if (!result || result.lhr.runtimeError) {
    throw new Error(`Lighthouse gave no result for ${url}: ${result?.lhr.runtimeError?.code}`)
  }
  const { audits, categories } = result.lhr
  const figure = (id: string) => audits[id]?.numericValue ?? Number.NaN
  return {
    fcpMs: figure('first-contentful-paint'),
    lcpMs: figure('largest-contentful-paint'),
    tbtMs: figure('total-blocking-time'),
    cls: figure('cumulative-layout-shift'),
    scores: Object.fromEntries(
      Object.entries(categories).map(([id, { score }]) => [id, Math.round((score ?? 0) * 100)]),
    ),
  }
}
