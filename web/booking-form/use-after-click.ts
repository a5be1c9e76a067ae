import { useEffect, useRef } from 'react'

/**
 * A function that runs something once no pointer is pressed and its click has been dealt with.
 *
 * A sentence that appears when a field is left moves what stands below it; were it to appear between the press and
 * the release of the button, the browser would not count them as one click.
 */
export function useAfterClick(): (run: () => void) => void {
  const isPressed = useRef(false)
  useEffect(() => {
    const listeners = new AbortController()
    const setPressed = ({ type }: Event) => {
      isPressed.current = type === 'pointerdown'
    }
    for (const type of ['pointerdown', 'pointerup', 'pointercancel']) {
      window.addEventListener(type, setPressed, { capture: true, signal: listeners.signal })
    }
    return () => listeners.abort()
  }, [])

  return (run) => {
    // The click follows the release in the same task.
    const soon = () => setTimeout(run)
    if (isPressed.current) window.addEventListener('pointerup', soon, { once: true })
    else soon()
  }
}
