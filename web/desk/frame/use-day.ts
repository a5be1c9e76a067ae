import { useOutletContext } from 'react-router'
import type { DayContext } from '../day/day-page.tsx'
import { dayRoute } from './paths.ts'
import { goTo } from './place.ts'

/** The day that a sheet lies over, and the way back to it. */
export function useDay() {
  const context = useOutletContext<DayContext>()
  return { ...context, back: () => goTo(dayRoute(context.date)) }
}
