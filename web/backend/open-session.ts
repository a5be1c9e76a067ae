import { type AuthChangeEvent, GoTrueClient, type SupportedStorage } from '@supabase/auth-js'
import { timeLimit } from './calls.ts'

/** What can happen to a session (specification, point 4). */
const observed = [
  'INITIAL_SESSION',
  'SIGNED_IN',
  'SIGNED_OUT',
  'TOKEN_REFRESHED',
  'MFA_CHALLENGE_VERIFIED',
] as const satisfies readonly AuthChangeEvent[]

export type SessionEvent = (typeof observed)[number]

interface SessionPlace {
  /** Where the auth server's calls are, without a slash at the end. */
  authUrl: string
  /** The public client key. */
  apikey: string
  storageKey: string
  storage: SupportedStorage
  onEvent: (event: SessionEvent) => void
}

function isObserved(event: AuthChangeEvent): event is SessionEvent {
  return (observed as readonly AuthChangeEvent[]).includes(event)
}

/** The library asks again, and for ten seconds the server takes the token again whose answer was lost. */
const refreshMostMs = 5000

/** What is not asked again, such as the use of a link, has the time that the owner's calls have. */
const otherwiseMostMs = 15_000

/**
 * Takes the instant at which a token ends, which is by the server's clock, from an answer: the library then reckons it
 * by the clock that it will look at. A device whose clock is wrong would renew its session with every call, or never.
 */
const fetchByOwnClock: typeof fetch = async (input, init) => {
  const isRefresh = String(input).includes('grant_type=refresh_token')
  const signal = timeLimit(isRefresh ? refreshMostMs : otherwiseMostMs, init?.signal)
  const answer = await fetch(input, { ...init, signal })
  const text = await answer.text()
  // The library ends a session at any other failure. A limit, or what stands on the way to us, says nothing of its token.
  const isRefusal = answer.status !== 429 && text.includes('"code"')
  if (!answer.ok && !isRefusal) return new Response(text, { status: 503 })
  if (!text.includes('"expires_at"')) return new Response(text || null, answer)
  const { expires_at, ...session } = JSON.parse(text)
  return new Response(JSON.stringify(session), answer)
}

/**
 * Takes up a stored session and keeps it fresh: the library renews the access token before it expires, and after a
 * failure tries again after 200 ms, 400 ms, 800 ms and so on (specification, point 9).
 */
export function openSession({ authUrl, apikey, storageKey, storage, onEvent }: SessionPlace): GoTrueClient {
  const session = new GoTrueClient({
    url: authUrl,
    headers: { apikey },
    fetch: fetchByOwnClock,
    storageKey,
    storage,
    autoRefreshToken: true,
    persistSession: true,
    // No login screen of somebody else's comes back with a session in the address; the desk's own links hold a token.
    detectSessionInUrl: false,
  })
  session.onAuthStateChange((event) => {
    if (isObserved(event)) onEvent(event)
  })
  return session
}
