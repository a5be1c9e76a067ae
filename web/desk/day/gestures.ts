import { type RefObject, useLayoutEffect } from 'react'
import { addDays } from '../../../booking/time.ts'
import { dayRoute, goTo, openedOn } from '../navigation.tsx'

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 }

/** Whether the key means something where the focus is. */
function isTaken(event: KeyboardEvent): boolean {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return true
  return event.target instanceof Element && event.target.closest('input, select, textarea, dialog') !== null
}

/** Arrow keys open the day before and the day after. @param date - null while something else stands in its place */
export function useDayKeys(date: string | null): void {
  // Together with the day that is shown: a key that comes at once goes from that day, not from the one before it.
  useLayoutEffect(() => {
    if (date === null) return
    const from = date
    function onKey(event: KeyboardEvent) {
      const days = steps[event.key]
      if (days !== undefined && !isTaken(event)) goTo(dayRoute(addDays(from, days)))
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [date])
}

/** So far the finger must go; less is a slip. */
const farPx = 70

/** Paper with more labels side by side than are seen is pulled to see the others. */
function isPulledItself(target: EventTarget | null): boolean {
  const lanes = target instanceof Element && target.closest('.paper-lanes')
  return lanes ? lanes.scrollWidth > lanes.clientWidth : false
}

const isEnlarged = () => visualViewport !== null && visualViewport.scale > 1

/** The day follows the finger, and gives way to the next one when it is pulled far enough. */
export function useSwipe(paper: RefObject<HTMLElement | null>, date: string, isOn: boolean): void {
  // Together with the day that is shown, so that a finger that comes at once goes from that day.
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
      // Up and down belongs to scrolling.
      if (pulled === 0 && Math.abs(touch.clientY - start.y) > Math.abs(x)) start = null
      else pulled = x
      if (follows) element.style.translate = start ? `${pulled}px` : ''
    }
    function end() {
      const isFar = start !== null && Math.abs(pulled) > farPx
      letGo()
      if (isFar) goTo(dayRoute(addDays(date, pulled < 0 ? 1 : -1)))
    }
    /** Also where the telephone takes the finger for something of its own, such as its way back from the edge. */
    function letGo() {
      if (element) element.style.translate = ''
      start = null
    }
    /** Sideways is for the swipe, but on an enlarged day for the rest of it. */
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
  }, [paper, date, isOn])
}

/** The day opens with now at about so much of the window's height. */
const nowAtShare = 0.4

/** The line that stays above, and some paper. */
const belowHeadPx = 60

/** Once, in the frame that first shows today. */
export function useScrollToNow(bench: RefObject<HTMLElement | null>, isShown: boolean): void {
  useLayoutEffect(() => {
    const frame = requestAnimationFrame(() => {
      const line = isShown && bench.current?.querySelector('.now-line')
      // Where nobody is expected there are words to be read at the day's beginning, and nothing at now.
      if (!line || bench.current?.querySelector('.nobody')) return
      const top = (element: Element) => element.getBoundingClientRect().top
      const wanted = top(line) - innerHeight * nowAtShare
      // No label is cut by the line that stays: the last that begins before it is shown whole.
      const labels = [...(bench.current?.querySelectorAll('.label') ?? [])]
      const starts = labels.map((label) => top(label) - belowHeadPx).filter((start) => start <= wanted)
      scrollBy({ top: starts.length > 0 ? Math.max(...starts) : wanted, behavior: 'instant' })
    })
    return () => cancelAnimationFrame(frame)
  }, [bench, isShown])
}

/**
 * A day that was not over when it was opened, and is by now, gives way to today: that is what is looked for in the morning
 * on a desk that was left open. What lies open over a day keeps it until it is closed.
 */
export function useTurnOfDay(date: string, today: string, hasSheet: boolean): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: as the day turns, what was left comes back or what kept it is closed, and at no other time.
  useLayoutEffect(() => {
    const opened = openedOn()
    if (!hasSheet && date < today && opened !== undefined && opened <= date) goTo(dayRoute(today), 'replace')
  }, [today, hasSheet])
}
