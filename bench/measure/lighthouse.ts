import { type Browser, chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import { ensureChromium, launchOptions, quietFlags } from '../../scripts/chromium.mjs'
import { getFreePort } from '../../tests/support/free-port.ts'
import { median } from './load.ts'

/** A visitor's phone: its viewport, and how much slower than this machine its CPU is. */
export const phone = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
}
export const cpuSlowdown = 4

export interface PageFigures {
  fcpMs: number
  lcpMs: number
  tbtMs: number
  cls: number
  /** 0 to 100, by category. */
  scores: Record<string, number>
}

interface Options {
  /** `simulate` calculates a phone's connection and CPU from a fast load; `devtools` makes the browser wait for them. */
  throttlingMethod: 'simulate' | 'devtools'
  /** Entries that the browser already has in the page's local storage. */
  localStorage?: Record<string, string>
  skipAudits?: string[]
}

/** Launches the installed Chromium. Other programs can drive it at `port`. */
export async function launchChromium(): Promise<{ browser: Browser; port: number }> {
  const port = await getFreePort()
  const browser = await chromium.launch({
    ...launchOptions(ensureChromium()),
    args: [...quietFlags, `--remote-debugging-port=${port}`],
  })
  return { browser, port }
}

/** Stores values in the browser's own profile, where Lighthouse works. */
async function store(port: number, url: string, values: Record<string, string>): Promise<void> {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  const page = (await browser.contexts()[0]?.newPage()) ?? (await browser.newPage())
  await page.goto(new URL('/robots.txt', url).href)
  await page.evaluate((kept) => {
    for (const [key, value] of Object.entries(kept)) window.localStorage.setItem(key, value)
  }, values)
  await page.close()
  await browser.close()
}

/**
 * Runs Lighthouse for a phone, in a new browser each time. In a browser that showed the page before, Lighthouse's own
 * startup takes 200 ms that look like the page's.
 */
export async function runLighthouse(url: string, options: Options): Promise<PageFigures> {
  const { localStorage, ...flags } = options
  const measure = async () => {
    const { browser, port } = await launchChromium()
    try {
      if (localStorage) await store(port, url, localStorage)
      return await lighthouse(url, { port, output: 'json', logLevel: 'error', ...flags })
    } finally {
      await browser.close()
    }
  }
  let result = await measure()
  // Sometimes the browser fails to record a run.
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

/** The median of each figure. */
export function medianFigures(figures: readonly PageFigures[]): PageFigures {
  const medianOf = (read: (run: PageFigures) => number) => median(figures.map(read))
  return {
    fcpMs: medianOf((run) => run.fcpMs),
    lcpMs: medianOf((run) => run.lcpMs),
    tbtMs: medianOf((run) => run.tbtMs),
    cls: medianOf((run) => run.cls),
    scores: Object.fromEntries(
      Object.keys(figures[0]?.scores ?? {}).map((name) => [name, medianOf((run) => run.scores[name] ?? 0)]),
    ),
  }
}
