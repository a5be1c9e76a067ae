/** The opening hours and the first bookable day: first from the page, then from the server. */
import { createContext, useContext, useEffect, useState } from 'react'
import { business } from '#shop/business.ts'
import { earliestDate, type PublicShop } from '../../booking/opening-hours.ts'
import { type FormFacts, type HoursAnswer, readFacts } from '../../booking/public-api.ts'
import { fetchWithKey, readMeta } from '../backend/calls.ts'

const callTimeoutMs = 5000

interface ShopHours {
  shop: PublicShop
  /** The first bookable date, "YYYY-MM-DD", by the server's clock: this device's may be wrong. */
  earliest: string
}

let hours: ShopHours | undefined
const changes = new EventTarget()

const hoursFrom = ({ opening, earliest_date: earliest }: HoursAnswer): ShopHours => ({
  shop: { timeZone: business.timeZone, opening },
  earliest,
})

export function shopHours(): ShopHours {
  hours ??= hoursFrom({ opening: JSON.parse(readMeta('opening')), earliest_date: readMeta('earliest-date') })
  return hours
}

export const currentShop = (): PublicShop => shopHours().shop

/** The day, by this device's clock, of the last request to the server. */
let settledDay: string | undefined
const dayHere = () => earliestDate(Date.now(), currentShop())

async function askForHours(): Promise<boolean> {
  const day = dayHere()
  const signal = AbortSignal.timeout(callTimeoutMs)
  const answer: HoursAnswer | null = await fetchWithKey('/rest/v1/rpc/hours', { signal })
    .then((response) => (response.ok ? response.json() : null))
    .catch(() => null)
  if (!answer) return false
  settledDay = day
  const [before, now] = [shopHours(), hoursFrom(answer)]
  if (JSON.stringify(now) === JSON.stringify(before)) return false
  hours = now
  changes.dispatchEvent(new Event('change'))
  return true
}

let asking: Promise<boolean> | undefined

/**
 * Asks the server for the current hours, in one call for both forms.
 * @returns whether they changed
 */
export function refreshHours(): Promise<boolean> {
  asking ??= askForHours().finally(() => {
    asking = undefined
  })
  return asking
}

/** Whether the page may have the wrong day: midnight passed, or this device's clock is wrong. */
export function isDayInDoubt(): boolean {
  const day = dayHere()
  return day !== shopHours().earliest && day !== settledDay
}

/** The facts in the HTML, so hydration agrees with it; null in the browser. */
export const WrittenFacts = createContext<FormFacts | null>(null)

const currentFacts = () => readFacts(shopHours().earliest, currentShop())

export function useFormFacts(): FormFacts {
  const written = useContext(WrittenFacts)
  const [facts, setFacts] = useState(() => written ?? currentFacts())
  useEffect(() => {
    const listeners = new AbortController()
    const { signal } = listeners
    const update = () => setFacts(currentFacts())
    // Before hydration, the browser's cache may have restored the page with an old day.
    update()
    if (isDayInDoubt()) void refreshHours()
    changes.addEventListener('change', update, { signal })
    // A page left open overnight checks again before use.
    const onShow = () => {
      if (!document.hidden) void refreshHours()
    }
    document.addEventListener('visibilitychange', onShow, { signal })
    return () => listeners.abort()
  }, [])
  return facts
}
