import { onTestFinished, vi } from 'vitest'
import { pollEveryMs } from '../../../server/jobs/worker.ts'

/** Until the test ends, timers of exactly that length ring sooner. Timers that run already are unchanged. */
export function shortenTimers(fromMs: number, toMs = 0): void {
  const before = globalThis.setTimeout
  const shorter = (ring: () => void, ms?: number, ...more: []) =>
    before(ring, ms === fromMs ? toMs : ms, ...more)
  globalThis.setTimeout = Object.assign(shorter, before)
  onTestFinished(() => {
    globalThis.setTimeout = before
  })
}

/** Workers find almost immediately what another process, a clock that the test winds, or its SQL makes due. */
export const pollOften = () => shortenTimers(pollEveryMs, 20)

/** Intervals, such as the renewal of leases, pass only when the test says so. */
export function holdIntervals() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  return { pass: (ms: number) => void vi.advanceTimersByTime(ms) }
}
