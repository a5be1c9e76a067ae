import { testNoon } from './shop-server.ts'

/** A clock that runs, and that the test winds ahead or back. Reminders go out from 8 AM to 8 PM only. */
export function openClock(beginsAtMs = testNoon) {
  let aheadMs = beginsAtMs - Date.now()
  return {
    now: () => Date.now() + aheadMs,
    wind(ms: number) {
      aheadMs += ms
    },
    /** Makes jobs that failed due, after any number of attempts. */
    windPastRetries() {
      aheadMs += 10 * 60_000
    },
  }
}
