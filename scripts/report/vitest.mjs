import { failure, named, write } from './report.mjs'

/** @typedef {import('vitest/node').Reporter} Reporter */

/** @implements {Reporter} */
export default class VitestReport {
  /** @type {NonNullable<Reporter['onTestRunEnd']>} */
  onTestRunEnd(modules, unhandled) {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const has = (/** @type {string[]} */ ...states) =>
      tests.filter((test) => states.includes(test.result().state))
    // A file that could not be loaded, or what is done before and after all tests of a part.
    const parts = modules.flatMap((module) => [module, ...module.children.allSuites()])
    write({
      passed: has('passed').length,
      skipped: has('skipped').length,
      failures: [
        ...unhandled.map((error) => failure('', 'outside of the tests', [error])),
        ...parts.flatMap((part) => {
          const module = part.type === 'module' ? part : part.module
          const name = part.type === 'module' ? '' : part.fullName
          return part.errors().length > 0 ? [failure(named(module.moduleId), name, part.errors())] : []
        }),
        // Pending is what was running when its process ended.
        ...has('failed', 'pending').map((test) =>
          failure(named(test.module.moduleId), test.fullName, test.result().errors ?? []),
        ),
      ],
      notes: [],
      files: modules.map((module) => [named(module.moduleId), module.diagnostic().duration]),
    })
  }
}
