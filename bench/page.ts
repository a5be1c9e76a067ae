import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Locator, Page } from '@playwright/test'
import { bookingForm } from '#copy/booking-form.ts'
import { contentSecurityHashes } from '../web/build/output.ts'
import {
  cpuSlowdown,
  launchChromium,
  medianFigures,
  type PageFigures,
  phone,
  runLighthouse,
} from './measure/lighthouse.ts'
import { clientFields, median } from './measure/load.ts'
import { startProcess, startShop } from './measure/server-process.ts'
import { budgetRow, compareMs, kB, ms, type Row, scoreRow } from './row.ts'

const dist = join(import.meta.dirname, '../dist')
const firstLoadMax = 110_000
/** The blocking time that a page without scripts has on a busy machine, and what ours may add. */
const tbtMaxMs = 10
const tbtMoreMs = 20
const ownMaxMs = 150
/** Lighthouse's slow 4G, as DevTools applies it to each request. */
const latency = 562.5
const slowLine = { offline: false, latency, downloadThroughput: 184_320, uploadThroughput: 84_375 }

/** A page without scripts can only be as fast as its pictures, or as its text. */
type FloorName = 'pictures' | 'text'

/**
 * Writes a baseline for the page: the built page with the same HTML, style, and fonts, but no scripts. The text baseline
 * has no pictures either.
 * @returns a folder that the server can serve in place of dist/
 */
function writeFloorPage(folder: string, name: FloorName): string {
  const floor = join(folder, name)
  cpSync(dist, floor, { recursive: true })
  const assets = readdirSync(join(dist, 'assets'))
  const lateStyleSheet = assets.find((asset) => /^late-.*\.css$/.test(asset))
  const lateStyle = readFileSync(join(dist, 'assets', lateStyleSheet ?? 'late.css'), 'utf8')

  const index = join(floor, 'index.html')
  const html = readFileSync(index, 'utf8')
    .replace(/<script type="module">[\s\S]*?<\/script>/g, '')
    .replace(/<noscript>[\s\S]*?<\/noscript>/g, '')
    .replace('<html ', '<html class="laid-out" ')
    .replace('</head>', `<style>${lateStyle}</style></head>`)
  writeFileSync(index, name === 'text' ? html.replace(/<picture>[\s\S]*?<\/picture>/g, '') : html)

  const hashes = join(floor, 'csp.json')
  const inlined = JSON.parse(readFileSync(hashes, 'utf8'))
  inlined.landing.styleHashes.push(...contentSecurityHashes([], [lateStyle]).styleHashes)
  writeFileSync(hashes, JSON.stringify(inlined))
  return floor
}

/**
 * Runs Lighthouse on the pages in turn.
 * @returns the median figures by page
 */
async function inTurns<Name extends string>(
  urls: Record<Name, string>,
  throttlingMethod: 'simulate' | 'devtools',
  runs: number,
): Promise<Record<Name, PageFigures>> {
  const names = Object.keys(urls) as Name[]
  const measured = new Map<Name, PageFigures[]>(names.map((name) => [name, []]))
  for (let run = 0; run < runs; run++) {
    for (const name of names) measured.get(name)?.push(await runLighthouse(urls[name], { throttlingMethod }))
  }
  const medians = names.map((name) => [name, medianFigures(measured.get(name) ?? [])])
  return Object.fromEntries(medians) as Record<Name, PageFigures>
}

async function firstViewRows(urls: Record<'ours' | FloorName, string>, runs: number): Promise<Row[]> {
  const { ours, pictures } = await inTurns({ ours: urls.ours, pictures: urls.pictures }, 'simulate', runs)
  const slow = await inTurns(urls, 'devtools', runs)
  const shift = Math.max(ours.cls, slow.ours.cls)
  return [
    compareMs('LCP, compared with the same page without scripts', ours.lcpMs, pictures.lcpMs, 1.05),
    compareMs('slow line: FCP, compared with text alone', slow.ours.fcpMs, slow.text.fcpMs, 1),
    compareMs('slow line: LCP, compared with text alone', slow.ours.lcpMs, slow.text.lcpMs, 1.1),
    compareMs('slow line: LCP, compared with no scripts', slow.ours.lcpMs, slow.pictures.lcpMs, 1.02),
    budgetRow('total blocking time', ours.tbtMs, Math.max(tbtMaxMs, pictures.tbtMs + tbtMoreMs), ms),
    { what: 'layout shift on either line', ours: shift.toFixed(3), ratio: shift, goal: { atMost: 0 } },
    ...Object.entries(ours.scores).map(([category, score]) => scoreRow(`Lighthouse: ${category}`, score)),
  ]
}

/** Opens a page on a new phone and closes it afterward. */
async function onPhone<T>(
  browser: Browser,
  work: (page: Page) => Promise<T>,
  { javaScriptEnabled = true } = {},
): Promise<T> {
  const context = await browser.newContext({ ...phone, javaScriptEnabled })
  try {
    return await work(await context.newPage())
  } finally {
    await context.close()
  }
}

/** Counts what the page loads, headers included, before it fetches its first script. */
async function firstLoad(page: Page, url: string): Promise<Row> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const first = new Set<string>()
  const sizes = new Map<string, number>()
  let hasScript = false
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    hasScript ||= /\.js(\?|$)/.test(request.url)
    if (!hasScript) first.add(requestId)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    sizes.set(requestId, encodedDataLength)
  })
  await page.goto(url, { waitUntil: 'networkidle' })
  const bytes = [...first].reduce((sum, requestId) => sum + (sizes.get(requestId) ?? 0), 0)
  return budgetRow(`loaded before the first script, in ${first.size} requests`, bytes, firstLoadMax, kB)
}

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', slowLine)
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
}

/** Fills in the form, then slows down the connection and the CPU. */
async function readyForm(page: Page, url: string, client: number) {
  await page.goto(url)
  const form = page.locator('form#book')
  await form.evaluate((element) => element.scrollIntoView())
  await form.locator('[name=full_name]').focus()
  const { referral_source, ...typed } = clientFields(client)
  const fill = async () => {
    for (const [name, value] of Object.entries(typed)) await form.locator(`[name=${name}]`).fill(value)
    await form.locator('[name=referral_source]').selectOption(referral_source)
    await page.waitForLoadState('networkidle')
  }
  return { form, fill, button: form.locator('button[type=submit]') }
}

/** Times the connection alone: as many requests for a small file, one after the other. */
const roundTripsMs = (page: Page, count: number) =>
  page.evaluate(async (count) => {
    const began = performance.now()
    for (let n = 0; n < count; n++) await (await fetch('/robots.txt', { cache: 'no-store' })).text()
    return performance.now() - began
  }, count)

/** Times from the click to the frame that shows the toast, by the page's own clock, and three bare round trips. */
async function pressToToastMs(page: Page, url: string, client: number) {
  const { form, fill, button } = await readyForm(page, url, client)
  await page.locator('[data-island=hydrated]').filter({ has: form }).waitFor({ state: 'attached' })
  await fill()
  await slowDown(page)
  const lineMs = await roundTripsMs(page, 3)
  await page.evaluate((title) => {
    let pressedAt: number | undefined
    const took = new Promise<number>((resolve) => {
      addEventListener(
        'click',
        ({ timeStamp }) => {
          pressedAt ??= timeStamp
        },
        { capture: true },
      )
      new MutationObserver(() => {
        if (!document.querySelector('.toast')?.textContent?.includes(title)) return
        requestAnimationFrame(() => resolve(performance.now() - (pressedAt ?? Number.NaN)))
      }).observe(document.body, { subtree: true, childList: true })
    })
    Object.assign(window, { took })
  }, bookingForm.booked.toastTitle)
  // Playwright's own click first checks what covers the button, which would count as the page's time.
  await button.scrollIntoViewIfNeeded()
  const { x = 0, y = 0, width = 0, height = 0 } = (await button.boundingBox()) ?? {}
  await page.touchscreen.tap(x + width / 2, y + height / 2)
  const tookMs = await page.evaluate(() => (window as unknown as { took: Promise<number> }).took)
  return { tookMs, lineMs }
}

/** Returns the time from the click to the confirmation page. */
async function pressToPageMs(page: Page, url: string, client: number): Promise<number> {
  const { fill, button } = await readyForm(page, url, client)
  await fill()
  await slowDown(page)
  const pressedAt = performance.now()
  await button.click({ noWaitAfter: true })
  await page.waitForURL(/\/book\?appointment=/, { waitUntil: 'domcontentloaded' })
  return performance.now() - pressedAt
}

async function pressRows(browser: Browser, url: string, runs: number): Promise<Row[]> {
  const toast: Awaited<ReturnType<typeof pressToToastMs>>[] = []
  const confirmation: number[] = []
  for (let run = 0; run < runs; run++) {
    toast.push(await onPhone(browser, (page) => pressToToastMs(page, url, 2 * run)))
    const withoutScript = (page: Page) => pressToPageMs(page, url, 2 * run + 1)
    confirmation.push(await onPhone(browser, withoutScript, { javaScriptEnabled: false }))
  }
  const what = 'slow line and CPU: ‘Book Appointment’ to the toast, beyond three round trips'
  const ownMs = median(toast.map(({ tookMs, lineMs }) => tookMs - lineMs))
  return [
    budgetRow(what, ownMs, ownMaxMs, ms),
    { what: 'the same form without scripts, to its confirmation page', ours: ms(median(confirmation)) },
  ]
}

type ChooseTime = (form: Locator, typed: ReturnType<typeof clientFields>) => Promise<void>

const pressSoonest: ChooseTime = (form) => form.locator('.tape-time').first().click()

/** A visitor can't know an open time before the day's times appear. */
const typeDateAndTime: ChooseTime = async (form, { appointment_date, appointment_time }) => {
  await form.locator('[name=appointment_date]').fill(appointment_date)
  await form.locator('.open-times .choice').first().waitFor()
  await form.locator('[name=appointment_time]').fill(appointment_time)
}

/** Times from the link to the toast for a visitor who takes no time to read or type, and only waits. */
async function linkToBookedMs(page: Page, url: string, client: number, chooseTime: ChooseTime) {
  const typed = clientFields(client)
  const form = page.locator('form#book')
  await slowDown(page)
  await page.goto(url, { waitUntil: 'commit' })
  await page.locator('a[href="#book"].stitched').first().click()
  for (const name of ['full_name', 'email', 'phone'] as const)
    await form.locator(`[name=${name}]`).fill(typed[name])
  await chooseTime(form, typed)
  await form.locator('[name=referral_source]').selectOption(typed.referral_source)
  await form.locator('button[type=submit]').click()
  await page.locator('.toast').filter({ hasText: bookingForm.booked.toastTitle }).waitFor()
  return page.evaluate(() => performance.now())
}

async function linkToBooked(browser: Browser, url: string, runs: number): Promise<Row> {
  const [pressed, typed]: [number[], number[]] = [[], []]
  for (let run = 0; run < runs; run++) {
    const client = 2 * (runs + run)
    pressed.push(await onPhone(browser, (page) => linkToBookedMs(page, url, client, pressSoonest)))
    typed.push(await onPhone(browser, (page) => linkToBookedMs(page, url, client + 1, typeDateAndTime)))
  }
  const [ours, other] = [median(pressed), median(typed)]
  const what = 'slow line and CPU: link to booked, by a soonest time, compared with typing date and time'
  return { what, ours: ms(ours), comparedWith: ms(other), ratio: ours / other }
}

/** Measures the landing page on a phone, compared with the same page without scripts. */
export async function measurePage(runs: number): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  const startFloor = (name: FloorName) =>
    startProcess(join(import.meta.dirname, 'peers/serve-floor.ts'), {
      FLOOR_DIST: writeFloorPage(folder, name),
    })
  const shop = await startShop()
  const pictures = await startFloor('pictures')
  const text = await startFloor('text')
  const { browser } = await launchChromium()
  try {
    const urls = { ours: shop.url, pictures: pictures.url, text: text.url }
    return [
      ...(await firstViewRows(urls, runs)),
      await onPhone(browser, (page) => firstLoad(page, shop.url)),
      ...(await pressRows(browser, shop.url, runs)),
      await linkToBooked(browser, shop.url, runs),
    ]
  } finally {
    await browser.close()
    for (const server of [shop, pictures, text]) await server.stop()
    rmSync(folder, { recursive: true })
  }
}
