import type { Shop } from '../../booking/shop.ts'
import { business } from '../../site/business.ts'

/** What the server writes into the page's head, because it is not known when the page is built. */
function meta(name: string, page = document): string {
  return page.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''
}

/** The public client key that every call carries. */
export function anonKey(): string {
  return meta('anon-key')
}

/** The earliest date as the served HTML has it, "YYYY-MM-DD". */
export function servedEarliestDate(): string {
  return meta('earliest-date')
}

const lookUpTimeoutMs = 5000
let shop: Shop | undefined

/** Tells of a 'change' of what `servedShop` returns. */
export const shopChanges = new EventTarget()

const shopOf = (opening: string): Shop => ({ timeZone: business.timeZone, opening: JSON.parse(opening) })

/** The shop with the opening that was in force when the page was served, or was last looked up. */
export function servedShop(): Shop {
  shop ??= shopOf(meta('opening'))
  return shop
}

/** Looks up the opening in force: the owner may have changed it since. @returns whether it is another one */
export async function refreshShop(): Promise<boolean> {
  const signal = AbortSignal.timeout(lookUpTimeoutMs)
  const html = await fetch('/', { signal }).then(
    (answer) => answer.text(),
    () => '',
  )
  const opening = meta('opening', new DOMParser().parseFromString(html, 'text/html'))
  if (opening === '' || opening === JSON.stringify(servedShop().opening)) return false
  shop = shopOf(opening)
  shopChanges.dispatchEvent(new Event('change'))
  return true
}
