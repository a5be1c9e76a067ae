// Before a command's own code: its clock begins at the noon of the tests' servers, so that both take the same for due,
// whenever the tests run (run-command.ts).

const aheadMs = Number(process.env.TEST_NOON_MS) - Date.now()

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
