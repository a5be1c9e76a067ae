import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { retryDelayMs } from '../../server/lib/async.ts'

describe('the delay before a retry', () => {
  it('grows from seconds to hours', () => {
    const waits = [1, 2, 3, 4, 5].map((attempts) => retryDelayMs(attempts, 0.5))
    expect(waits).toEqual([2000, 6000, 18_000, 54_000, 162_000])
    expect(retryDelayMs(100, 0.5)).toBe(6 * 60 * 60_000)
  })

  it('varies by a quarter, so jobs that failed together are not retried together', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1000 }),
        fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
        (attempts, random) => {
          const wait = retryDelayMs(attempts, random)
          const middle = retryDelayMs(attempts, 0.5)
          expect(wait).toBeGreaterThanOrEqual(middle * 0.75 - 1)
          expect(wait).toBeLessThanOrEqual(middle * 1.25 + 1)
        },
      ),
    )
  })
})
