import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { business } from '#shop/business.ts'
import { epochMsToWallTime, minutesOfDay } from '../../../booking/time.ts'
import { desk } from '../../../copy/desk.ts'
import { createStore } from '../../ui/store.ts'

const minuteMs = 60_000

/** What the shop's clock shows at an instant. */
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

// A telephone in a pocket has no timers.
document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && tick())

/** What the shop's clock shows; it moves once a minute. */
export const useNow = now.use

export const todayNow = () => now.get().today

/** Whether what asks is still on the screen, for answers that may come after it has gone. */
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

/** Whether there is room for a week. */
export const useIsWide = () => useSyncExternalStore(subscribe, () => wide.matches)

/** What is open, for who has several tabs, goes back by the browser's list, or prints. */
export function useTitle(words: string): void {
  useEffect(() => {
    document.title = words === desk.name ? words : `${words} - ${desk.name}`
  }, [words])
}
