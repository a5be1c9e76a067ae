import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { deskPath } from '../../booking/links.ts'
import { openSqlite } from '../../server/db/sqlite.ts'
import { type PageFigures, runLighthouse } from '../measure/lighthouse.ts'
import { seed } from '../measure/seed.ts'
import { startShop } from '../measure/server-process.ts'
import { median } from '../measure/statistics.ts'
import { besideMs, type Row } from '../report/row.ts'

const runs = 5
const lcpMost = 1.6
const yearMost = 1.1
const few = 10
const year = 2000
const categories = ['performance', 'accessibility', 'best-practices', 'seo']
/** The desk asks not to be found by search engines. */
const skipAudits = ['is-crawlable']

function scoreRow(what: string, loads: readonly PageFigures[], category: string): Row {
  const score = median(loads.map(({ scores }) => scores[category] ?? 0))
  return { what, ours: String(score), beside: '100', ratio: score / 100 }
}

/** The token of the link that a server prints which nobody has signed in at, soon after it listens. */
async function firstToken(log: string): Promise<string> {
  for (;;) {
    const [, token] = /desk#([\w-]+)/.exec(readFileSync(log, 'utf8')) ?? []
    if (token) return token
    await sleep(50)
  }
}

/** A shop with so many appointments in the year that ends tomorrow, nine a day at most, and its owner's session. */
async function openShop(folder: string, count: number) {
  const dataDir = join(folder, String(count))
  mkdirSync(dataDir)
  const file = join(dataDir, 'appointments.sqlite')
  await (await openSqlite(file, 1)).close()
  seed(file, count, Date.now(), { busySeats: 1, daysAhead: 2 })
  const shop = await startShop({ env: { DATA_DIR: dataDir } })
  const token_hash = await firstToken(join(shop.folder, 'output.log'))
  const answer = await fetch(`${shop.url}/auth/v1/verify`, {
    method: 'POST',
    headers: { apikey: 'public-demo-key', 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'magiclink', token_hash }),
  })
  return { ...shop, session: await answer.text() }
}

type Shop = Awaited<ReturnType<typeof openShop>>

/** The owner's desk on a phone, with a session in place, beside the landing page; and a full year beside an empty one. */
export async function measureDesk(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  const shops = { few: await openShop(folder, few), year: await openShop(folder, year) }
  const openDesk = ({ url, session }: Shop) =>
    runLighthouse(url + deskPath, {
      throttlingMethod: 'simulate',
      localStorage: { 'sb-127-auth-token': session },
      skipAudits,
    })
  try {
    const landing: PageFigures[] = []
    const withFew: PageFigures[] = []
    const withYear: PageFigures[] = []
    for (let run = 0; run < runs; run++) {
      landing.push(await runLighthouse(shops.few.url, { throttlingMethod: 'simulate' }))
      withFew.push(await openDesk(shops.few))
      withYear.push(await openDesk(shops.year))
    }
    const lcp = (figures: readonly PageFigures[]) => median(figures.map(({ lcpMs }) => lcpMs))
    return [
      besideMs('largest paint of the desk, beside the landing page', lcp(withFew), lcp(landing), lcpMost),
      besideMs(
        `largest paint with ${year.toLocaleString('en-US')} appointments in the year, beside ${few}`,
        lcp(withYear),
        lcp(withFew),
        yearMost,
      ),
      ...categories.map((category) => ({
        ...scoreRow(`Lighthouse of the desk: ${category}`, withYear, category),
        goal: { atLeast: 1 },
      })),
      // Both wait alike where the machine has other work to do.
      scoreRow('Lighthouse of the landing page, in turns with it: performance', landing, 'performance'),
    ]
  } finally {
    await shops.few.stop()
    await shops.year.stop()
    rmSync(folder, { recursive: true })
  }
}
