import { expect } from 'vitest'
import { requestErrors } from '../../../copy/errors.ts'
import { chosenIn, valueIn } from './markup.ts'
import { ann, type OpenShop } from './shop-server.ts'

/** What a program that books reads while the database takes nothing. */
export const unavailable = { status: 503, error: { message: requestErrors.unavailable } }

export const health = async (url: string) => (await fetch(`${url}/healthz`)).status

/** What a visitor without script reads, who finds all that was typed in the form. */
export async function expectBusyPage(shop: OpenShop): Promise<void> {
  const { referral_source, ...typed } = { ...ann, full_name: 'Bo' }
  const page = await shop.postForm({ ...typed, referral_source })
  expect([page.status, page.headers.get('retry-after')]).toEqual([503, '5'])
  const html = await page.text()
  expect(html).toContain(requestErrors.unavailable)
  for (const [name, value] of Object.entries(typed)) expect(valueIn(html, name)).toBe(value)
  expect(chosenIn(html)).toBe(referral_source)
}
