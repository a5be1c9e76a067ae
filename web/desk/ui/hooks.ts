import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { business } from '#shop/business.ts'
import { epochMsToWallTime, minutesOfDay } from '../../../booking/time.ts'
import { desk } from '../../../copy/desk.ts'
import { createStore } from '../../ui/store.ts'

const minuteMs = 60_000

function shownAt(epochMs: number) {
  const { date, time } = epochMsToWallTime(epochMs, business.timeZone)
  return { epochMs, today: date, time, minutes: minutesOfDay(time) }
}

const now = createStore(shownAt(Date.now()))

let timer: ReturnType<typeof setTimeout> | undefined

function tick() {
  clearTimeout(timer)
  now.set(shownAt(Date.now()))
  timer = setTimeout(tick, minuteMs - (Date.now() % minuteMs))
}

tick()

// Phones pause timers in the background.
document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && tick())

/** The time on the shop's clock, updated every minute. */
export const useNow = now.use

export const todayNow = () => now.get().today

/** Whether the component is still mounted, for responses that arrive late. */
export function useIsMounted() {
  const isMounted = useRef(false)
  useLayoutEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  return isMounted
}

const wide = matchMedia('(width >= 900px)')

function subscribe(listener: () => void) {
  wide.addEventListener('change', listener)
  return () => wide.removeEventListener('change', listener)
}

export const useIsWide = () => useSyncExternalStore(subscribe, () => wide.matches)

/** Sets the document's title, for tabs, the history, and printing. */
export function useTitle(words: string): void {
  useEffect(() => {
    document.title = words === desk.name ? words : `${words} - ${desk.name}`
  }, [words])
}
