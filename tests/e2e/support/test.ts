import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect, type Locator, type Page, type Route } from '@playwright/test'
import { startServer } from '../../../server/app.ts'
import { readConfig } from '../../../server/config.ts'
import type { PushNetwork } from '../../../server/push/push-service.ts'
import { openForm } from './booking.ts'
import { buildFullShop, buildPage, type SiteChange } from './build-page.ts'

/** A real server on the built page, with its own database, emails, and calendar. */
export interface TestShop {
  url: string
  mails(): Promise<string[]>
  calendar(): Promise<string>
  deskLink: string
  /** Sets the server's clock ahead. The page has its own. */
  goAhead(byMs: number): void
}

/** When every test begins: 22:30 in Dallas on 2026-12-01, a day later in London. */
export const openedAtEpochMs = Date.UTC(2026, 11, 2, 4, 30)

interface Options {
  settings: Record<string, string>
  /** When the test begins, for server and browser. */
  nowEpochMs: number
  /** Whether `stopClock` can stop the page's clock. */
  stoppableClock: boolean
  /** How the server reaches push services. */
  pushNetwork: PushNetwork | undefined
  /** Whether the calendar's tab opens, as for visitors. Behind it, the page isn't painted, and may miss a click. */
  opensTab: boolean
}

interface BuildOptions {
  /** Another shop has its own build. null is the page that is already built. */
  otherShop: { changes: readonly SiteChange[]; isFull?: boolean } | null
  distDir: string | undefined
}

interface Fixtures extends Options {
  shop: TestShop
  /** The first form of the open page, hydrated. */
  form: Locator
}

/** With transitions and animations, as most visitors see them. In most tests they only take time. */
export const inMotion = { contextOptions: { reducedMotion: 'no-preference' } } as const

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

/** Runs in the page: on a slow machine no answer is late and no toast closes early. */
function waitWithoutLimit(): void {
  AbortSignal.timeout = () => new AbortController().signal
  const { setTimeout } = globalThis
  globalThis.setTimeout = ((run: () => void, ms = 0) =>
    ms < 10_000 ? setTimeout(run, ms) : 0) as typeof globalThis.setTimeout
}

/** Runs in the page: no app here handles calls, texts, or emails, and Chromium would wait for one. */
function openNoApp(): void {
  addEventListener('click', (event) => {
    const link = event.target instanceof Element && event.target.closest('a')
    if (link && /^(tel|sms|mailto):$/.test(link.protocol)) event.preventDefault()
  })
}

/** Runs in the page, after Playwright's clock, which has fractions of milliseconds, unlike a browser's own. */
function tellWholeMs(): void {
  const { now } = Date
  Date.now = () => Math.floor(now())
}

export const test = base.extend<Fixtures, BuildOptions>({
  otherShop: [null, { option: true, scope: 'worker' }],
  distDir: [
    async ({ otherShop }, use) => {
      if (!otherShop) return use(undefined)
      const folder = await mkdtemp(join(tmpdir(), 'page-'))
      try {
        const build = otherShop.isFull ? buildFullShop : buildPage
        await use(await build(folder, otherShop.changes))
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
  pushNetwork: [undefined, { option: true }],
  context: async ({ context, nowEpochMs, stoppableClock, opensTab }, use) => {
    await context.addInitScript(openNoApp)
    if (!opensTab) await context.addInitScript('window.open = () => null')
    if (stoppableClock) {
      await context.clock.install({ time: nowEpochMs })
      await context.addInitScript(tellWholeMs)
    } else {
      await context.addInitScript(waitWithoutLimit)
      await context.addInitScript(setClockAhead, nowEpochMs - Date.now())
    }
    await use(context)
  },
  shop: async ({ settings, nowEpochMs, distDir, pushNetwork }, use) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'shop-'))
    const mailDir = join(dataDir, 'mail')
    let aheadMs = nowEpochMs - Date.now()
    const now = () => Date.now() + aheadMs
    try {
      const config = readConfig({ PORT: '0', DATA_DIR: dataDir, RATE_LIMIT_PER_MINUTE: '0', ...settings })
      const server = await startServer({
        config,
        now,
        socialProofMode: 'live',
        ...(distDir ? { distDir } : {}),
        ...(pushNetwork ? { pushNetwork } : {}),
      })
      await use({
        url: server.url,
        deskLink: server.firstDeskLink ?? '',
        goAhead(byMs) {
          aheadMs += byMs
        },
        async mails() {
          const names = (await readdir(mailDir).catch(() => [])).filter((name) => name.endsWith('.eml'))
          return Promise.all(names.map((name) => readFile(join(mailDir, name), 'utf8')))
        },
        async calendar() {
          return (await fetch(server.calendarWhere.replace('localhost', '127.0.0.1'))).text()
        },
      })
      await server.close()
    } finally {
      await rm(dataDir, { recursive: true })
    }
  },
  baseURL: async ({ shop }, use) => use(shop.url),
  form: async ({ page }, use) => use(await openForm(page)),
})

/** From now on only the test moves the page's clock, with `page.clock.runFor`. */
export const stopClock = (page: Page): Promise<void> => page.clock.pauseAt(openedAtEpochMs + 3_600_000)

/**
 * Holds back requests for an address.
 * @returns a function that releases them
 */
export async function holdRequests(page: Page, url: string, then = (route: Route) => route.continue()) {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(url, (route) => promise.then(() => then(route)))
  return resolve
}

/** The errors and warnings in the page's console, and its exceptions, from now on. */
export function watchErrors(page: Page): string[] {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) errors.push(message.text())
  })
  return errors
}

/** As if another tab were in front, or this one again. */
export const setHidden = (page: Page, hidden: boolean): Promise<void> =>
  page.evaluate((isHidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => isHidden })
    document.dispatchEvent(new Event('visibilitychange'))
  }, hidden)

/** Every element of a locator, so a loop over them can't pass with none. */
export async function getAll(elements: Locator): Promise<Locator[]> {
  await expect(elements).not.toHaveCount(0)
  return elements.all()
}

export { expect }
