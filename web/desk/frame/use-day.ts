import { useNavigate, useOutletContext } from 'react-router'
import type { DayContext } from '../day/day-page.tsx'
import { dayRoute } from './paths.ts'

/** The day that a sheet lies over, and the way back to it. */
export function useDay() {
  const context = useOutletContext<DayContext>()
  const navigate = useNavigate()
  return { ...context, navigate, back: () => navigate(dayRoute(context.date)) }
}
