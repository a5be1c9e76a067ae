import { expect } from 'vitest'
import { ann, type OpenShop } from './shop-server.ts'

/** What a program that books reads while the database takes nothing. */
export const unavailable = {
  status: 503,
  error: { message: 'Bookings cannot be taken at this moment. Please try again shortly.' },
}

export const health = async (url: string) => (await fetch(`${url}/healthz`)).status

/** What a visitor without script reads. */
export async function expectBusyPage(shop: OpenShop): Promise<void> {
  const page = await shop.postForm({ ...ann, full_name: 'Bo' })
  expect([page.status, page.headers.get('retry-after')]).toEqual([503, '5'])
  expect(await page.text()).toContain('Bookings cannot be taken at this moment. Please try again shortly.')
}
