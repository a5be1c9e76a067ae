import { testNoon } from './shop-server.ts'

/** A clock that goes on by itself, and ahead or back when the test winds it. Reminders go out from 8 AM to 8 PM only. */
export function openClock(beginsAtMs = testNoon) {
  let aheadMs = beginsAtMs - Date.now()
  return {
    now: () => Date.now() + aheadMs,
    wind(ms: number) {
      aheadMs += ms
    },
    /** What has failed while a peer was down falls due at once, after however many attempts. */
    windPastRetries() {
      aheadMs += 10 * 60_000
    },
  }
}
