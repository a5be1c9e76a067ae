import type { Shop } from '../../booking/shop.ts'
import { business } from '../../site/business.ts'

/** What the server writes into the page's head, because it is not known when the page is built. */
function meta(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''
}

/** The public client key that every call carries. */
export function anonKey(): string {
  return meta('anon-key')
}

/** The earliest date as the served HTML has it, "YYYY-MM-DD". */
export function servedEarliestDate(): string {
  return meta('earliest-date')
}

let shop: Shop | undefined

/** The shop with the opening that was in force when the page was served. */
export function servedShop(): Shop {
  shop ??= { timeZone: business.timeZone, opening: JSON.parse(meta('opening')) }
  return shop
}
