import { type AuthChangeEvent, GoTrueClient, type SupportedStorage } from '@supabase/auth-js'
import { timeLimit } from './calls.ts'

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
  apikey: string
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

/** Drops `expires_at`, so the library counts by this device’s clock: a wrong one would refresh always, or never. */
const fetchByOwnClock: typeof fetch = async (input, init) => {
  const isRefresh = String(input).includes('grant_type=refresh_token')
  const signal = timeLimit(isRefresh ? refreshTimeoutMs : callTimeoutMs, init?.signal)
  const answer = await fetch(input, { ...init, signal })
  const text = await answer.text()
  // The library signs out on any failure but 5xx, although a rate limit or a proxy error says nothing about the token.
  const isRejection = answer.status !== 429 && text.includes('"code"')
  if (!answer.ok && !isRejection) return new Response(text, { status: 503 })
  if (!text.includes('"expires_at"')) return new Response(text || null, answer)
  const { expires_at, ...session } = JSON.parse(text)
  return new Response(JSON.stringify(session), answer)
}

/** Resumes a stored session and keeps it fresh (specification, point 9). */
export function openSession({ authUrl, apikey, storageKey, storage, onEvent }: SessionOptions): GoTrueClient {
  const session = new GoTrueClient({
    url: authUrl,
    headers: { apikey },
    fetch: fetchByOwnClock,
    storageKey,
    storage,
    autoRefreshToken: true,
    persistSession: true,
    // No other sign-in page returns here. The desk’s own links contain a token.
    detectSessionInUrl: false,
  })
  session.onAuthStateChange((event) => {
    if (isObserved(event)) onEvent(event)
  })
  return session
}
