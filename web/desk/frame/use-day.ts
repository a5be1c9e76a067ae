import { useOutletContext } from 'react-router'
import type { Shop } from '../../../booking/opening-hours.ts'
import type { Agenda } from '../../../booking/owner-api.ts'
import { dayRoute } from '../navigation/paths.ts'
import { goBack } from '../navigation/steps.ts'
import { useIsMounted } from '../ui/use-is-mounted.ts'

/** The open day, its week's agenda, and the shop with the hours in force. */
export interface DayContext {
  date: string
  agenda: Agenda
  shop: Shop
}

/** The day that a sheet lies over, and the way back to where it was opened. */
export function useDay() {
  const context = useOutletContext<DayContext>()
  const isMounted = useIsMounted()
  return {
    ...context,
    back: () => goBack(dayRoute(context.date)),
    /** Leaves what is done, for this or for where it was opened; whoever has left it meanwhile stays where they are. */
    finishWith: (route?: string) => isMounted.current && goBack(route ?? dayRoute(context.date), route),
  }
}
