import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { ensureBuilt } from './build.mjs'
import { staticChecks } from './check.mjs'
import { ensureChromium } from './chromium.mjs'
import { ensureFonts } from './fonts.mjs'
import { ensureInstalled } from './install.mjs'
import { ensureRadicale } from './radicale.mjs'
import { root, runNode } from './run.mjs'

const reports = mkdtempSync(join(tmpdir(), 'test-reports-'))

/**
 * What one runner has done; `files` says how long each file took, in milliseconds.
 * @typedef {{ passed: number, failed: number, skipped: number, files: Map<string, number> }} Counts
 */

/**
 * Counts of one runner's JSON report; a report that is missing counts as one failure, never as none.
 * @param {string} file
 * @param {(report: any) => Counts} read
 * @returns {Counts}
 */
function counts(file, read) {
  try {
    return read(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return { passed: 0, failed: 1, skipped: 0, files: new Map() }
  }
}

function vitest() {
  const file = join(reports, 'vitest.json')
  console.log('\n== unit and contract tests')
  runNode([
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ])
  return counts(file, (report) => ({
    passed: report.numPassedTests,
    // A file that could not be loaded has no tests to fail; it fails the run all the same.
    failed: report.numFailedTests || (report.success ? 0 : 1),
    skipped: report.numPendingTests + report.numTodoTests,
    files: new Map(
      report.testResults.map((/** @type {any} */ file) => [
        relative(root, file.name),
        file.endTime - file.startTime,
      ]),
    ),
  }))
}

/**
 * How long the tests of a suite and of those in it took together, in milliseconds.
 * @param {any} suite as Playwright's report has it
 * @returns {number}
 */
function durationOf({ specs = [], suites = [] }) {
  let sum = 0
  for (const { tests } of specs)
    for (const { results } of tests) for (const { duration } of results) sum += duration
  for (const suite of suites) sum += durationOf(suite)
  return sum
}

/** @param {string | undefined} chromium path of the browser's program, or undefined for Playwright's own */
function playwright(chromium) {
  const file = join(reports, 'playwright.json')
  console.log('\n== end-to-end tests')
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: file, ...(chromium ? { CHROMIUM: chromium } : {}) }
  runNode(['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json'], env)
  return counts(file, ({ stats, errors, suites }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
    files: new Map(
      suites.map((/** @type {any} */ suite) => [join('tests/e2e', suite.file), durationOf(suite)]),
    ),
  }))
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
  .flatMap(({ files }) => [...files])
  .sort(([, a], [, b]) => b - a)
  .slice(0, 5)
console.log('\nThe five files that took longest:')
for (const [file, ms] of slowest) console.log(`  ${(ms / 1000).toFixed(1).padStart(6)} s  ${file}`)

/** @param {'passed' | 'failed' | 'skipped'} key */
const sum = (key) => results.reduce((total, result) => total + result[key], 0)
if (failedChecks.length > 0) console.error(`\nFailed checks: ${failedChecks.join(', ')}.`)
// A skipped test would let a missing peer pass for a working one.
const ok = failedChecks.length === 0 && sum('failed') === 0 && sum('skipped') === 0
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`)
process.exit(ok ? 0 : 1)
