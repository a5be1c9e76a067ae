import { earliestDate, type Shop } from '../../booking/opening-hours.ts'
import { business } from '../../demo/business.ts'

/** What the server writes into the page's head, because it is not known when the page is built. */
function meta(name: string, page = document): string {
  return page.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''
}

/** The public client key that every call carries. */
export function anonKey(): string {
  return meta('anon-key')
}

const lookUpTimeoutMs = 5000
let shop: Shop | undefined
let earliest: string | undefined

/** Tells of a 'change' of what `servedShop` and `servedEarliestDate` return. */
export const shopChanges = new EventTarget()

const shopOf = (opening: string): Shop => ({ timeZone: business.timeZone, opening: JSON.parse(opening) })

/** The shop with the opening that was in force when the page was served, or was last looked up. */
export function servedShop(): Shop {
  shop ??= shopOf(meta('opening'))
  return shop
}

/**
 * The first date that can be booked, "YYYY-MM-DD", as the server has it: from the page as it was served, or was last
 * looked up. This device's clock may be wrong.
 */
export function servedEarliestDate(): string {
  earliest ??= meta('earliest-date')
  return earliest
}

/** Looks up the day and the opening in force: the owner may have changed it since. @returns whether they are others */
export async function refreshShop(): Promise<boolean> {
  const signal = AbortSignal.timeout(lookUpTimeoutMs)
  const html = await fetch('/', { signal })
    .then((answer) => answer.text())
    .catch(() => '')
  const page = new DOMParser().parseFromString(html, 'text/html')
  const [opening, date] = [meta('opening', page), meta('earliest-date', page)]
  const isSame = date === servedEarliestDate() && opening === JSON.stringify(servedShop().opening)
  if (opening === '' || isSame) return false
  shop = shopOf(opening)
  earliest = date
  shopChanges.dispatchEvent(new Event('change'))
  return true
}

/** Where this device shows another day than the page, midnight has passed or its clock is wrong: the server knows. */
export async function settleDay(): Promise<void> {
  if (earliestDate(Date.now(), servedShop()) !== servedEarliestDate()) await refreshShop()
}
