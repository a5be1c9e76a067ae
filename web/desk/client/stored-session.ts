import { sessionStorageKey } from '../../backend/calls.ts'
import { attempt } from './attempt.ts'

export const storageKey = sessionStorageKey(location.hostname)
/** A token that ends within this time is renewed before it is used. */
const nearEndMs = 60_000

interface StoredSession {
  access_token: string
  refresh_token: string
  /** Seconds since 1970. */
  expires_at: number
}

export const storedSession = (): StoredSession | null =>
  attempt(() => JSON.parse(localStorage.getItem(storageKey) ?? 'null')) ?? null

export const hasSession = () => storedSession() !== null

/** The stored access token, unless it is to be renewed first. */
export function lastingToken(): string | null {
  const stored = storedSession()
  return stored && stored.expires_at * 1000 - Date.now() > nearEndMs ? stored.access_token : null
}
