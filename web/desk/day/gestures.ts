import { type RefObject, useEffect, useLayoutEffect } from 'react'
import { addDays } from '../../../booking/time.ts'
import { dayRoute, useHistory } from '../navigation.tsx'

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 }

function isTaken(event: KeyboardEvent): boolean {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return true
  return event.target instanceof Element && event.target.closest('input, select, textarea, dialog') !== null
}

/**
 * Arrow keys open the previous and the next day.
 * @param date - null while another view is open
 */
export function useDayKeys(date: string | null): void {
  const { goTo } = useHistory()
  // A layout effect, because the next key is meant for the day on the screen.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const days = steps[event.key]
      if (date && days && !isTaken(event)) goTo(dayRoute(addDays(date, days)))
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [date, goTo])
}

const farPx = 70

/** A day with more labels side by side than fit scrolls sideways. */
function isPulledItself(target: EventTarget | null): boolean {
  const lanes = target instanceof Element && target.closest('.paper-lanes')
  return lanes ? lanes.scrollWidth > lanes.clientWidth : false
}

const isEnlarged = () => visualViewport !== null && visualViewport.scale > 1

export function useSwipe(paper: RefObject<HTMLElement | null>, date: string, isOn: boolean): void {
  const { goTo } = useHistory()
  useLayoutEffect(() => {
    const element = paper.current
    if (!element || !isOn) return
    let start: { x: number; y: number } | null = null
    let pulled = 0
    const follows = !matchMedia('(prefers-reduced-motion: reduce)').matches

    function begin({ touches, target }: TouchEvent) {
      const [touch] = touches
      const begins = touch && touches.length === 1 && !isEnlarged() && !isPulledItself(target)
      start = begins ? { x: touch.clientX, y: touch.clientY } : null
      pulled = 0
    }
    function move({ touches }: TouchEvent) {
      const [touch] = touches
      if (!start || !touch || !element) return
      const x = touch.clientX - start.x
      if (pulled === 0 && Math.abs(touch.clientY - start.y) > Math.abs(x)) start = null
      else pulled = x
      if (follows) element.style.translate = start ? `${pulled}px` : ''
    }
    function end() {
      const isFar = start !== null && Math.abs(pulled) > farPx
      letGo()
      if (isFar) goTo(dayRoute(addDays(date, pulled < 0 ? 1 : -1)))
    }
    /** Also when the phone takes over, such as for its own back gesture. */
    function letGo() {
      if (element) element.style.translate = ''
      start = null
    }
    /** On a zoomed day, a horizontal swipe moves around it. */
    function shareTouch() {
      if (element) element.style.touchAction = isEnlarged() ? 'auto' : 'pan-y pinch-zoom'
    }
    shareTouch()
    const listening = new AbortController()
    const options = { passive: true, signal: listening.signal }
    element.addEventListener('touchstart', begin, options)
    element.addEventListener('touchmove', move, options)
    element.addEventListener('touchend', end, options)
    element.addEventListener('touchcancel', letGo, options)
    visualViewport?.addEventListener('resize', shareTouch, options)
    return () => {
      listening.abort()
      element.style.touchAction = ''
    }
  }, [paper, date, isOn, goTo])
}

/** Where the current time is in the window when the day opens, as a share of its height. */
const nowAtShare = 0.4
const inViewShare = 0.8
const belowHeadPx = 60

/** On a wide screen, only if the current time is too far below. */
export function useScrollToNow(
  bench: RefObject<HTMLElement | null>,
  isShown: boolean,
  isWide: boolean,
): void {
  useLayoutEffect(() => {
    const frame = requestAnimationFrame(() => {
      const line = isShown && bench.current?.querySelector('.now-line')
      // A day without clients starts at the top.
      if (!line || bench.current?.querySelector('.nobody')) return
      const top = (element: Element) => element.getBoundingClientRect().top
      if (isWide && top(line) < innerHeight * inViewShare) return
      const wanted = top(line) - innerHeight * nowAtShare
      // The header cuts off no label: the day scrolls to the last one that starts above.
      const labels = [...(bench.current?.querySelectorAll('.day-column .label') ?? [])]
      const tops = labels.map((label) => top(label) - belowHeadPx).filter((labelTop) => labelTop <= wanted)
      scrollBy({ top: tops.length > 0 ? Math.max(...tops) : wanted, behavior: 'instant' })
    })
    return () => cancelAnimationFrame(frame)
  }, [bench, isShown, isWide])
}

/** Replaces a day that ended while the desk was open overnight. A dialog keeps it until it closes. */
export function useTurnOfDay(date: string, today: string, hasDialog: boolean): void {
  const { openedOn, goTo } = useHistory()
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only when a new day begins or a dialog closes.
  useEffect(() => {
    if (!hasDialog && date < today && openedOn !== undefined && openedOn <= date)
      goTo(dayRoute(today), 'replace')
  }, [today, hasDialog])
}
