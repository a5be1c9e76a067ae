import { useSyncExternalStore } from 'react'

const wide = matchMedia('(width >= 900px)')

function subscribe(listener: () => void) {
  wide.addEventListener('change', listener)
  return () => wide.removeEventListener('change', listener)
}

/** Whether there is room for a week. */
export const useIsWide = () => useSyncExternalStore(subscribe, () => wide.matches)
