/** Somebody who works at the desk, from one sign-in on. */
export interface Session {
  /** UUID */
  id: string
  /** Where the link that began it was sent. */
  email: string
  createdAtMs: number
}

export type Refreshed =
  | { status: 'refreshed'; session: Session }
  /** The token was used before, so somebody else has it too: the whole session has ended. */
  | { status: 'reused' }
  | { status: 'unknown' }

/** Which sessions end: all of them, this one, or all but this one. */
export type SignOutScope = 'global' | 'local' | 'others'

/** Where links to the desk and sessions are kept. Of each token there is a digest, never the token. */
export interface SessionStore {
  /** Notes a mail to that address. @returns false, and notes nothing, when there were `most` since that moment */
  noteMail(email: string, most: number, sinceMs: number, nowEpochMs: number): Promise<boolean>
  addLink(tokenHash: string, email: string, expiresAtMs: number, nowEpochMs: number): Promise<void>
  /**
   * Uses a link up and begins a session with its first refresh token, both or neither.
   * @returns null when the link is unknown, used or expired
   */
  begin(linkHash: string, sessionId: string, refreshHash: string, nowEpochMs: number): Promise<Session | null>
  /**
   * Uses a refresh token up and adds the next one.
   * @param live.graceSinceMs - a token that was used after that moment may come again: its answer may have been lost
   * @param live.usedSinceMs - a session that was not used since then is over
   */
  refresh(tokenHash: string, nextHash: string, live: Live, nowEpochMs: number): Promise<Refreshed>
  /** The session, unless it has ended. Whoever asks has an access token, which lasts far less than it may go unused. */
  find(sessionId: string): Promise<Session | null>
  /** Ends sessions, and with all of them the links that nobody has opened. */
  end(scope: SignOutScope, sessionId: string | null, nowEpochMs: number): Promise<void>
  hasBegun(): Promise<boolean>
}

interface Live {
  graceSinceMs: number
  usedSinceMs: number
}
