import { useLayoutEffect } from 'react'
import { openedOn } from '../client/step-now.ts'
import { dayRoute } from '../navigation/paths.ts'
import { goTo } from '../navigation/steps.ts'

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
