import { join } from 'node:path'
import { runLoad } from '../measure/load.ts'
import { startProcess, startShop } from '../measure/server-process.ts'
import { median } from '../measure/statistics.ts'
import type { Row } from '../report/row.ts'

const rounds = 5
const seconds = 2
const connections = 20

/** The page's bytes per second, beside the platform's HTTP server that sends the same and does nothing else. */
export async function measureHttp(): Promise<Row[]> {
  const shop = await startShop()
  const bare = await startProcess(join(import.meta.dirname, '../peers/serve-page.ts'), {
    env: { SAME_AS: `${shop.url}/` },
  })
  const request = { path: '/', headers: { 'accept-encoding': 'br' } }
  const load = async (url: string) => (await runLoad({ url, seconds, connections, request })).perSecond
  const pairs: { ours: number; bare: number }[] = []
  try {
    await load(shop.url)
    await load(bare.url)
    for (let round = 0; round < rounds; round++) {
      pairs.push({ ours: await load(shop.url), bare: await load(bare.url) })
    }
  } finally {
    await shop.stop()
    await bare.stop()
  }
  return [
    {
      what: 'requests for the page, beside bare node:http with the same bytes',
      ours: `${Math.round(median(pairs.map((pair) => pair.ours)))}/s`,
      beside: `${Math.round(median(pairs.map((pair) => pair.bare)))}/s`,
      ratio: median(pairs.map((pair) => pair.ours / pair.bare)),
      goal: { atLeast: 0.5 },
    },
  ]
}
