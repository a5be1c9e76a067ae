import { randomUUID } from 'node:crypto'
import { msPerDay } from '../../booking/time.ts'
import type { Session, SessionStore, SignOutScope } from '../db/sessions.ts'
import { digestOf, newToken } from '../lib/files-and-secrets.ts'
import { type AccessTokens, accessTokenLastsMs } from './access-tokens.ts'

const idleMostMs = 30 * msPerDay

/** A refresh token whose answer was lost on the way may be sent again for so long. */
const graceMs = 10_000

export interface Grant {
  session: Session
  accessToken: string
  refreshToken: string
  expiresAtMs: number
}

export type Sessions = ReturnType<typeof createSessions>

export function createSessions(store: SessionStore, tokens: AccessTokens, now: () => number) {
  async function grant(session: Session, refreshToken: string): Promise<Grant> {
    const nowEpochMs = now()
    const accessToken = await tokens.issue(session, nowEpochMs)
    return { session, accessToken, refreshToken, expiresAtMs: nowEpochMs + accessTokenLastsMs }
  }

  return {
    /** Trades a link's token for a session; null when it is used, expired or unknown. */
    async signIn(linkToken: string): Promise<Grant | null> {
      const refreshToken = newToken()
      const session = await store.begin(digestOf(linkToken), randomUUID(), digestOf(refreshToken), now())
      return session && grant(session, refreshToken)
    },

    /** Trades a refresh token for the next; 'reused' has ended its session. */
    async refresh(refreshToken: string): Promise<Grant | 'reused' | 'unknown'> {
      const nowEpochMs = now()
      const next = newToken()
      const live = { graceSinceMs: nowEpochMs - graceMs, usedSinceMs: nowEpochMs - idleMostMs }
      const outcome = await store.refresh(digestOf(refreshToken), digestOf(next), live, nowEpochMs)
      return outcome.status === 'refreshed' ? grant(outcome.session, next) : outcome.status
    },

    /** Who asks with this access token; null without a session that still lives. */
    async who(accessToken: string): Promise<Session | null> {
      const sessionId = await tokens.sessionIdOf(accessToken, now())
      // Asked each time: an ended session's tokens are refused at once, and not when they expire.
      return sessionId === null ? null : store.find(sessionId)
    },

    signOut: ({ id }: Session, scope: SignOutScope) => store.end(scope, id, now()),
  }
}
