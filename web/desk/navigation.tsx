import { type ReactNode, useCallback, useLayoutEffect } from 'react'
import { Link, type LinkProps, useLocation, useMatch, useNavigate, useOutletContext } from 'react-router'
import type { Shop } from '../../booking/opening-hours.ts'
import type { Agenda, DeskAppointment } from '../../booking/owner-api.ts'
import { todayNow, useIsMounted } from './ui/hooks.ts'

/** Routes are after the "#", because the server serves the desk as one page. */
export const dayRoute = (date: string) => `/day/${date}`

export const appointmentRoute = (appointment: Pick<DeskAppointment, 'appointment_date' | 'id'>) =>
  `${dayRoute(appointment.appointment_date)}/appointment/${appointment.id}`

/** @param date - the day that stays open behind it */
export const clientRoute = (date: string, id: string) => `${dayRoute(date)}/client/${id}`

interface EntryState {
  /** The route of the previous entry, if the desk opened this one from there. */
  from?: string | undefined
  /** The shop's day when the route opened. */
  openedOn?: string
}

type Step = 'push' | 'replace'

/** Replaces the entry that Back leads to. */
let instead: string | undefined
let isGoingBack = false

/** Navigates in events and passive effects, because the router listens only after the first layout effects. */
export function useHistory() {
  const navigate = useNavigate()
  const { pathname, search, state } = useLocation()
  const { from, openedOn }: EntryState = state ?? {}
  const route = pathname + search
  const stateFor = useCallback(
    (step: Step): EntryState => ({ from: step === 'push' ? route : from, openedOn: todayNow() }),
    [route, from],
  )
  const goTo = useCallback(
    (to: string, step: Step = 'push') => {
      if (to !== route) void navigate(to, { replace: step === 'replace', state: stateFor(step) })
    },
    [navigate, route, stateFor],
  )

  /**
   * @param parent - the route to open if the desk started at this one
   * @param replacement - the route to open in any case, in place of the earlier entry's
   */
  function goBack(parent: string, replacement?: string): void {
    if (from === undefined) goTo(replacement ?? parent, 'replace')
    // The browser goes back asynchronously, so a second click would go back twice.
    else if (!isGoingBack) {
      isGoingBack = true
      instead = replacement
      void navigate(-1)
    }
  }
  return { from, openedOn, stateFor, goTo, goBack }
}

/** Ends a step back. Used once, in a component that stays. */
export function useStepsBack(): void {
  const { key } = useLocation()
  const { goTo } = useHistory()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a step back ends with the next location.
  useLayoutEffect(() => {
    isGoingBack = false
    if (instead) goTo(instead, 'replace')
    instead = undefined
  }, [key])
}

/** The next choice replaces an open appointment, so Back doesn't lead through all of them. */
const useIsLookingAtOne = () => useMatch('/day/:date/appointment/:id') !== null

export type FullView = 'opening' | 'opening/dates'

export function useFullView(): FullView | undefined {
  const match = useMatch('/day/:date/opening/*')
  if (!match) return undefined
  return match.params['*'] === 'dates' ? 'opening/dates' : 'opening'
}

interface LinkButtonProps {
  to: string
  className?: string
  label?: string | undefined
  current?: 'page' | 'date' | undefined
  children: ReactNode
}

export function LinkButton({ to, className, label, current, children }: LinkButtonProps) {
  const { goTo } = useHistory()
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

export function DeskLink({ to, ...rest }: LinkProps & { to: string }) {
  const { stateFor } = useHistory()
  const replace = useIsLookingAtOne()
  return <Link to={to} replace={replace} state={stateFor(replace ? 'replace' : 'push')} {...rest} />
}

export interface DayContext {
  date: string
  /** Where a full view renders, once that place exists. */
  table: HTMLElement | null
  agenda: Agenda
  shop: Shop
}

export function useDay() {
  const context = useOutletContext<DayContext>()
  const isMounted = useIsMounted()
  const { from, goTo, goBack } = useHistory()
  return {
    ...context,
    from,
    goTo,
    back: () => goBack(dayRoute(context.date)),
    /** Leaves a finished dialog for this route, or for where it was opened. Does nothing if the owner already left it. */
    finishWith: (route?: string) => isMounted.current && goBack(route ?? dayRoute(context.date), route),
  }
}
