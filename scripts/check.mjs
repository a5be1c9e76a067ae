import { pathToFileURL } from 'node:url'
import { ensureInstalled } from './install.mjs'
import { runNode } from './run.mjs'

const checks = [
  ['types', ['node_modules/typescript/bin/tsc', '--noEmit']],
  ['lint and format', ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.']],
  ['unused code', ['node_modules/knip/bin/knip.js', '--no-progress']],
]

/** Types, lint, format and unused code. @returns the names of the checks that failed */
export function staticChecks() {
  return checks
    .filter(([name, args]) => {
      console.log(`\n== ${name}`)
      return runNode(args) !== 0
    })
    .map(([name]) => name)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  ensureInstalled()
  const failed = staticChecks()
  console.log('\n== unit tests')
  if (runNode(['node_modules/vitest/vitest.mjs', 'run', 'tests/unit']) !== 0) failed.push('unit tests')
  if (failed.length > 0) {
    console.error(`\nFailed: ${failed.join(', ')}.`)
    process.exit(1)
  }
}
