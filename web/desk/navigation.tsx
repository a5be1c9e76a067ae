import type { ReactNode } from 'react'
import {
  createHashRouter,
  Link,
  type LinkProps,
  type RouteObject,
  useMatch,
  useOutletContext,
} from 'react-router'
import type { Shop } from '../../booking/opening-hours.ts'
import type { Agenda, DeskAppointment } from '../../booking/owner-api.ts'
import { todayNow, useIsMounted } from './ui/hooks.ts'

/** Routes are behind the "#", because the server knows the desk as one page. Emails link to an appointment's route. */
export const dayRoute = (date: string) => `/day/${date}`

export const appointmentRoute = ({
  appointment_date,
  id,
}: Pick<DeskAppointment, 'appointment_date' | 'id'>) => `${dayRoute(appointment_date)}/appointment/${id}`

/** The browser keeps this with each history entry. */
interface EntryState {
  /** The route of the entry before, if this tab's desk opened this one from there. */
  from?: string | undefined
  /** The shop's day when the route was opened. */
  openedOn?: string
}

let router: ReturnType<typeof createHashRouter>

/** Starts reading the address, after a sign-in link's token has been taken from it. */
export function startRouter(routes: RouteObject[]) {
  router = createHashRouter(routes)
  return router
}

const entryState = (): EntryState => router.state.location.state ?? {}

export const openedOn = () => entryState().openedOn

/** Where Back leads; undefined when the desk was opened at this route. */
export const cameFrom = () => entryState().from

const currentRoute = () => router.state.location.pathname + router.state.location.search

const stateFor = (isReplacing: boolean): EntryState => ({
  from: isReplacing ? cameFrom() : currentRoute(),
  openedOn: todayNow(),
})

/** Opens a route in a new history entry, or in place of the current one. */
export function goTo(route: string, step: 'push' | 'replace' = 'push'): void {
  if (currentRoute() === route) return
  const isReplacing = step === 'replace'
  // Rendered at once, because the next key is meant for the new route.
  void router.navigate(route, { replace: isReplacing, state: stateFor(isReplacing), flushSync: !isReplacing })
}

let isGoingBack = false

/**
 * Goes back to where this route was opened.
 *
 * @param parent - the route to open when the desk was opened at this one
 * @param instead - the route to open in any case, in place of the earlier entry's
 */
export async function goBack(parent: string, instead?: string): Promise<void> {
  if (cameFrom() === undefined) return goTo(instead ?? parent, 'replace')
  // The browser goes back asynchronously, and a second press would go back twice.
  if (isGoingBack) return
  isGoingBack = true
  await router.navigate(-1)
  isGoingBack = false
  if (instead) goTo(instead, 'replace')
}

/**
 * An appointment that is open beside the week is replaced by the next choice, so Back doesn't lead through all that were
 * looked at.
 */
const useIsLookingAtOne = () => useMatch('/day/:date/appointment/:id') !== null

/** The view that takes the week's place on a wide screen, if one is open. */
export function useFullView(): 'opening' | 'opening/dates' | undefined {
  const match = useMatch('/day/:date/opening/*')
  if (!match) return undefined
  return match.params['*'] === 'dates' ? 'opening/dates' : 'opening'
}

interface LinkButtonProps {
  to: string
  className?: string
  label?: string
  /** The open view, or today among other days. */
  current?: 'page' | 'date' | undefined
  children: ReactNode
}

/** A button that opens a route. */
export function LinkButton({ to, className, label, current, children }: LinkButtonProps) {
  const isLookingAtOne = useIsLookingAtOne()
  return (
    <button
      type="button"
      className={className}
      aria-label={label}
      aria-current={current}
      onClick={({ currentTarget }) =>
        goTo(to, isLookingAtOne && !currentTarget.closest('dialog') ? 'replace' : 'push')
      }
    >
      {children}
    </button>
  )
}

/** A link to a route, which can also be opened in another tab. */
export function DeskLink({ to, ...rest }: LinkProps & { to: string }) {
  const replace = useIsLookingAtOne()
  return <Link to={to} replace={replace} state={stateFor(replace)} {...rest} />
}

/** The open day, its week's agenda, and the shop with its current hours. */
export interface DayContext {
  date: string
  /** Where a full view is rendered, once that place exists. */
  table: HTMLElement | null
  agenda: Agenda
  shop: Shop
}

/** The day that a dialog is open over, and the ways back from the dialog. */
export function useDay() {
  const context = useOutletContext<DayContext>()
  const isMounted = useIsMounted()
  return {
    ...context,
    back: () => void goBack(dayRoute(context.date)),
    /** Leaves a finished dialog, for this route or where it was opened; does nothing if the owner already left it. */
    finishWith: (route?: string) => isMounted.current && void goBack(route ?? dayRoute(context.date), route),
  }
}
