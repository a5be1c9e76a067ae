import { join } from 'node:path'
import { runLoad } from '../measure/load.ts'
import { type ServerProcess, startProcess, startShop } from '../measure/server-process.ts'
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
  /** Requests per second, and how many of them a second of processor time is enough for. */
  const load = async (server: ServerProcess) => {
    const before = server.processorMs()
    const { perSecond } = await runLoad({ url: server.url, seconds, connections, request })
    const processorSeconds = (server.processorMs() - before) / 1000
    return { perSecond, perProcessorSecond: (perSecond * seconds) / processorSeconds }
  }
  type Loads = Awaited<ReturnType<typeof load>>
  const pairs: { ours: Loads; bare: Loads }[] = []
  try {
    await load(shop)
    await load(bare)
    for (let round = 0; round < rounds; round++) {
      pairs.push({ ours: await load(shop), bare: await load(bare) })
    }
  } finally {
    await shop.stop()
    await bare.stop()
  }
  const row = (what: string, key: keyof Loads): Row => ({
    what,
    ours: `${Math.round(median(pairs.map((pair) => pair.ours[key])))}/s`,
    beside: `${Math.round(median(pairs.map((pair) => pair.bare[key])))}/s`,
    ratio: median(pairs.map((pair) => pair.ours[key] / pair.bare[key])),
    goal: { atLeast: 0.5 },
  })
  return [
    row('requests for the page, beside bare node:http with the same bytes', 'perSecond'),
    // Without the client, which has a core of its own and can be the slower of the two.
    row('the same, for each second of the server’s own processor time', 'perProcessorSecond'),
  ]
}
