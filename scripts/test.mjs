import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { ensureBuilt } from './build.mjs'
import { staticChecks } from './check.mjs'
import { ensureChromium } from './chromium.mjs'
import { ensureInstalled } from './install.mjs'
import { ensureFirefoxAndWebKit, ensureFonts, ensureRadicale } from './peers.mjs'
import { root, runNode } from './run.mjs'

/** @typedef {{ passed: number, failed: number, skipped: number }} Sum */

/** Each test that failed, with the first line of why. @type {string[]} */
const failures = []

/**
 * @param {string} title @param {(file: string) => number} run gets the report's file, and returns an exit code
 * @param {(report: any) => Sum} countOf @returns {Sum}
 */
function counted(title, run, countOf) {
  console.log(`\n== ${title}`)
  const folder = mkdtempSync(join(tmpdir(), 'test-report-'))
  const file = join(folder, 'report.json')
  const code = run(file)
  let sum = { passed: 0, failed: 0, skipped: 0 }
  try {
    sum = countOf(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    console.log(`The ${title} ended with code ${code} and without a report.`)
  }
  rmSync(folder, { recursive: true })
  // An error outside a test shows only in the exit code.
  const isEmpty = sum.passed + sum.failed + sum.skipped === 0
  return sum.failed === 0 && (code !== 0 || isEmpty) ? { ...sum, failed: 1 } : sum
}

/** @param {string} file @param {string} title @param {string} [why] */
function fails(file, title, why = '') {
  const [line] = stripVTControlCharacters(why).split('\n')
  failures.push(`${relative('.', file)} > ${title}: ${line}`)
}

/** The tests of a Playwright suite and of those within it. @param {any} suite @returns {any[]} */
function specsOf({ specs, suites = [] }) {
  return [...specs, ...suites.flatMap(specsOf)]
}

/** The tests create and delete hundreds of databases and browser profiles, which is slower on a disk. */
function keepTemporaryFilesInMemory() {
  const memory = '/dev/shm'
  if (!existsSync(memory)) return
  const { bavail, bsize } = statfsSync(memory)
  // The tests use about half a gigabyte. In a container, this folder usually has 64 MB.
  if (Math.min(bavail * bsize, freemem()) < 6e9) return
  const folder = mkdtempSync(join(memory, 'tests-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
  // PostgreSQL runs as another user, and a test starts a program from there.
  const program = join(folder, 'program')
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 })
  chmodSync(folder, 0o755)
  if (spawnSync(program).status === 0) process.env.TMPDIR = folder
}

ensureInstalled()
ensureBuilt(false)
const chromium = ensureChromium()
ensureRadicale()
ensureFonts()
const withoutBrowsers = ensureFirefoxAndWebKit() ? [] : ['--exclude=tests/browsers/**']
keepTemporaryFilesInMemory()
const failedChecks = staticChecks()

const vitest = counted(
  'unit and contract tests',
  (file) => {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
    return runNode(['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...withoutBrowsers])
  },
  ({ numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults }) => {
    for (const { name, message, assertionResults } of testResults) {
      if (message) fails(name, '', message)
      for (const { status, fullName, failureMessages } of assertionResults)
        if (status === 'failed') fails(name, fullName, failureMessages[0])
    }
    return {
      passed: numPassedTests,
      failed: numFailedTests,
      skipped: numPendingTests + numTodoTests,
    }
  },
)

const playwright = counted(
  'end-to-end tests',
  (file) =>
    runNode(['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json'], {
      PLAYWRIGHT_JSON_OUTPUT_FILE: file,
      // Each worker compiles the same scripts.
      NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/tests'),
      ...(chromium && { CHROMIUM: chromium }),
    }),
  ({ stats: { expected, unexpected, flaky, skipped }, suites, errors }) => {
    for (const { message } of errors) fails('', '', message)
    for (const { file, title, tests } of suites.flatMap(specsOf))
      for (const { results } of tests)
        for (const { error } of results) if (error) fails(file, title, error.message)
    return { passed: expected, failed: unexpected + flaky, skipped }
  },
)

const sum = (/** @type {keyof Sum} */ key) => vitest[key] + playwright[key]
// Otherwise a missing peer would look like a working one.
const ok = failedChecks.length === 0 && sum('failed') === 0 && sum('skipped') === 0
if (failedChecks.length > 0) console.log(`\nFailed checks: ${failedChecks.join(', ')}.`)
if (failures.length > 0) console.log(`\nFailed tests:\n${failures.join('\n')}`)
// CI reads this line.
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`)
process.exit(ok ? 0 : 1)
