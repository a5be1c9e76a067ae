import { createHmac, randomUUID } from 'node:crypto'
import { msPerDay } from '../../booking/time.ts'
import type { Session, SessionStore, SignOutScope } from '../db/sessions.ts'
import { lazy } from '../lib/async.ts'
import { hashToken, newToken, type SecretStore } from '../lib/files-and-secrets.ts'
import { type AccessTokens, accessTokenLastsMs } from './access-tokens.ts'

const idleMostMs = 30 * msPerDay
/** Two tabs refresh within this time with the same token. */
const graceMs = 10_000
/** More refreshes than any desk makes within the grace period. */
const generationsMost = 20

export interface Grant {
  session: Session
  accessToken: string
  refreshToken: string
  expiresAtMs: number
}

export type Sessions = ReturnType<typeof createSessions>

interface Dependencies {
  store: SessionStore
  tokens: AccessTokens
  secrets: SecretStore
  /** The addresses that may work at the desk; a session of any other address has ended. */
  addresses: readonly string[]
  now: () => number
}

/** Refresh tokens are `<session id>.<secret>`. A repeated request gets the same successor, which is computed. */
export function createSessions({ store, tokens, secrets, addresses, now }: Dependencies) {
  const known = new Set(addresses.map((address) => address.toLowerCase()))
  const allowed = (session: Session | null) =>
    session && known.has(session.email.toLowerCase()) ? session : null

  async function grant(session: Session, refreshToken: string): Promise<Grant> {
    const nowEpochMs = now()
    const accessToken = await tokens.issue(sessionIdIn(refreshToken), session, nowEpochMs)
    return { session, accessToken, refreshToken, expiresAtMs: nowEpochMs + accessTokenLastsMs }
  }

  const sessionIdIn = (refreshToken: string) => refreshToken.split('.')[0] ?? ''

  const key = lazy(() => secrets.keep('refresh-key', async () => newToken()))

  async function successorOf(refreshToken: string): Promise<string> {
    const hmac = createHmac('sha256', await key()).update(refreshToken)
    return `${sessionIdIn(refreshToken)}.${hmac.digest('base64url')}`
  }

  return {
    /** Exchanges a link's token for a session; null if it's used, expired, or unknown. */
    async signIn(linkToken: string): Promise<Grant | null> {
      const sessionId = randomUUID()
      const refreshToken = `${sessionId}.${newToken()}`
      const digests = [linkToken, sessionId, refreshToken].map(hashToken) as [string, string, string]
      const session = allowed(await store.begin(...digests, now()))
      return session && grant(session, refreshToken)
    },

    /** Trades a refresh token for the next one; 'reused' ended its session. */
    async refresh(refreshToken: string): Promise<Grant | 'reused' | 'unknown'> {
      const nowEpochMs = now()
      const live = { graceSinceMs: nowEpochMs - graceMs, usedSinceMs: nowEpochMs - idleMostMs }
      let next = refreshToken
      for (let generation = 0; generation < generationsMost; generation++) {
        const token = next
        next = await successorOf(token)
        const outcome = await store.refresh(hashToken(token), hashToken(next), live, nowEpochMs)
        if (outcome.status === 'refreshed')
          return allowed(outcome.session) ? grant(outcome.session, next) : 'unknown'
        // Another tab used the successor moments ago: this one gets the newest.
        if (outcome.status !== 'outrun') return outcome.status
      }
      return 'unknown'
    },

    /** Whether this is a working link's token, or a live session's refresh token. */
    opens: (token: string) => store.opens(hashToken(token), now()),

    async who(accessToken: string): Promise<Session | null> {
      const sessionId = await tokens.sessionIdOf(accessToken, now())
      // Read at each request, so an ended session's tokens are rejected immediately.
      return sessionId === null ? null : allowed(await store.find(hashToken(sessionId), now() - idleMostMs))
    },

    signOut: ({ id }: Session, scope: SignOutScope) => store.end(scope, id, now()),
  }
}
