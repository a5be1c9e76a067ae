import { onTestFinished, vi } from 'vitest'
import { pollEveryMs } from '../../../server/jobs/worker.ts'
import { retryDelayMs } from '../../../server/lib/async.ts'

/** Until the test ends, timers ring after as many milliseconds. Timers that run already are unchanged. */
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

/** Workers find almost immediately what another process, a clock that the test winds, or its SQL makes due. */
export const pollOften = () => changeTimers((ms) => (ms === pollEveryMs || isFirstRetry(ms) ? 20 : ms))

/** Intervals, such as the renewal of leases, pass only when the test says so. */
export function holdIntervals() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  return { pass: (ms: number) => void vi.advanceTimersByTime(ms) }
}
