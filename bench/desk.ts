import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext, Page } from '@playwright/test'
import { deskPath } from '../booking/links.ts'
import { cpuSlowdown, launchChromium, medianFigures, phone, runLighthouse } from './measure/lighthouse.ts'
import { bookingRequest, clientFields, median } from './measure/load.ts'
import { type ServerProcess, startShop } from './measure/server-process.ts'
import { budgetRow, compareMs, ms, type Row, scoreRow } from './row.ts'

const appointments = 10
const firstOpeningMax = 3
const againMaxMs = 1000
const idleCallsMax = 3
const sessionKey = 'sb-127-auth-token'
const url = (shop: ServerProcess) => `${shop.url}${deskPath}#/day/${clientFields(0).appointment_date}`

/**
 * Signs the owner in with the link that a new server prints.
 * @returns the session as the desk stores it
 */
async function signIn(shop: ServerProcess): Promise<string> {
  let token: string | undefined
  while (!token) {
    await sleep(50)
    token = /desk#([\w-]+)/.exec(readFileSync(join(shop.folder, 'output.log'), 'utf8'))?.[1]
  }
  const answer = await fetch(`${shop.url}/auth/v1/verify`, {
    method: 'POST',
    headers: { apikey: 'public-demo-key', 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'magiclink', token_hash: token }),
  })
  return await answer.text()
}

async function bookSome({ url }: ServerProcess): Promise<void> {
  const { method, path, headers } = bookingRequest
  for (let client = 0; client < appointments; client++) {
    const answer = await fetch(url + path, { method, headers, body: JSON.stringify(clientFields(client)) })
    if (!answer.ok) throw new Error(`The server rejected a booking: ${await answer.text()}`)
  }
}

/** Opens the desk on a phone that opened it before. @returns its LCP */
async function openAgainMs(context: BrowserContext, address: string): Promise<number> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
  await page.goto(address, { waitUntil: 'networkidle' })
  const lcpMs = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const observer = new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? 0))
        observer.observe({ type: 'largest-contentful-paint', buffered: true })
      }),
  )
  await page.close()
  return lcpMs
}

async function idleCalls(page: Page): Promise<number> {
  let calls = 0
  page.on('request', (request) => {
    if (/\/(rest|auth)\/v1\//.test(request.url())) calls += 1
  })
  await sleep(60_000)
  return calls
}

/** Measures the desk with service worker, session, and cache, then while it stays open. */
async function againRows(shop: ServerProcess, session: string, runs: number): Promise<Row[]> {
  const { browser } = await launchChromium()
  try {
    const context = await browser.newContext(phone)
    const stored = { key: sessionKey, value: session }
    await context.addInitScript(({ key, value }) => localStorage.setItem(key, value), stored)
    const page = await context.newPage()
    await page.goto(url(shop), { waitUntil: 'networkidle' })
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    const calls = await idleCalls(page)
    await page.close()
    const lcp: number[] = []
    for (let run = 0; run < runs; run++) lcp.push(await openAgainMs(context, url(shop)))
    return [
      budgetRow('LCP where the desk opens again, slow CPU', median(lcp), againMaxMs, ms),
      budgetRow('calls a minute of an idle desk', calls, idleCallsMax, String),
    ]
  } finally {
    await browser.close()
  }
}

/** Measures the owner's desk on a phone, compared with the landing page. */
export async function measureDesk(runs: number): Promise<Row[]> {
  const shop = await startShop()
  try {
    await bookSome(shop)
    const session = await signIn(shop)
    const again = await againRows(shop, session, runs)
    const landing = []
    const desk = []
    for (let run = 0; run < runs; run++) {
      landing.push(await runLighthouse(shop.url, { throttlingMethod: 'simulate' }))
      desk.push(
        await runLighthouse(url(shop), {
          throttlingMethod: 'simulate',
          localStorage: { [sessionKey]: session },
          // The desk asks search engines not to index it.
          skipAudits: ['is-crawlable'],
        }),
      )
    }
    const { lcpMs, scores } = medianFigures(desk)
    const { performance = 0, ...others } = scores
    const first = 'LCP where the desk opens first, compared with the page'
    return [
      ...again,
      compareMs(first, lcpMs, medianFigures(landing).lcpMs, firstOpeningMax),
      { what: 'Lighthouse of the desk: performance', ours: String(performance) },
      ...Object.entries(others).map(([name, score]) => scoreRow(`Lighthouse of the desk: ${name}`, score)),
    ]
  } finally {
    await shop.stop()
  }
}
