import { type RefObject, useEffect } from 'react'

/** The day opens with now at so much of the window's height. */
const nowAtShare = 0.4

/** Once, when today is first shown. */
export function useScrollToNow(bench: RefObject<HTMLElement | null>, isShown: boolean): void {
  useEffect(() => {
    if (!isShown) return
    const line = bench.current?.querySelector('.now-line')
    if (line)
      scrollBy({ top: line.getBoundingClientRect().top - innerHeight * nowAtShare, behavior: 'instant' })
  }, [bench, isShown])
}
