import { randomUUID } from 'node:crypto'
import { msPerDay } from '../../booking/time.ts'
import type { Session, SessionStore, SignOutScope } from '../db/sessions.ts'
import { hashToken, newToken } from '../lib/files-and-secrets.ts'
import { type AccessTokens, accessTokenLastsMs } from './access-tokens.ts'

/** A session ends after this long without use. */
export const idleMaxMs = 30 * msPerDay
/** A second tab may use a token that the first tab just replaced. */
const graceMs = 10_000

export interface Grant {
  session: Session
  accessToken: string
  refreshToken: string
  expiresAtMs: number
}

export type Sessions = ReturnType<typeof createSessions>

interface Deps {
  store: SessionStore
  tokens: AccessTokens
  /** The addresses that may use the desk. A session of any other address ends. */
  addresses: readonly string[]
  now: () => number
}

/** Refresh tokens are `<session id>.<secret>`. */
export function createSessions({ store, tokens, addresses, now }: Deps) {
  const known = new Set(addresses.map((address) => address.toLowerCase()))
  const allowed = (session: Session | null) =>
    session && known.has(session.email.toLowerCase()) ? session : null

  async function grant(session: Session, sessionId: string, refreshToken: string): Promise<Grant> {
    const nowEpochMs = now()
    const accessToken = await tokens.issue(sessionId, hashToken(refreshToken), session, nowEpochMs)
    return { session, accessToken, refreshToken, expiresAtMs: nowEpochMs + accessTokenLastsMs }
  }

  const newRefreshToken = (sessionId: string) => `${sessionId}.${newToken()}`

  return {
    /** Exchanges a link's token for a session; null if it's used, expired, or unknown. */
    async signIn(linkToken: string): Promise<Grant | null> {
      const sessionId = randomUUID()
      const refreshToken = newRefreshToken(sessionId)
      const digests = [linkToken, sessionId, refreshToken].map(hashToken) as [string, string, string]
      const session = allowed(await store.begin(...digests, now()))
      return session && grant(session, sessionId, refreshToken)
    },

    /** Exchanges a refresh token for the next one. 'reused' ended its session. */
    async refresh(refreshToken: string): Promise<Grant | 'reused' | 'outrun' | 'unknown'> {
      const nowEpochMs = now()
      const [sessionId = ''] = refreshToken.split('.')
      const next = newRefreshToken(sessionId)
      const digests = [sessionId, refreshToken, next].map(hashToken) as [string, string, string]
      const live = { graceSinceMs: nowEpochMs - graceMs, usedSinceMs: nowEpochMs - idleMaxMs }
      const outcome = await store.refresh(...digests, live, nowEpochMs)
      if (outcome.status !== 'refreshed') return outcome.status
      return allowed(outcome.session) ? grant(outcome.session, sessionId, next) : 'unknown'
    },

    /** Whether this is a working link's token, or a live session's refresh token. */
    opens: (token: string) => store.opens(hashToken(token), now()),

    async who(accessToken: string): Promise<Session | null> {
      const nowEpochMs = now()
      const refreshHash = await tokens.refreshHashOf(accessToken, nowEpochMs)
      // Read on each request, so the server rejects an ended session's tokens immediately.
      return refreshHash === null
        ? null
        : allowed(await store.find(refreshHash, nowEpochMs - idleMaxMs, nowEpochMs))
    },

    /** The number of live sessions. */
    count: () => store.count(now() - idleMaxMs),

    signOut: ({ id }: Session, scope: SignOutScope) => store.end(scope, id, now()),
  }
}
