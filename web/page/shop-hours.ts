import { createContext, useContext, useEffect, useState } from 'react'
import { earliestDate, type Shop } from '../../booking/opening-hours.ts'
import { type FormFacts, factsFrom } from '../../booking/public-api.ts'
import { business } from '../../demo/business.ts'
import { meta } from '../backend/calls.ts'

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

/** What the form says where HTML is made, so that the HTML and its hydration agree; null in the browser. */
export const WrittenFacts = createContext<FormFacts | null>(null)

const servedFacts = () => factsFrom(servedEarliestDate(), servedShop())

/** The hours and the days, first as served, later as they change and as the day turns in the shop's zone. */
export function useFormFacts(): FormFacts {
  const written = useContext(WrittenFacts)
  const [facts, setFacts] = useState(() => written ?? servedFacts())
  useEffect(() => {
    const update = () => setFacts(servedFacts())
    update()
    // A page that the browser has kept comes back as it was served then.
    void settleDay()
    // A page left open overnight is looked at again before it is used again.
    const lookAgain = () => {
      if (document.visibilityState === 'visible') void refreshShop()
    }
    document.addEventListener('visibilitychange', lookAgain)
    shopChanges.addEventListener('change', update)
    return () => {
      document.removeEventListener('visibilitychange', lookAgain)
      shopChanges.removeEventListener('change', update)
    }
  }, [])
  return facts
}
