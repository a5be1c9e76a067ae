import { describe, expect, it } from 'vitest'
import { queryClient } from '../../web/page/load-api.ts'

const { queries } = queryClient.getDefaultOptions()

describe('data fetching (specification, point 9)', () => {
  it('tries three times more, waiting twice as long each time, up to 30 s', () => {
    expect(queries?.retry).toBe(3)
    const delay = queries?.retryDelay
    if (typeof delay !== 'function') throw new Error('No function of the failures')
    const delays = [0, 1, 2, 4, 5, 20].map((failures) => delay(failures, new Error('Busy')))
    expect(delays).toEqual([1000, 2000, 4000, 16_000, 30_000, 30_000])
  })
})
