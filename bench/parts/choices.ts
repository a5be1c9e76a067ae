import { join } from 'node:path'
import { bookingRequest, newClients } from '../measure/booking-request.ts'
import { runLoad } from '../measure/load.ts'
import { startShop } from '../measure/server-process.ts'
import { median } from '../measure/statistics.ts'
import type { Row } from '../report/row.ts'

const rounds = 3
const seconds = 3
const clients = 20
const loader = join(import.meta.dirname, '../alternatives/use.ts')

/** What costs lines has to earn at least a tenth. */
const goal = { atMost: 0.9 }

/** Ways in which the server could do less, each with the module that would go and what would stand in its place. */
const choices = [
  { what: 'one commit for each', replaced: '/group-commit.ts', use: './one-commit-each.ts' },
  { what: 'queries built anew', replaced: '/compiled-once.ts', use: './built-anew.ts' },
  { what: 'an outbox that never gives way', replaced: '/give-way.ts', use: './never-gives-way.ts' },
] as const

type Choice = (typeof choices)[number]

/** Books on a server of its own; the first second, in which the machine warms up, does not count. */
async function book({ replaced, use }: Choice, isReplaced: boolean) {
  const env = { REPLACED: replaced, REPLACEMENT: use }
  const server = await startShop(isReplaced ? { nodeOptions: ['--import', loader], env } : {})
  const load = { url: server.url, connections: clients, request: bookingRequest, nextBody: newClients() }
  try {
    await runLoad({ ...load, seconds: 1 })
    const before = server.processorMs()
    const { perSecond, p50Ms } = await runLoad({ ...load, seconds })
    return { p50Ms, processorMs: (server.processorMs() - before) / (perSecond * seconds) }
  } finally {
    await server.stop()
  }
}

async function compare(choice: Choice): Promise<Row[]> {
  const pairs: Record<'ours' | 'other', Awaited<ReturnType<typeof book>>>[] = []
  for (let round = 0; round < rounds; round++) {
    const ours = await book(choice, false)
    pairs.push({ ours, other: await book(choice, true) })
  }
  const row = (figure: 'p50Ms' | 'processorMs', words: string): Row => ({
    what: `${words} of a booking, ${clients} clients at once, beside ${choice.what}`,
    ours: `${median(pairs.map(({ ours }) => ours[figure])).toFixed(2)} ms`,
    beside: `${median(pairs.map(({ other }) => other[figure])).toFixed(2)} ms`,
    ratio: median(pairs.map(({ ours, other }) => ours[figure] / other[figure])),
  })
  return [{ ...row('p50Ms', 'time to the answer'), goal }, row('processorMs', 'processor time')]
}

/** What the server's less obvious parts earn, beside the same server without them. */
export async function measureChoices(): Promise<Row[]> {
  const rows: Row[] = []
  for (const choice of choices) rows.push(...(await compare(choice)))
  return rows
}
