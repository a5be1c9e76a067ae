import { useLayoutEffect, useRef } from 'react'

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
