// Runs before a command's own code: starts its clock at noon of the tests' servers, so both agree on due times, whenever
// the tests run (run-command.ts).

const aheadMs = Number(process.env.TEST_CLOCK_MS) - Date.now()

globalThis.Date = /** @type {DateConstructor} */ (
  class extends Date {
    /** @param {[] | [number]} parts */
    constructor(...parts) {
      super(.../** @type {[number]} */ (parts.length > 0 ? parts : [Date.now()]))
    }
    /** @override */
    static now = () => super.now() + aheadMs
  }
)
