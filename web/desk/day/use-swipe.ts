import { type RefObject, useLayoutEffect } from 'react'
import { addDays } from '../../../booking/time.ts'
import { dayRoute } from '../navigation/paths.ts'
import { goTo } from '../navigation/steps.ts'

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
