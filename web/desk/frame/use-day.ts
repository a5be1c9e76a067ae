import { useOutletContext } from 'react-router'
import type { Agenda } from '../../../booking/desk.ts'
import type { Shop } from '../../../booking/shop.ts'
import { dayRoute } from './paths.ts'
import { goTo } from './place.ts'

/** The open day, its week's agenda, and the shop with the hours in force. */
export interface DayContext {
  date: string
  agenda: Agenda
  shop: Shop
}

/** The day that a sheet lies over, and the way back to it. */
export function useDay() {
  const context = useOutletContext<DayContext>()
  return { ...context, back: () => goTo(dayRoute(context.date)) }
}
