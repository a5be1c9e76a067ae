import { msPerDay } from '../../booking/time.ts'
import type { SecretStore } from '../lib/files-and-secrets.ts'
import { oneRow } from './compiled-query.ts'
import type { Engine } from './engine.ts'
import type { Db, Row } from './schema.ts'

export interface Session {
  /** SHA-256 of the id that access tokens carry, so a copy of the database opens nothing. */
  id: string
  /** The address that got the sign-in link. */
  email: string
  createdAtMs: number
}

export type Refreshed =
  | { status: 'refreshed'; session: Session }
  /** An older token came again, so someone else has it: the whole session has ended. */
  | { status: 'reused' }
  /** Its successor was used also, moments ago: the session has a newer token. */
  | { status: 'outrun' }
  | { status: 'unknown' }

/** Which sessions end: all of them, this one, or all but this one. */
export type SignOutScope = 'global' | 'local' | 'others'

interface Live {
  /** A token that was used after this moment may come again in any case. */
  graceSinceMs: number
  /** A session that was not used since this moment is over. */
  usedSinceMs: number
}

const toSession = (row: Row<'sessions'>): Session => ({
  id: row.id,
  email: row.email,
  createdAtMs: row.created_at_ms,
})

async function living(db: Db, id: string, usedSinceMs: number): Promise<Session | null> {
  const row = await db
    .selectFrom('sessions')
    .selectAll()
    .where('id', '=', id)
    .where('ended_at_ms', 'is', null)
    .where('used_at_ms', '>', usedSinceMs)
    .executeTakeFirst()
  return row ? toSession(row) : null
}

const end = (db: Db, nowEpochMs: number) =>
  db.updateTable('sessions').set({ ended_at_ms: nowEpochMs }).where('ended_at_ms', 'is', null)

export type SessionStore = ReturnType<typeof sessionStore>

/** Sign-in links and sessions; each token only as its digest. */
export function sessionStore({ db, write }: Engine) {
  return {
    /**
     * Counts an email to that address, in one statement, so two processes can't both allow the last one.
     * @returns false when `atOnce` came immediately before, or one within `everyMs`
     */
    noteEmail: (
      email: string,
      { atOnce, everyMs }: { atOnce: number; everyMs: number },
      nowEpochMs: number,
    ): Promise<boolean> =>
      write(async (transaction) => {
        // The generic cell rate algorithm: the column holds when the address has no email left to make up for.
        const column = 'sign_in_emails.sent_at_ms'
        const noted = await transaction
          .insertInto('sign_in_emails')
          .values({ email, place: 0, sent_at_ms: nowEpochMs + everyMs })
          .onConflict((conflict) =>
            conflict
              .columns(['email', 'place'])
              .doUpdateSet((row) => ({
                sent_at_ms: row
                  .case()
                  .when(row.between(column, nowEpochMs, nowEpochMs + atOnce * everyMs))
                  .then(row(column, '+', everyMs))
                  .else(nowEpochMs + everyMs)
                  .end(),
              }))
              .where((row) =>
                row.or([
                  row(column, '<=', nowEpochMs + (atOnce - 1) * everyMs),
                  // A clock that was ahead wrote this one.
                  row(column, '>', nowEpochMs + (atOnce + 1) * everyMs),
                ]),
              ),
          )
          .returning('place')
          .executeTakeFirst()
        return noted !== undefined
      }),

    async addLink(tokenHash: string, email: string, expiresAtMs: number, nowEpochMs: number): Promise<void> {
      await write(async (transaction) => {
        await transaction
          .deleteFrom('sign_in_links')
          .where('expires_at_ms', '<', nowEpochMs - msPerDay)
          .execute()
        const row = { token_hash: tokenHash, email, created_at_ms: nowEpochMs, expires_at_ms: expiresAtMs }
        await transaction.insertInto('sign_in_links').values(row).execute()
      })
    },

    /**
     * Uses a link up and begins a session with its first refresh token, both or neither.
     * @returns null when the link is unknown, used, or expired
     */
    begin: (
      linkHash: string,
      sessionId: string,
      refreshHash: string,
      nowEpochMs: number,
    ): Promise<Session | null> =>
      write(async (transaction) => {
        const link = await transaction
          .updateTable('sign_in_links')
          .set({ used_at_ms: nowEpochMs })
          .where('token_hash', '=', linkHash)
          .where('used_at_ms', 'is', null)
          .where('expires_at_ms', '>', nowEpochMs)
          .returning('email')
          .executeTakeFirst()
        if (!link) return null
        const times = { created_at_ms: nowEpochMs, used_at_ms: nowEpochMs, ended_at_ms: null }
        const session = { id: sessionId, email: link.email, ...times }
        await transaction.insertInto('sessions').values(session).execute()
        const token = { token_hash: refreshHash, session_id: sessionId }
        await transaction.insertInto('refresh_tokens').values(token).execute()
        return toSession(session)
      }),

    /**
     * Uses a refresh token up and adds the next one. A token whose successor was never used may come again: its answer
     * may have been lost.
     */
    refresh: (
      tokenHash: string,
      nextHash: string,
      { graceSinceMs, usedSinceMs }: Live,
      nowEpochMs: number,
    ): Promise<Refreshed> =>
      write(async (transaction) => {
        const fresh = await transaction
          .updateTable('refresh_tokens')
          .set({ used_at_ms: nowEpochMs })
          .where('token_hash', '=', tokenHash)
          .where('used_at_ms', 'is', null)
          .returning(['session_id', 'used_at_ms'])
          .executeTakeFirst()
        const token =
          fresh ??
          (await transaction
            .selectFrom('refresh_tokens')
            .select(['session_id', 'used_at_ms'])
            .where('token_hash', '=', tokenHash)
            .executeTakeFirst())
        const session = token && (await living(transaction, token.session_id, usedSinceMs))
        if (!session) return { status: 'unknown' }
        const next = fresh
          ? undefined
          : await transaction
              .selectFrom('refresh_tokens')
              .select('used_at_ms')
              .where('token_hash', '=', nextHash)
              .executeTakeFirst()
        if (!fresh && next?.used_at_ms !== null) {
          if ((token.used_at_ms ?? 0) >= graceSinceMs) return { status: 'outrun' }
          await end(transaction, nowEpochMs).where('id', '=', session.id).execute()
          return { status: 'reused' }
        }
        if (fresh) {
          const row = { token_hash: nextHash, session_id: session.id }
          await transaction.insertInto('refresh_tokens').values(row).execute()
        }
        await transaction
          .updateTable('sessions')
          .set({ used_at_ms: nowEpochMs })
          .where('id', '=', session.id)
          .execute()
        return { status: 'refreshed', session }
      }),

    /** The session, unless it has ended or was not used since that moment. */
    find: (sessionId: string, usedSinceMs: number): Promise<Session | null> =>
      living(db, sessionId, usedSinceMs),

    /** Whether this is an unused link, or a refresh token of a session that has not ended. */
    async opens(tokenHash: string, nowEpochMs: number): Promise<boolean> {
      const link = await db
        .selectFrom('sign_in_links')
        .select('token_hash')
        .where('token_hash', '=', tokenHash)
        .where('used_at_ms', 'is', null)
        .where('expires_at_ms', '>', nowEpochMs)
        .executeTakeFirst()
      if (link) return true
      const token = await db
        .selectFrom('refresh_tokens')
        .innerJoin('sessions', 'sessions.id', 'refresh_tokens.session_id')
        .select('token_hash')
        .where('token_hash', '=', tokenHash)
        .where('ended_at_ms', 'is', null)
        .executeTakeFirst()
      return token !== undefined
    },

    /** Ends sessions; if all of them, also the unused links. */
    async end(scope: SignOutScope, sessionId: string | null, nowEpochMs: number): Promise<void> {
      await write(async (transaction) => {
        const living = end(transaction, nowEpochMs)
        if (scope === 'global') {
          await living.execute()
          await transaction.deleteFrom('sign_in_links').execute()
        } else await living.where('id', scope === 'local' ? '=' : '<>', sessionId).execute()
        const over = transaction.selectFrom('sessions').select('id').where('ended_at_ms', 'is not', null)
        await transaction.deleteFrom('refresh_tokens').where('session_id', 'in', over).execute()
      })
    },

    async hasBegun(): Promise<boolean> {
      return (await db.selectFrom('sessions').select('id').limit(oneRow).executeTakeFirst()) !== undefined
    },
  }
}

/** Secrets in the database, for processes without a common folder. */
export function secretStore({ db, write }: Engine): SecretStore {
  const find = (name: string) =>
    db.selectFrom('secrets').select('secret').where('name', '=', name).executeTakeFirst()
  return {
    async keep(name, make) {
      const known = await find(name)
      if (known) return known.secret
      const row = { name, secret: await make() }
      // Another process may have made it since the read; then that one stays.
      await write((transaction) =>
        transaction
          .insertInto('secrets')
          .values(row)
          .onConflict((conflict) => conflict.column('name').doNothing())
          .execute(),
      )
      return (await find(name))?.secret ?? row.secret
    },
  }
}
