import { expect, it } from 'vitest'
import { retryDelayMs } from '../../server/lib/async.ts'

it('the delay before a retry grows from seconds to hours, and varies by a quarter', () => {
  const delays = [1, 2, 3, 4, 5].map((attempts) => retryDelayMs(attempts, 0.5))
  expect(delays).toEqual([2000, 6000, 18_000, 54_000, 162_000])
  expect(retryDelayMs(100, 0.5)).toBe(6 * 60 * 60_000)
  for (const attempts of [1, 2, 8, 30, 1000]) {
    const middle = retryDelayMs(attempts, 0.5)
    expect(retryDelayMs(attempts, 0) / middle).toBeCloseTo(0.75)
    expect(retryDelayMs(attempts, 1) / middle).toBeCloseTo(1.25)
  }
})
