import { startTransition } from 'react'
import { anonKey, sessionStorageKey } from '../../backend/calls.ts'
import type { SessionEvent } from '../../backend/open-session.ts'
import adoptedCss from '../../styles/adopted.css?inline'
import { LandingPage } from '../landing-page.tsx'
import { hydrateRoot } from './react.ts'

/** The styles of what only a hydrated page shows: in force before any of it can be rendered. */
function adoptStyles(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(adoptedCss)
  document.adoptedStyleSheets.push(sheet)
}

/** Hydrates the prerendered page. Inside a transition React yields to the visitor every few milliseconds. */
export function hydratePage(root: Element): void {
  adoptStyles()
  startTransition(() => {
    hydrateRoot(root, <LandingPage />)
  })
  void resumeSession()
}

function hasStoredSession(storageKey: string): boolean {
  try {
    return localStorage.getItem(storageKey) !== null
  } catch {
    // A browser that keeps no storage for this page has no session in it either.
    return false
  }
}

/**
 * Takes up the session that an earlier visit has left; without one nothing is loaded.
 * What happens to it is told as a 'session' event of the document; no screen listens yet (specification, point 4).
 */
export async function resumeSession(): Promise<void> {
  const storageKey = sessionStorageKey(location.hostname)
  if (!hasStoredSession(storageKey)) return
  const { openSession } = await import('../../backend/open-session.ts')
  openSession({
    authUrl: `${location.origin}/auth/v1`,
    apikey: anonKey(),
    storageKey,
    storage: localStorage,
    onEvent: (event) => document.dispatchEvent(new CustomEvent<SessionEvent>('session', { detail: event })),
  })
}
