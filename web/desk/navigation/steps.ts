import { useState } from 'react'
import { todayNow } from '../client/clock.ts'
import { cameFrom, type Step, stepNow } from '../client/step-now.ts'
import { placeNow } from './place.ts'

/** Opens another state of the desk, in a new history entry or in place of the current one. */
export function goTo(route: string, step: 'push' | 'replace' = 'push'): void {
  if (location.hash === `#${route}`) return
  const from = step === 'push' ? location.hash : cameFrom()
  const state: Step = { from, takenOn: todayNow() }
  history[`${step}State`](state, '', `#${route}`)
  // What the browser says when it takes a step back or follows a link.
  dispatchEvent(new PopStateEvent('popstate'))
}

/**
 * Opens what was chosen. From within a sheet it is a step; beside an appointment that is looked at it takes that one's
 * place, so that Back does not go through all that was looked at.
 */
export function goFrom(element: Element, route: string): void {
  const { isLookingAtOne } = placeNow()
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
  const [typed, setTyped] = useState(stepNow().typed ?? '')
  const keep = (now: string) => {
    history.replaceState({ ...stepNow(), typed: now }, '')
    setTyped(now)
  }
  return [typed, keep] as const
}
