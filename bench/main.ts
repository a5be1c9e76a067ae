import { parseArgs } from 'node:util'
import { ensureBuilt } from '../scripts/build.mjs'
import { meetsGoal, type Row } from './row.ts'

/** Each part loads when its turn comes, so its modules don't cost another part memory. */
const parts: Record<string, () => Promise<(runs: number) => Promise<Row[]>>> = {
  page: () => import('./page.ts').then(({ measurePage }) => measurePage),
  desk: () => import('./desk.ts').then(({ measureDesk }) => measureDesk),
  http: () => import('./server.ts').then(({ measureHttp }) => measureHttp),
  bookings: () => import('./server.ts').then(({ measureBookings }) => measureBookings),
  memory: () => import('./server.ts').then(({ measureMemory }) => measureMemory),
  bundle: () => import('./bundle.ts').then(({ measureBundle }) => measureBundle),
}

const usage = `Usage: npm run bench -- [OPTIONS]

  --only ${Object.keys(parts).join()}   only these parts
  --runs N      runs of each measurement, whose median counts: 5 unless given`

function readOptions() {
  const text = { type: 'string' } as const
  try {
    return parseArgs({ options: { only: text, runs: text, help: { type: 'boolean' } } }).values
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${usage}`)
    process.exit(2)
  }
}

const heads = ['part', 'what', 'ours', 'compared with', 'ratio', 'goal', 'holds']

function cells(part: string, row: Row): string[] {
  const { what, ours, comparedWith = '', ratio, goal } = row
  const goalText = !goal ? '' : 'atMost' in goal ? `≤ ${goal.atMost}` : `≥ ${goal.atLeast}`
  const verdict = !goal ? '' : meetsGoal(row) ? 'yes' : 'NO'
  return [part, what, ours, comparedWith, ratio?.toFixed(2) ?? '', goalText, verdict]
}

/** Returns the report as a Markdown table, aligned for a terminal. */
function table(measured: readonly { part: string; rows: Row[] }[]): string {
  const rows = measured.flatMap(({ part, rows }) => rows.map((row) => cells(part, row)))
  const widths = heads.map((head, at) => Math.max(head.length, ...rows.map((row) => row[at]?.length ?? 0)))
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`
  return [line(heads), rule, ...rows.map(line)].join('\n')
}

const options = readOptions()
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
const runs = Number(options.runs ?? 5)
if (!Number.isInteger(runs) || runs < 1) {
  console.error(`--runs takes a number from 1 up.\n\n${usage}`)
  process.exit(2)
}

ensureBuilt()
const measured: { part: string; rows: Row[] }[] = []
for (const part of wanted) {
  console.error(`Measuring: ${part}`)
  const measure = await parts[part]?.()
  measured.push({ part, rows: (await measure?.(runs)) ?? [] })
}

console.log(table(measured))
const missed = measured.flatMap(({ rows }) => rows).filter((row) => !meetsGoal(row))
console.log(missed.length === 0 ? 'Every goal holds.' : `${missed.length} goals are missed.`)
// A measured program may have left something open.
process.exit(0)
