import { describe, expect, it } from 'vitest'
import { fuzz } from '../storm/fuzz.ts'
import { openShop } from './support/shop-server.ts'

describe('whatever is sent to whatever address', () => {
  it('is never answered with a fault of ours', async () => {
    const shop = await openShop()
    const { requests, faults } = await fuzz({ url: shop.url, requests: 300, seed: 7 })
    expect(faults).toEqual([])
    expect(requests).toBeGreaterThanOrEqual(300)
  })

  it('the same on PostgreSQL, which knows characters that it cannot store', async () => {
    const shop = await openShop({ engine: 'PostgreSQL' })
    const { faults } = await fuzz({ url: shop.url, requests: 300, seed: 8 })
    expect(faults).toEqual([])
    const { status } = await shop.post(
      '/functions/v1/create-calendar-event',
      JSON.stringify({
        summary: '',
        description: '',
        startDateTime: '2099-12-03T16:00:00Z',
        endDateTime: '2099-12-03T17:00:00Z',
        attendeeEmail: 'a\u0000b',
      }),
    )
    expect(status).toBe(400)
  })
})
