import { readFileSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from '../run.mjs'

// What either runner tells `npm test`, each by a reporter of its own: their JSON reports leave out what fails outside
// of a test, or hold it in another shape.

/**
 * What one runner has done; `files` says how long each file took, in milliseconds, `notes` what a test did not look at.
 * @typedef {{ passed: number, skipped: number, failures: string[], notes: string[], files: [name: string, ms: number][] }} Report
 */

/** Where the reporter writes. */
const variable = 'TEST_REPORT'

const linesOfMessage = 6
/** Of what was expected and what came instead, where a message names only their kind. */
const linesOfDifference = 20

/** @param {string} path */
export const named = (path) => relative(root, path)

/** @param {string} text */
const linesIn = (text) =>
  stripVTControlCharacters(text)
    .split('\n')
    .filter((line) => line.trim() !== '')

/**
 * A failed test for people: its file and line, its full name, the first lines of what was wrong.
 * @param {string} file
 * @param {string} name
 * @param {readonly { message?: string, stack?: string, value?: string, diff?: string }[]} errors
 */
export function failure(file, name, errors) {
  const texts = errors.map(({ message, stack, value, diff }) => {
    const places = stripVTControlCharacters(stack ?? '').match(/\btests\/[\w./-]+:\d+/g) ?? []
    const place = places.find((one) => one.startsWith(`${file}:`)) ?? places[0] ?? ''
    const first = linesIn(message || stack || value || 'an error without a word').slice(0, linesOfMessage)
    const difference = linesIn(diff ?? '').slice(0, linesOfDifference)
    return [...first, ...difference, ...(place ? [`at ${place}`] : [])]
      .map((line) => `      ${line}`)
      .join('\n')
  })
  return [`  ${[file, name].filter(Boolean).join(': ')}`, ...texts].join('\n')
}

/** @param {Report} report */
export function write(report) {
  writeFileSync(process.env[variable] ?? '', JSON.stringify(report))
}

/**
 * Runs a runner that reports, and reads what it did. One that ends badly without saying why has failed, too.
 * @param {string} name
 * @param {string} file where its report goes
 * @param {(env: Record<string, string>) => number} run gives its exit code
 * @returns {Report}
 */
export function reported(name, file, run) {
  const code = run({ [variable]: file })
  /** @type {Report} */
  let report = { passed: 0, skipped: 0, failures: [], notes: [], files: [] }
  try {
    report = JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    report.failures.push(`  ${name} has ended with ${code} and without a report.`)
  }
  if (code !== 0 && report.failures.length === 0) report.failures.push(`  ${name} has ended with ${code}.`)
  return report
}
