import { useLayoutEffect } from 'react'
import { addDays } from '../../../booking/time.ts'
import { dayRoute } from '../navigation/paths.ts'
import { goTo } from '../navigation/steps.ts'

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 }

/** Whether the key means something where the focus is. */
function isTaken(event: KeyboardEvent): boolean {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return true
  return event.target instanceof Element && event.target.closest('input, select, textarea, dialog') !== null
}

/** Arrow keys open the day before and the day after. */
export function useDayKeys(date: string): void {
  // Together with the day that is shown: a key that comes at once goes from that day, not from the one before it.
  useLayoutEffect(() => {
    function onKey(event: KeyboardEvent) {
      const days = steps[event.key]
      if (days !== undefined && !isTaken(event)) goTo(dayRoute(addDays(date, days)))
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [date])
}
