import { join } from 'node:path'
import { bookingRequest, newClients } from '../measure/booking-request.ts'
import { type LoadResult, runLoad } from '../measure/load.ts'
import { type ServerProcess, startProcess, startShop } from '../measure/server-process.ts'
import { median } from '../measure/statistics.ts'
import type { Row } from '../report/row.ts'

const rounds = 3
const seconds = 4
const connections = 20
const peers = join(import.meta.dirname, '../peers')

/** In service for weeks, a server runs what the engine has compiled: it has got there after so many seconds. */
const warmUpSeconds = 3

/** Books on a server of its own. */
async function book(start: () => Promise<ServerProcess>): Promise<LoadResult> {
  const server = await start()
  const load = { url: server.url, connections, request: bookingRequest, nextBody: newClients() }
  try {
    await runLoad({ ...load, seconds: warmUpSeconds })
    return await runLoad({ ...load, seconds })
  } finally {
    await server.stop()
  }
}

const perSecondWords = (perSecond: number) => `${Math.round(perSecond)}/s`
const msWords = (ms: number) => `${ms.toFixed(1)} ms`

/** Bookings over HTTP, each answered once it is durable, beside a server that does nothing else. */
export async function measureBookings(): Promise<Row[]> {
  const pairs: { ours: LoadResult; bare: LoadResult }[] = []
  for (let round = 0; round < rounds; round++) {
    const ours = await book(startShop)
    const bare = await book(() => startProcess(join(peers, 'serve-bookings.ts')))
    pairs.push({ ours, bare })
  }
  // Of a pair, not of all: what else the machine does changes from one moment to the next.
  const middle = (of: (pair: (typeof pairs)[number]) => number) => median(pairs.map(of))
  const ours = perSecondWords(middle((pair) => pair.ours.perSecond))
  return [
    {
      what: 'durable bookings, beside bare node:http + node:sqlite with our statements',
      ours,
      beside: perSecondWords(middle((pair) => pair.bare.perSecond)),
      ratio: middle((pair) => pair.ours.perSecond / pair.bare.perSecond),
      goal: { atLeast: 0.75 },
    },
    ...(['p50Ms', 'p99Ms'] as const).map((key) => ({
      what: `time to the answer of a booking, ${key.slice(0, 3)}`,
      ours: msWords(middle((pair) => pair.ours[key])),
      beside: msWords(middle((pair) => pair.bare[key])),
      ratio: middle((pair) => pair.ours[key] / pair.bare[key]),
    })),
  ]
}
