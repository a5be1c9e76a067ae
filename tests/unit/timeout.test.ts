import { describe, expect, it } from 'vitest'
import { withTimeout } from '../../server/lib/async.ts'

describe('work with a time limit', () => {
  it('returns what the work returns, and throws what it throws', async () => {
    expect(await withTimeout(60_000, async (signal) => signal.aborted)).toBe(false)
    const failing = withTimeout(60_000, () => Promise.reject(new Error('The needle is lost')))
    await expect(failing).rejects.toThrow('The needle is lost')
  })

  it('stops at the limit, whether or not the work listens', async () => {
    let signal: AbortSignal | undefined
    const endless = withTimeout(5, (given) => {
      signal = given
      return new Promise(() => {})
    })
    await expect(endless).rejects.toMatchObject({ name: 'TimeoutError' })
    expect(signal?.aborted).toBe(true)
  })
})
