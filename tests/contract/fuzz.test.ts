import { expect, it } from 'vitest'
import { fuzz } from '../storm/fuzz.ts'
import { engines } from './support/engines.ts'
import { openShop } from './support/shop-server.ts'

it.each(engines)('no request to any address causes a server error, on %s', async (engine) => {
  const shop = await openShop({ engine })
  const { requests, faults } = await fuzz({ url: shop.url, requests: 300, seed: 7 + engines.indexOf(engine) })
  expect(faults).toEqual([])
  expect(requests).toBeGreaterThanOrEqual(300)
  // PostgreSQL can't store this character.
  const at = { startDateTime: '2099-12-03T16:00:00Z', endDateTime: '2099-12-03T17:00:00Z' }
  const body = JSON.stringify({ summary: '', description: '', ...at, attendeeEmail: 'a\u0000b' })
  expect((await shop.post('/functions/v1/create-calendar-event', body)).status).toBe(400)
})
