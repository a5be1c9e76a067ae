import type { SessionEvent } from './open-session.ts'
import { anonKey } from './page-facts.ts'

/**
 * The key under which a session of this backend is kept in local storage: the client libraries' own convention,
 * made from the first label of the host's name.
 */
export function sessionStorageKey(host: string): string {
  return `sb-${host.split('.')[0]}-auth-token`
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
  const { openSession } = await import('./open-session.ts')
  openSession({
    authUrl: `${location.origin}/auth/v1`,
    apikey: anonKey(),
    storageKey,
    storage: localStorage,
    onEvent: (event) => document.dispatchEvent(new CustomEvent<SessionEvent>('session', { detail: event })),
  })
}
