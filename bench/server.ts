import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { bookingRequest, median, newClients, runLoad } from './measure/load.ts'
import { type ServerProcess, startProcess, startShop } from './measure/server-process.ts'
import type { Row } from './row.ts'

const peers = join(import.meta.dirname, 'peers')
const pageRequest = { path: '/', headers: { 'accept-encoding': 'br' } }

interface Pair {
  ours: number
  bare: number
}

/** The ratio is the median of pairs, because the machine's other work changes from moment to moment. */
function pairedRow(what: string, pairs: readonly Pair[], atLeast: number): Row {
  return {
    what,
    ours: `${Math.round(median(pairs.map(({ ours }) => ours)))}/s`,
    comparedWith: `${Math.round(median(pairs.map(({ bare }) => bare)))}/s`,
    ratio: median(pairs.map(({ ours, bare }) => ours / bare)),
    goal: { atLeast },
  }
}

/** Measures pages per second of the server's CPU time, compared with `node:http` sending the same bytes. */
export async function measureHttp(runs: number): Promise<Row[]> {
  const shop = await startShop()
  const bare = await startProcess(join(peers, 'serve-page.ts'), { SAME_AS: `${shop.url}/` })
  const seconds = 2
  const load = async (server: ServerProcess) => {
    const before = server.cpuMs()
    const perSecond = await runLoad({ url: server.url, seconds, connections: 20, request: pageRequest })
    return (perSecond * seconds * 1000) / (server.cpuMs() - before)
  }
  const pairs: Pair[] = []
  try {
    await load(shop)
    await load(bare)
    for (let run = 0; run < runs; run++) pairs.push({ ours: await load(shop), bare: await load(bare) })
  } finally {
    await shop.stop()
    await bare.stop()
  }
  return [pairedRow('pages per second of CPU time, compared with bare node:http', pairs, 0.5)]
}

async function bookingsPerSecond(start: () => Promise<ServerProcess>): Promise<number> {
  const server = await start()
  const load = { url: server.url, connections: 20, request: bookingRequest, nextBody: newClients() }
  try {
    // A server in production runs code that the engine has compiled. It takes three seconds to get there.
    await runLoad({ ...load, seconds: 3 })
    return await runLoad({ ...load, seconds: 4 })
  } finally {
    await server.stop()
  }
}

/** Measures durable bookings over HTTP, compared with a server that only runs our statements. */
export async function measureBookings(runs: number): Promise<Row[]> {
  const pairs: Pair[] = []
  for (let run = 0; run < runs; run++) {
    const ours = await bookingsPerSecond(startShop)
    const bare = await bookingsPerSecond(() => startProcess(join(peers, 'serve-bookings.ts')))
    pairs.push({ ours, bare })
  }
  return [pairedRow('durable bookings, compared with bare node:http and node:sqlite', pairs, 0.4)]
}

/** Returns the server's peak memory in MiB during that work. */
async function highestDuring(shop: ServerProcess, work: Promise<unknown>): Promise<string> {
  let highest = 0
  const timer = setInterval(() => {
    highest = Math.max(highest, shop.residentMib())
  }, 50)
  await work
  clearInterval(timer)
  return `${Math.round(highest)} MiB`
}

/** Reports the server's resident memory at rest and under load. */
export async function measureMemory(): Promise<Row[]> {
  const shop = await startShop()
  const { url } = shop
  const bookings = { url, seconds: 8, connections: 20, request: bookingRequest, nextBody: newClients() }
  const pages = { url, seconds: 8, connections: 64, request: pageRequest }
  const atRest = await highestDuring(shop, sleep(3000))
  const booking = await highestDuring(shop, runLoad(bookings))
  const together = await highestDuring(shop, Promise.all([runLoad(bookings), runLoad(pages)]))
  await shop.stop()
  return [
    { what: 'resident memory at rest', ours: atRest },
    { what: 'resident memory while bookings come in and emails go out', ours: booking },
    { what: 'resident memory while browsers also request pages', ours: together },
  ]
}
