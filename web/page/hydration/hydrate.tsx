import { startTransition } from 'react'
import { sessionStorageKey } from '../../backend/calls.ts'
import type { SessionEvent } from '../../backend/open-session.ts'
import { LandingPage } from '../landing-page.tsx'
import { hydrateRoot } from './react.ts'

/** Hydrates the prerendered page. In a transition, React yields to the visitor every few milliseconds. */
export function hydratePage(root: Element): void {
  startTransition(() => {
    hydrateRoot(root, <LandingPage />)
  })
  void resumeSession()
}

function hasStoredSession(storageKey: string): boolean {
  try {
    return localStorage.getItem(storageKey) !== null
  } catch {
    // The browser blocks storage, so there is no session.
    return false
  }
}

/** Its changes are 'session' events of the document. No screen listens yet (specification, point 4). */
async function resumeSession(): Promise<void> {
  const storageKey = sessionStorageKey(location.hostname)
  if (!hasStoredSession(storageKey)) return
  const { openSession } = await import('../../backend/open-session.ts')
  openSession({
    authUrl: `${location.origin}/auth/v1`,
    storageKey,
    storage: localStorage,
    onEvent: (event) => document.dispatchEvent(new CustomEvent<SessionEvent>('session', { detail: event })),
  })
}
