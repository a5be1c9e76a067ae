import { describe, expect, it } from 'vitest'
import { withTimeout } from '../../server/lib/async.ts'

describe('what may take only so long', () => {
  it('gives what the work gives, and throws what it throws', async () => {
    expect(await withTimeout(60_000, async (signal) => signal.aborted)).toBe(false)
    const failing = withTimeout(60_000, () => Promise.reject(new Error('The needle is lost')))
    await expect(failing).rejects.toThrow('The needle is lost')
  })

  it('is given up when the time is over, whether the work listens or not', async () => {
    let signal: AbortSignal | undefined
    const endless = withTimeout(5, (given) => {
      signal = given
      return new Promise(() => {})
    })
    await expect(endless).rejects.toMatchObject({ name: 'TimeoutError' })
    expect(signal?.aborted).toBe(true)
  })
})
