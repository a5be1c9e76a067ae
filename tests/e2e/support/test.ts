import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect, type Locator, type Page } from '@playwright/test'
import { type RunningServer, startServer } from '../../../server/app.ts'
import { readConfig } from '../../../server/config.ts'
import { buildPage, type SiteChange } from './build-page.ts'

/** A real server on the built page, with its own database, mails and calendar. */
export interface TestShop extends Pick<RunningServer, 'url' | 'close'> {
  /** The mails sent so far, as they would go out. */
  mails(): Promise<string[]>
  /** The business calendar as its feed shows it. */
  calendar(): Promise<string>
  /** Opens the desk, once. */
  deskLink: string
  /** Sets the server's clock ahead; the page has its own. */
  goAhead(byMs: number): void
}

/**
 * When every test begins: 22:30 in Dallas on 2026-12-01, a day later in London. The dates that the tests book lie
 * after it, whenever they run.
 */
export const openedAtEpochMs = Date.UTC(2026, 11, 2, 4, 30)

interface Options {
  /** Settings of the server, as environment variables. */
  settings: Record<string, string>
  /** What time it is for server and browser when the test begins; null leaves both as they are. */
  nowEpochMs: number | null
  /** Whether the page's clock can be stopped (`stopClock`). */
  stoppableClock: boolean
  /** Whether the calendar opens in a new tab, as for visitors: behind it this page is not painted, and may miss a press. */
  opensTab: boolean
}

interface BuildOptions {
  /** Another shop than the repository's has a build of its own; null is the page as it is built already. */
  otherShop: { changes: readonly SiteChange[] } | null
}

/** Runs in the page, before its scripts. */
function setClockAhead(aheadMs: number): void {
  const Real = Date
  globalThis.Date = class extends Real {
    constructor(...parts: [] | [number]) {
      super(...((parts.length > 0 ? parts : [Real.now() + aheadMs]) as [number]))
    }
    static override now = () => Real.now() + aheadMs
  } as DateConstructor
}

/**
 * Runs in the page: a slow machine is no slow server, nor a toast gone before it was looked at. A test of a limit has
 * a stoppable clock.
 */
function waitWithoutLimit(): void {
  AbortSignal.timeout = () => new AbortController().signal
  const { setTimeout } = globalThis
  globalThis.setTimeout = ((run: () => void, ms = 0) =>
    ms < 10_000 ? setTimeout(run, ms) : 0) as typeof globalThis.setTimeout
}

/** Runs in the page: as where the browser blocks new tabs. */
function openNoTab(): void {
  window.open = () => null
}

/** Runs in the page, after a clock that tells fractions of milliseconds, which no browser's own does. */
function tellWholeMs(): void {
  const { now } = Date
  Date.now = () => Math.floor(now())
}

async function openShop(
  dataDir: string,
  {
    settings,
    nowEpochMs,
    distDir,
  }: Pick<Options, 'settings' | 'nowEpochMs'> & { distDir: string | undefined },
): Promise<TestShop> {
  const config = readConfig({ PORT: '0', DATA_DIR: dataDir, RATE_LIMIT_PER_MINUTE: '0', ...settings })
  let aheadMs = nowEpochMs === null ? 0 : nowEpochMs - Date.now()
  const server = await startServer({
    config,
    now: () => Date.now() + aheadMs,
    ...(distDir ? { distDir } : {}),
  })
  return {
    url: server.url,
    close: server.close,
    deskLink: server.firstDeskLink ?? '',
    goAhead(byMs) {
      aheadMs += byMs
    },
    async mails() {
      const folder = join(dataDir, 'mail')
      const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'))
      return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
    },
    async calendar() {
      return (await fetch(server.calendarWhere.replace('localhost', '127.0.0.1'))).text()
    },
  }
}

export const test = base.extend<Options & { shop: TestShop }, BuildOptions & { distDir: string | undefined }>(
  {
    otherShop: [null, { option: true, scope: 'worker' }],
    distDir: [
      async ({ otherShop }, use) => {
        if (!otherShop) return use(undefined)
        const folder = await mkdtemp(join(tmpdir(), 'page-'))
        try {
          await use(await buildPage(folder, otherShop.changes))
        } finally {
          await rm(folder, { recursive: true })
        }
      },
      { scope: 'worker' },
    ],
    settings: [{}, { option: true }],
    nowEpochMs: [openedAtEpochMs, { option: true }],
    stoppableClock: [false, { option: true }],
    opensTab: [false, { option: true }],
    context: async ({ context, nowEpochMs, stoppableClock, opensTab }, use) => {
      if (!opensTab) await context.addInitScript(openNoTab)
      if (stoppableClock) {
        await context.clock.install({ time: nowEpochMs ?? Date.now() })
        await context.addInitScript(tellWholeMs)
      } else {
        await context.addInitScript(waitWithoutLimit)
        if (nowEpochMs !== null) await context.addInitScript(setClockAhead, nowEpochMs - Date.now())
      }
      await use(context)
    },
    shop: async ({ settings, nowEpochMs, distDir }, use) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'shop-'))
      try {
        const shop = await openShop(dataDir, { settings, nowEpochMs, distDir })
        await use(shop)
        await shop.close()
      } finally {
        await rm(dataDir, { recursive: true })
      }
    },
    baseURL: async ({ shop }, use) => use(shop.url),
  },
)

/** From now on the page's clock moves only as the test winds it, with `page.clock.runFor`. */
export const stopClock = (page: Page): Promise<void> => page.clock.pauseAt(openedAtEpochMs + 3_600_000)

/** Holds back what is asked for at an address. @returns what lets it go on */
export async function hold(page: Page, url: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(url, (route) => promise.then(() => route.continue()))
  return resolve
}

/** As if another tab were in front, or this one again. */
export const setHidden = (page: Page, hidden: boolean): Promise<void> =>
  page.evaluate((isHidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => isHidden })
    document.dispatchEvent(new Event('visibilitychange'))
  }, hidden)

/** Winds the page's clock second by second until the element shows: between two timers the page also waits for calls. */
export const windUntil = (page: Page, element: Locator): Promise<void> =>
  expect(async () => {
    await page.clock.runFor(1000)
    expect(await element.isVisible()).toBe(true)
  }).toPass({ intervals: [10] })

/** Every element a locator finds, so that a loop over them can't pass with none. */
export async function allOf(elements: Locator): Promise<Locator[]> {
  await expect(elements).not.toHaveCount(0)
  return elements.all()
}

export { expect }
