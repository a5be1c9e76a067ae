import { useSyncExternalStore } from 'react'

/**
 * Where one is within the desk: the address behind the "#". The first view reads it by itself; what opens over a day the
 * router matches, which comes later (sheets.tsx) and hears of the same events.
 */
interface Place {
  view: string
  /** Of the view "day", as it was written. */
  date: string
  /** Whether something is open over the day, and which appointment is. */
  hasSheet: boolean
  chosenId: string | undefined
  /** Whether that is all that is open: no form of it. */
  isLookingAtOne: boolean
  search: URLSearchParams
}

function placeOf(hash: string): Place {
  const [path = '', search] = hash.slice(1).split('?')
  const [, view = '', date = '', sheet, id, verb] = path.split('/')
  return {
    view,
    date,
    hasSheet: sheet !== undefined,
    chosenId: sheet === 'appointment' ? id : undefined,
    isLookingAtOne: sheet === 'appointment' && !verb,
    search: new URLSearchParams(search),
  }
}

function subscribe(listener: () => void) {
  addEventListener('popstate', listener)
  return () => removeEventListener('popstate', listener)
}

export const usePlace = () => placeOf(useSyncExternalStore(subscribe, () => location.hash))

export const placeNow = () => placeOf(location.hash)
