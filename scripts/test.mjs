import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuilt } from './build.mjs'
import { staticChecks } from './check.mjs'
import { ensureChromium } from './chromium.mjs'
import { ensureFonts } from './fonts.mjs'
import { ensureInstalled } from './install.mjs'
import { ensureRadicale } from './radicale.mjs'
import { reported } from './report/report.mjs'
import { runNode } from './run.mjs'

const reports = mkdtempSync(join(tmpdir(), 'test-reports-'))

function vitest() {
  console.log('\n== unit and contract tests')
  const args = ['run', '--reporter=default', '--reporter=./scripts/report/vitest.mjs']
  return reported('Vitest', join(reports, 'vitest.json'), (env) =>
    runNode(['node_modules/vitest/vitest.mjs', ...args], env),
  )
}

/** @param {string | undefined} chromium path of the browser's program, or undefined for Playwright's own */
function playwright(chromium) {
  console.log('\n== end-to-end tests')
  const args = ['test', '--reporter=list,./scripts/report/playwright.mjs']
  const browser = chromium ? { CHROMIUM: chromium } : {}
  return reported('Playwright', join(reports, 'playwright.json'), (env) =>
    runNode(['node_modules/@playwright/test/cli.js', ...args], { ...browser, ...env }),
  )
}

ensureInstalled()
ensureBuilt()
const chromium = ensureChromium()
ensureRadicale()
ensureFonts()
const failedChecks = staticChecks()
const results = [vitest(), playwright(chromium)]
rmSync(reports, { recursive: true, force: true })

const slowest = results
  .flatMap(({ files }) => files)
  .sort(([, a], [, b]) => b - a)
  .slice(0, 5)
console.log('\nThe five files that took longest:')
for (const [file, ms] of slowest) console.log(`  ${(ms / 1000).toFixed(1).padStart(6)} s  ${file}`)

for (const note of results.flatMap(({ notes }) => notes)) console.log(`\n${note}`)

/** @param {'passed' | 'skipped'} key */
const sum = (key) => results.reduce((total, result) => total + result[key], 0)
const failures = results.flatMap((result) => result.failures)
// On standard output like all else: the last lines must stay together wherever only they are kept.
if (failures.length > 0) console.log(`\nFailed tests:\n${failures.join('\n')}`)
if (failedChecks.length > 0) console.log(`\nFailed checks: ${failedChecks.join(', ')}.`)
// A skipped test would let a missing peer pass for a working one.
const ok = failedChecks.length === 0 && failures.length === 0 && sum('skipped') === 0
console.log(`\n${sum('passed')} passed, ${failures.length} failed, ${sum('skipped')} skipped`)
process.exit(ok ? 0 : 1)
