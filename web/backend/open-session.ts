import { type AuthChangeEvent, GoTrueClient, type SupportedStorage } from '@supabase/auth-js'
import { fetchWithKey, timeLimit } from './calls.ts'

/** A session’s events (specification, point 4). */
const observed = [
  'INITIAL_SESSION',
  'SIGNED_IN',
  'SIGNED_OUT',
  'TOKEN_REFRESHED',
  'MFA_CHALLENGE_VERIFIED',
] as const satisfies readonly AuthChangeEvent[]

export type SessionEvent = (typeof observed)[number]

interface SessionOptions {
  /** Base address of the auth calls, without a trailing slash. */
  authUrl: string
  storageKey: string
  storage: SupportedStorage
  onEvent: (event: SessionEvent) => void
}

function isObserved(event: AuthChangeEvent): event is SessionEvent {
  return (observed as readonly AuthChangeEvent[]).includes(event)
}

/** The library retries, and for ten seconds the server accepts a token whose response was lost. */
const refreshTimeoutMs = 5000

/** Other calls aren’t retried; they get as long as the owner’s calls. */
const callTimeoutMs = 15_000

/** Shared by the windows of one browser. A page without HTTPS has no locks, and acts like a single window. */
const refreshLock = 'refresh-session'

/** The library sends an event once it has stored a session, but none if it drops the new one. */
const storingMaxMs = 1000
let onStored = () => {}

/**
 * One window at a time requests a token’s successor and stores it. Otherwise two could get one each, store one, and use
 * the other, which ends the stored one. The library retries if the wait takes too long.
 */
function refreshAlone(ask: () => Promise<Response>): Promise<Response> {
  const locks = navigator.locks as LockManager | undefined
  if (!locks) return ask()
  return new Promise((resolve, reject) => {
    const replace = async () => {
      const answer = await ask()
      resolve(answer)
      await new Promise<void>((stored) => {
        onStored = stored
        setTimeout(stored, answer.ok ? storingMaxMs : 0)
      })
    }
    locks.request(refreshLock, { signal: AbortSignal.timeout(refreshTimeoutMs) }, replace).catch(reject)
  })
}

/** Drops `expires_at`, so the library counts by this device’s clock: a wrong one would always refresh, or never. */
const fetchByOwnClock: typeof fetch = async (input, init) => {
  const isRefresh = String(input).includes('grant_type=refresh_token')
  const ask = (timeoutMs: number) =>
    fetchWithKey(input, { ...init, signal: timeLimit(timeoutMs, init?.signal) })
  const answer = await (isRefresh ? refreshAlone(() => ask(refreshTimeoutMs)) : ask(callTimeoutMs))
  const text = await answer.text()
  // The library signs out on any failure but 5xx, although a rate limit or a proxy error says nothing about the token.
  const isRejection = answer.status !== 429 && text.includes('"code"')
  if (!answer.ok && !isRejection) return new Response(text, { status: 503 })
  if (!text.includes('"expires_at"')) return new Response(text || null, answer)
  const { expires_at, ...session } = JSON.parse(text)
  return new Response(JSON.stringify(session), answer)
}

/** Resumes a stored session and keeps it fresh (specification, point 9). */
export function openSession({ authUrl, storageKey, storage, onEvent }: SessionOptions): GoTrueClient {
  const session = new GoTrueClient({
    url: authUrl,
    fetch: fetchByOwnClock,
    storageKey,
    storage,
    autoRefreshToken: true,
    persistSession: true,
    // No other sign-in page returns here. The desk’s own links contain a token.
    detectSessionInUrl: false,
  })
  session.onAuthStateChange((event) => {
    onStored()
    if (isObserved(event)) onEvent(event)
  })
  return session
}
