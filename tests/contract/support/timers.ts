import { onTestFinished, vi } from 'vitest'
import { pollEveryMs } from '../../../server/jobs/worker.ts'
import { retryDelayMs } from '../../../server/lib/async.ts'

/** Until the test ends, timers ring after that many milliseconds. Running timers are unchanged. */
function changeTimers(lengthOf: (ms: number) => number): void {
  const before = globalThis.setTimeout
  const changed = (ring: () => void, ms = 0, ...more: []) => before(ring, lengthOf(ms), ...more)
  globalThis.setTimeout = Object.assign(changed, before)
  onTestFinished(() => {
    globalThis.setTimeout = before
  })
}

/** Timers of exactly that length ring sooner. */
export const shortenTimers = (fromMs: number, toMs = 0) => changeTimers((ms) => (ms === fromMs ? toMs : ms))

const isFirstRetry = (ms: number) => ms >= retryDelayMs(1, 0) - 100 && ms <= retryDelayMs(1, 1)

/** Workers quickly find due jobs from another process, the test's clock, or its SQL. */
export const pollOften = () => changeTimers((ms) => (ms === pollEveryMs || isFirstRetry(ms) ? 20 : ms))

/** Intervals, such as the renewal of leases, pass only when the test says so. */
export function holdIntervals() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  return { pass: (ms: number) => void vi.advanceTimersByTime(ms) }
}
