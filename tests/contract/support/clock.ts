import { testNoon } from './shop-server.ts'

/** A running clock that the test can set. Reminders go out only from 8 AM to 8 PM. */
export function openClock(beginsAtMs = testNoon) {
  let aheadMs = beginsAtMs - Date.now()
  return {
    now: () => Date.now() + aheadMs,
    wind(ms: number) {
      aheadMs += ms
    },
    /** Makes failed jobs due, after any number of attempts. */
    windPastRetries() {
      aheadMs += 10 * 60_000
    },
  }
}
