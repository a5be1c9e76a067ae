import { type RefObject, useLayoutEffect } from 'react'

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
