import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { ensureBuilt } from '../scripts/build.mjs'
import { holds, type Part, type Row } from './report/row.ts'
import { table } from './report/table.ts'

/** Each is loaded when its turn comes, so that one never costs another memory. */
const parts: Record<string, () => Promise<Row[]>> = {
  page: async () => (await import('./parts/page.ts')).measurePage(),
  desk: async () => (await import('./parts/desk.ts')).measureDesk(),
  http: async () => (await import('./parts/http.ts')).measureHttp(),
  bookings: async () => (await import('./parts/bookings.ts')).measureBookings(),
  memory: async () => (await import('./parts/memory.ts')).measureMemory(),
  bundle: async () => (await import('./parts/bundle.ts')).measureBundle(),
}

const usage = `Use: bench, to measure the page and the server, or with options: npm run bench -- --only page

  --only ${Object.keys(parts).join()}   only these parts
  --json FILE   the figures as JSON, too`

function typedOptions() {
  const flag = { type: 'boolean' } as const
  const text = { type: 'string' } as const
  try {
    return parseArgs({ options: { only: text, json: text, help: flag } }).values
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${usage}`)
    process.exit(2)
  }
}

const options = typedOptions()
if (options.help) {
  console.log(usage)
  process.exit(0)
}

const wanted = options.only?.split(',') ?? Object.keys(parts)
const unknown = wanted.find((name) => !parts[name])
if (unknown) {
  console.error(`There is no part "${unknown}". There are: ${Object.keys(parts).join(', ')}.`)
  process.exit(1)
}

ensureBuilt()
const measured: Part[] = []
for (const name of wanted) {
  console.error(`Measuring: ${name}`)
  measured.push({ name, rows: (await parts[name]?.()) ?? [] })
}

console.log(table(measured))
if (options.json) writeFileSync(options.json, `${JSON.stringify(measured, null, 2)}\n`)
const missed = measured.flatMap(({ rows }) => rows).filter((row) => !holds(row))
console.log(missed.length === 0 ? 'Every goal holds.' : `${missed.length} goals are missed.`)
// Whatever a measured program has left open must not keep this one.
process.exit(0)
