import { useLayoutEffect, useState } from 'react'
import { attempt } from './attempt.ts'
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
 * session ends, the form leaves the screen: it is kept in this tab for the next one. Whoever leaves the form leaves what
 * was typed, unless Back leads there again.
 */
export function useDraft<Typed>(name: string, initial: Typed) {
  const [takenAt] = useState(stepTakenAt)
  const key = `${prefix}${takenAt} ${name}`
  const [typed, setTyped] = useState(
    () => (attempt(() => draftAt(key))?.typed as Typed | undefined) ?? initial,
  )
  // At once with what is shown: whoever leaves a form can open it anew in the same moment.
  useLayoutEffect(() => {
    attempt(() => sessionStorage.setItem(key, JSON.stringify({ at: Date.now(), typed } satisfies Draft)))
  }, [key, typed])
  useLayoutEffect(
    () => () => {
      if (hasSession() && !isAtHand(takenAt)) attempt(() => sessionStorage.removeItem(key))
      attempt(forgetOldDrafts)
    },
    [key, takenAt],
  )
  return [typed, setTyped] as const
}

export const hasDrafts = () => attempt(() => keysOfDrafts().length > 0) ?? false

export function forgetDrafts(): void {
  attempt(() => {
    for (const key of keysOfDrafts()) sessionStorage.removeItem(key)
  })
}
