import { pathToFileURL } from 'node:url'
import { hasOwnShop } from './build.mjs'
import { checkShop } from './check-shop.mjs'
import { ensureInstalled } from './install.mjs'
import { runNode } from './run.mjs'

const checks = [
  // Everything, then each room with its own globals: no `document` in booking/ and server/, no `process` in web/.
  ...['.', 'booking', 'server', 'web'].map((room) => ({
    name: room === '.' ? 'types' : `types of ${room}/`,
    args: ['node_modules/typescript/bin/tsc', '--noEmit', '--project', room],
  })),
  {
    name: 'lint and format',
    args: ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'],
  },
  {
    name: 'rooms and unused code',
    args: ['node_modules/fallow/bin/fallow', 'dead-code', '--no-cache', '--quiet'],
  },
]

/** Checks types, lint, format, import rules, and unused code. @returns the names of the checks that failed */
export function staticChecks() {
  const failed = []
  for (const { name, args } of checks) {
    console.log(`\n== ${name}`)
    if (runNode(args) !== 0) failed.push(name)
  }
  return failed
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  ensureInstalled()
  const failed = staticChecks()
  console.log('\n== unit tests')
  if (runNode(['node_modules/vitest/vitest.mjs', 'run', 'tests/unit']) !== 0) failed.push('unit tests')
  if (hasOwnShop() && !checkShop()) failed.push('your shop')
  if (failed.length > 0) {
    console.error(`\nFailed: ${failed.join(', ')}.`)
    process.exit(1)
  }
}
