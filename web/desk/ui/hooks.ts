import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { desk } from '#copy/desk.ts'
import { business } from '#shop/business.ts'
import { epochMsToWallTime, msPerMinute, timeToMinutes } from '../../../booking/time.ts'
import { whenIdle } from '../../page/hydration/when-idle.ts'
import { createStore } from '../../ui/store.ts'

function shownAt(epochMs: number) {
  const { date, time } = epochMsToWallTime(epochMs, business.timeZone)
  return { epochMs, today: date, time, minutes: timeToMinutes(time) }
}

const now = createStore(shownAt(Date.now()))
let timer: ReturnType<typeof setTimeout> | undefined

function tick() {
  clearTimeout(timer)
  now.set(shownAt(Date.now()))
  timer = setTimeout(tick, msPerMinute - (Date.now() % msPerMinute))
}

tick()

// Phones pause timers in the background.
document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && tick())

export const useNow = now.use
export const todayNow = () => now.get().today

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

/** Loads a script while the page is idle, so no click waits for it. */
export function useLoadedWhenIdle(load: () => Promise<unknown>, isReady: boolean): void {
  useEffect(() => {
    if (!isReady) return
    whenIdle()
      .then(load)
      .catch(() => undefined)
  }, [load, isReady])
}

export function useTitle(words: string): void {
  useEffect(() => {
    document.title = words === desk.name ? words : `${words} - ${desk.name}`
  }, [words])
}
