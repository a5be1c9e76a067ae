import { pathToFileURL } from 'node:url'
import { hasOwnShop } from './build.mjs'
import { checkShop } from './check-shop.mjs'
import { ensureInstalled } from './install.mjs'
import { runNode } from './run.mjs'

// Each room has its own globals: no `document` in booking/ and server/, no `process` in web/.
const checks = {
  types: ['typescript/bin/tsc', '--noEmit'],
  'types of booking/': ['typescript/bin/tsc', '--noEmit', '--project', 'booking'],
  'types of server/': ['typescript/bin/tsc', '--noEmit', '--project', 'server'],
  'types of web/': ['typescript/bin/tsc', '--noEmit', '--project', 'web'],
  'lint and format': ['@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'],
  'rooms and unused code': ['fallow/bin/fallow', 'dead-code', '--no-cache', '--quiet'],
}

/** @returns the names of the checks that failed */
export function staticChecks() {
  const failed = []
  for (const [name, [program, ...args]] of Object.entries(checks)) {
    console.log(`\n== ${name}`)
    if (runNode([`node_modules/${program}`, ...args]) !== 0) failed.push(name)
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
  console.log('\nEvery check passed.')
}
