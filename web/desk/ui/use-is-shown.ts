import { useLayoutEffect, useRef } from 'react'

/** Whether what asks is still on the screen, for answers that may come after it has gone. */
export function useIsShown() {
  const isShown = useRef(false)
  useLayoutEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return isShown
}
