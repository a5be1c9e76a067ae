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
    const press = () => {
      isPressed.current = true
    }
    const release = () => {
      isPressed.current = false
    }
    const capture = { capture: true }
    window.addEventListener('pointerdown', press, capture)
    window.addEventListener('pointerup', release, capture)
    window.addEventListener('pointercancel', release, capture)
    return () => {
      window.removeEventListener('pointerdown', press, capture)
      window.removeEventListener('pointerup', release, capture)
      window.removeEventListener('pointercancel', release, capture)
    }
  }, [])

  return (run) => {
    // The click follows the release in the same task.
    const soon = () => setTimeout(run)
    if (isPressed.current) window.addEventListener('pointerup', soon, { once: true })
    else soon()
  }
}
