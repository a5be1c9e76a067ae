import { useLayoutEffect, useState } from 'react'
import { attempt } from './attempt.ts'
import { DeskFault } from './fault.ts'
import { isAtHand, stepTakenAt } from './step-now.ts'
import { hasSession } from './stored-session.ts'

const prefix = 'desk-draft '

const keptMs = 24 * 60 * 60 * 1000

/** `at`: when it was typed, epoch milliseconds. */
interface Draft {
  at: number
  typed: unknown
}

const draftAt = (key: string): Draft | null => JSON.parse(sessionStorage.getItem(key) ?? 'null')

/** What is typed waits for its own step, for the next form at an address, or for the next of a kind. */
const keyOf = (where: number | string, name: string) => `${prefix}${where} ${name}`

/** The kind of form that is open, on whichever day. */
const kindNow = () => location.hash.replace(/^#\/day\/[^/]*|\?.*$/g, '')

const keep = (key: string, typed: unknown) =>
  attempt(() => sessionStorage.setItem(key, JSON.stringify({ at: Date.now(), typed } satisfies Draft)))

function passOn(from: string, to: string): void {
  const kept = sessionStorage.getItem(from)
  if (kept) sessionStorage.setItem(to, kept)
  sessionStorage.removeItem(from)
}

const keysOfDrafts = () => Object.keys(sessionStorage).filter((key) => key.startsWith(prefix))

/** Of steps that nobody goes back to any more. */
function forgetOldDrafts(): void {
  for (const key of keysOfDrafts()) {
    const at = draftAt(key)?.at ?? 0
    if (at < Date.now() - keptMs) sessionStorage.removeItem(key)
  }
}

/**
 * What is typed into a form at this step of the desk; the next press that opens the same form finds it empty. When the
 * session ends, the form leaves the screen: it waits in this tab for the next form there. Whoever leaves the form leaves
 * what was typed, unless Back leads there again, or its change is not done after all (useForm).
 */
export function useDraft<Typed>(name: string, initial: Typed) {
  const [takenAt] = useState(stepTakenAt)
  const key = keyOf(takenAt, name)
  const [here] = useState(() => keyOf(location.hash, name))
  const [ofKind] = useState(() => keyOf(kindNow(), name))
  const [typed, setTyped] = useState(() => {
    const kept = attempt(() => draftAt(key) ?? draftAt(here) ?? draftAt(ofKind))
    return (kept?.typed as Typed | undefined) ?? initial
  })
  // At once with what is shown: whoever leaves a form can open it anew in the same moment.
  useLayoutEffect(() => {
    keep(key, typed)
  }, [key, typed])
  useLayoutEffect(() => {
    attempt(() => {
      sessionStorage.removeItem(here)
      sessionStorage.removeItem(ofKind)
    })
    return () => {
      // The next session may begin with other steps.
      if (!hasSession()) attempt(() => passOn(key, here))
      else if (!isAtHand(takenAt)) attempt(() => sessionStorage.removeItem(key))
      attempt(forgetOldDrafts)
    }
  }, [key, here, ofKind, takenAt])
  return [typed, setTyped] as const
}

export interface Form {
  what: string
  /** Why what it was opened with is not done. */
  fault: DeskFault | null
  /** Takes up what is typed; what it returns leaves that, and why it was not done, to the next form of this kind. */
  takeUp(): (fault: DeskFault) => void
}

/**
 * A form whose change can fail after it was left.
 * @param what - it does, and with whom
 */
export function useForm(what: string): Form {
  const [takenAt] = useState(stepTakenAt)
  const [kind] = useState(kindNow)
  const [left] = useDraft<Pick<DeskFault, 'kind' | 'message'> | null>('fault', null)
  function takeUp() {
    const own = keyOf(takenAt, '')
    const typed = attempt(() =>
      keysOfDrafts()
        .filter((key) => key.startsWith(own))
        .map((key) => [key.slice(own.length), draftAt(key)?.typed] as const),
    )
    return ({ kind: why, message }: DeskFault) => {
      // Whoever has signed out leaves nothing.
      if (!hasSession()) return
      for (const [name, value] of typed ?? []) keep(keyOf(kind, name), value)
      keep(keyOf(kind, 'fault'), { kind: why, message })
    }
  }
  return { what, fault: left && new DeskFault(left.kind, left.message), takeUp }
}

export const hasDrafts = () => attempt(() => keysOfDrafts().length > 0) ?? false

export function forgetDrafts(): void {
  attempt(() => {
    for (const key of keysOfDrafts()) sessionStorage.removeItem(key)
  })
}
