import { type ComponentProps, type MouseEvent, type ReactNode, useState, useSyncExternalStore } from 'react'
import { useOutletContext } from 'react-router'
import type { Shop } from '../../booking/opening-hours.ts'
import type { Agenda, DeskAppointment } from '../../booking/owner-api.ts'
import { todayNow, useIsMounted } from './ui/hooks.ts'

/** The addresses within the desk; they stand behind the "#". An appointment's is known to the mails, too. */
export const dayRoute = (date: string) => `/day/${date}`

export const appointmentRoute = ({
  appointment_date,
  id,
}: Pick<DeskAppointment, 'appointment_date' | 'id'>) => `${dayRoute(appointment_date)}/appointment/${id}`

/**
 * Where one is within the desk: the address behind the "#". The first view reads it by itself; what opens over a day the
 * router matches, which comes later (dialogs.tsx) and hears of the same events.
 */
interface Route {
  view: string
  /** Of the view "day", as it was written. */
  date: string
  /** Whether something is open over the day, and which appointment is. */
  hasSheet: boolean
  chosenId: string | undefined
  /** A sheet that takes the week's place on a wide screen, and the part of it that is open. */
  fullView: 'opening' | 'opening/dates' | undefined
  /** Whether that is all that is open: no form of it. */
  isLookingAtOne: boolean
  search: URLSearchParams
}

function routeOf(hash: string): Route {
  const [path = '', search] = hash.slice(1).split('?')
  const [, view = '', date = '', sheet, id, verb] = path.split('/')
  return {
    view,
    date,
    hasSheet: sheet !== undefined,
    chosenId: sheet === 'appointment' ? id : undefined,
    fullView: sheet === 'opening' ? (id === 'dates' ? 'opening/dates' : 'opening') : undefined,
    isLookingAtOne: sheet === 'appointment' && !verb,
    search: new URLSearchParams(search),
  }
}

function subscribe(listener: () => void) {
  addEventListener('popstate', listener)
  return () => removeEventListener('popstate', listener)
}

export const useRoute = () => routeOf(useSyncExternalStore(subscribe, () => location.hash))

export const routeNow = () => routeOf(location.hash)
/** What the browser keeps with each step. */
export interface HistoryEntry {
  /** Where the step before was, if it is the desk's own, in this tab. */
  from?: string | undefined
  /** The shop's day when it was taken. */
  takenOn?: string
  typed?: string
}

export const historyEntry = (): HistoryEntry => history.state ?? {}

/** On which day what is shown was opened, however long ago. */
export const openedOn = () => historyEntry().takenOn

/** Where Back leads; undefined where a link of elsewhere has opened this. */
export const cameFrom = () => historyEntry().from

/** Opens another state of the desk, in a new history entry or in place of the current one. */
export function goTo(route: string, step: 'push' | 'replace' = 'push'): void {
  if (location.hash === `#${route}`) return
  const from = step === 'push' ? location.hash : cameFrom()
  const state: HistoryEntry = { from, takenOn: todayNow() }
  history[`${step}State`](state, '', `#${route}`)
  // What the browser says when it takes a step back or follows a link.
  dispatchEvent(new PopStateEvent('popstate'))
}

/**
 * Opens what was chosen. From within a sheet it is a step; beside an appointment that is looked at it takes that one's
 * place, so that Back does not go through all that was looked at.
 */
export function goFrom(element: Element, route: string): void {
  const { isLookingAtOne } = routeNow()
  goTo(route, isLookingAtOne && !element.closest('dialog') ? 'replace' : 'push')
}

let isGoingBack = false

/**
 * Takes the step back that opened this; where a link of elsewhere has opened it, such as a mail's, there is none.
 *
 * @param otherwise - what is open then, where there is no step
 * @param instead - what is open then in any case, rather than what was open there
 */
export function goBack(otherwise: string, instead?: string): void {
  if (cameFrom() === undefined) {
    goTo(instead ?? otherwise, 'replace')
    return
  }
  const arrived = () => {
    isGoingBack = false
    if (instead) goTo(instead, 'replace')
  }
  addEventListener('popstate', arrived, { once: true })
  // The browser takes its time, and a second press would be a second step.
  if (!isGoingBack) history.back()
  isGoingBack = true
}

/** What is typed to look for something: it is there again when Back leads there. */
export function useTypedHere() {
  const [typed, setTyped] = useState(historyEntry().typed ?? '')
  const keep = (now: string) => {
    history.replaceState({ ...historyEntry(), typed: now }, '')
    setTyped(now)
  }
  return [typed, keep] as const
}

interface GoProps {
  to: string
  className?: string
  label?: string
  /** The state that is open, or today among others. */
  current?: 'page' | 'date' | undefined
  children: ReactNode
}

/** A control that opens another state of the desk. */
export function LinkButton({ to, className, label, current, children }: GoProps) {
  return (
    <button
      type="button"
      className={className}
      aria-label={label}
      aria-current={current}
      onClick={(event) => goFrom(event.currentTarget, to)}
    >
      {children}
    </button>
  )
}

/** The same as a link, which can be opened in another tab, too. */
export function DeskLink({ to, ...rest }: { to: string } & ComponentProps<'a'>) {
  function follow(event: MouseEvent<HTMLAnchorElement>) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    goFrom(event.currentTarget, to)
  }
  return <a href={`#${to}`} onClick={follow} {...rest} />
}

/** The open day, its week's agenda, and the shop with the hours in force. */
export interface DayContext {
  date: string
  /** Where a full view stands, once it is there. */
  table: HTMLElement | null
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
