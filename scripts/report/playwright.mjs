import { readFileSync } from 'node:fs'
import { failure, named, write } from './report.mjs'

/** @typedef {import('@playwright/test/reporter').Reporter} Reporter */

/** @param {import('@playwright/test/reporter').TestCase} test */
const notesOf = ({ results }) =>
  results.flatMap(({ annotations }) =>
    annotations.flatMap(({ type, description }) => (type === 'note' && description ? [description] : [])),
  )

const linesOfPage = 200

/**
 * What the page showed when the test failed, where Playwright has noted it: the machine that it failed on is often gone.
 * @param {import('@playwright/test/reporter').TestResult} result
 */
function pageOf({ attachments }) {
  const { path } = attachments.find(({ name }) => name === 'error-context') ?? {}
  const [, shown] = (path && /```yaml\n(.*?)\n```/s.exec(readFileSync(path, 'utf8'))) || []
  if (!shown) return []
  const lines = shown.split('\n').slice(0, linesOfPage)
  return ['      The page:', ...lines.map((line) => `        ${line}`)]
}

/** @implements {Reporter} */
export default class PlaywrightReport {
  /** @type {string[]} */
  #failures = []
  /** @type {import('@playwright/test/reporter').Suite | undefined} */
  #suite

  /** @type {NonNullable<Reporter['onBegin']>} */
  onBegin(_config, suite) {
    this.#suite = suite
  }

  /** @type {NonNullable<Reporter['onError']>} */
  onError(error) {
    this.#failures.push(failure(named(error.location?.file ?? ''), 'outside of the tests', [error]))
  }

  onEnd() {
    const tests = this.#suite?.allTests() ?? []
    const has = (/** @type {string[]} */ ...outcomes) =>
      tests.filter((test) => outcomes.includes(test.outcome()))
    /** @type {Map<string, number>} */
    const files = new Map()
    for (const { location, results } of tests) {
      const file = named(location.file)
      const ms = results.reduce((sum, { duration }) => sum + duration, 0)
      files.set(file, (files.get(file) ?? 0) + ms)
    }
    const failed = has('unexpected', 'flaky').map((test) => {
      const names = test.titlePath().slice(3).join(' > ')
      const errors = test.results.flatMap(({ errors }) => errors)
      return [failure(named(test.location.file), names, errors), ...test.results.flatMap(pageOf)].join('\n')
    })
    write({
      passed: has('expected').length,
      skipped: has('skipped').length,
      failures: [...this.#failures, ...failed],
      notes: [...new Set(tests.flatMap(notesOf))],
      files: [...files],
    })
  }
}
