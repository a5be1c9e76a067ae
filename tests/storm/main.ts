import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { ensureBuilt } from '../../scripts/build.mjs'

// `npm run storm` and `npm run fuzz` run the tests of these names, with larger numbers.

const name = process.argv[2] === 'fuzz' ? 'fuzz' : 'storm'
const defaults = {
  storm: { engine: 'sqlite|postgres', bookings: '2000', kills: '20', seed: '1' },
  fuzz: { requests: '50000', seed: '1' },
}[name]

function typed(): Record<string, string> {
  const options = Object.entries(defaults).map(([name, value]) => [name, { type: 'string', default: value }])
  try {
    const { values } = parseArgs({ args: process.argv.slice(3), options: Object.fromEntries(options) })
    const isValid = Object.entries(values).every(([name, value]) =>
      (name === 'engine' ? /^(sqlite|postgres|sqlite\|postgres)$/ : /^\d+$/).test(String(value)),
    )
    if (isValid) return values as Record<string, string>
  } catch {
    // An unknown option.
  }
  const usage = Object.entries(defaults).map(([name, value]) => `[--${name} ${value}]`)
  console.log(`Usage: npm run ${name} -- ${usage.join(' ')}`)
  process.exit(process.argv.includes('--help') ? 0 : 1)
}

const { engine = '.', ...numbers } = typed()
ensureBuilt(false)
const words = ['node_modules/.bin/vitest', 'run', `tests/contract/${name}.test.ts`, '-t', engine]
const STORM = JSON.stringify(
  Object.fromEntries(Object.entries(numbers).map(([name, n]) => [name, Number(n)])),
)
const env = { ...process.env, STORM }
process.exit(spawnSync(process.execPath, words, { stdio: 'inherit', env }).status ?? 1)
