import { msPerDay } from '../../booking/time.ts'
import type { SecretStore } from '../lib/files-and-secrets.ts'
import { oneRow } from './compiled-query.ts'
import type { Engine } from './engine.ts'
import type { Db, Row } from './schema.ts'

const toSession = (row: Row<'sessions'>) => ({
  /** SHA-256 of the id in access tokens, so a copy of the database opens nothing. */
  id: row.id,
  email: row.email,
  createdAtMs: row.created_at_ms,
})

export type Session = ReturnType<typeof toSession>

export type Refreshed =
  | { status: 'refreshed'; session: Session }
  /** An older token came again, so someone else has it. The whole session has ended. */
  | { status: 'reused' }
  /** An older token came again, but only moments after its successor was used. */
  | { status: 'outrun' }
  | { status: 'unknown' }

export type SignOutScope = 'global' | 'local' | 'others'

interface Live {
  graceSinceMs: number
  /** A session without use since this moment has ended. */
  usedSinceMs: number
}

async function living(db: Db, id: string, usedSinceMs: number): Promise<Session | null> {
  const going = db.selectFrom('sessions').where((row) => row.and({ id, ended_at_ms: null }))
  const row = await going.selectAll().where('used_at_ms', '>', usedSinceMs).executeTakeFirst()
  return row ? toSession(row) : null
}

const end = (db: Db, nowEpochMs: number) =>
  db.updateTable('sessions').set({ ended_at_ms: nowEpochMs }).where('ended_at_ms', 'is', null)

/** A device without a session gets no notifications. */
async function dropDevices(db: Db): Promise<void> {
  const over = db.selectFrom('sessions').select('id').where('ended_at_ms', 'is not', null)
  await db.deleteFrom('push_subscriptions').where('session_id', 'in', over).execute()
}

/** Notes that a token's holder got it. Others issued in its place didn't arrive, or a stranger has them. */
async function see(
  db: Db,
  { token_hash, session_id, parent_hash }: Row<'refresh_tokens'>,
  nowEpochMs: number,
): Promise<void> {
  const tokens = db.updateTable('refresh_tokens').set({ seen_at_ms: nowEpochMs })
  await tokens.where('token_hash', '=', token_hash).execute()
  if (parent_hash === null) return
  await db
    .deleteFrom('refresh_tokens')
    .where((row) => row.and({ session_id, parent_hash, seen_at_ms: null }))
    .execute()
}

export type SessionStore = ReturnType<typeof createSessionStore>

export function createSessionStore({ db, write, lockLimits }: Engine) {
  /** One call at a time decides which of a token's successors continues. */
  const lockSession = (transaction: Db, id: string) => lockLimits(transaction, [`session ${id}`])

  return {
    /**
     * One statement, so two processes can't both allow the last one.
     * @returns false if it's too soon for another
     */
    noteEmail: (
      email: string,
      { atOnce, everyMs }: { atOnce: number; everyMs: number },
      nowEpochMs: number,
    ): Promise<boolean> =>
      write(async (transaction) => {
        // The generic cell rate algorithm: the column holds the time when the address's quota is full again.
        const column = 'sign_in_emails.sent_at_ms'
        const noted = await transaction
          .insertInto('sign_in_emails')
          .values({ email, sent_at_ms: nowEpochMs + everyMs })
          .onConflict((conflict) =>
            conflict
              .column('email')
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
                  row(column, '>', nowEpochMs + (atOnce + 1) * everyMs),
                ]),
              ),
          )
          .returning('email')
          .executeTakeFirst()
        return noted !== undefined
      }),

    async addLink(tokenHash: string, email: string, expiresAtMs: number, nowEpochMs: number): Promise<void> {
      await write(async (transaction) => {
        const old = transaction.deleteFrom('sign_in_links')
        await old.where('expires_at_ms', '<', nowEpochMs - msPerDay).execute()
        const row = { token_hash: tokenHash, email, created_at_ms: nowEpochMs, expires_at_ms: expiresAtMs }
        await transaction.insertInto('sign_in_links').values(row).execute()
      })
    },

    /**
     * Uses up a link and begins a session, both or neither.
     * @returns null for an unknown, used, or expired link
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
          .where((row) => row.and({ token_hash: linkHash, used_at_ms: null }))
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

    /** A token may come again until someone uses its successor: the answer may have been lost. */
    refresh: (
      sessionId: string,
      tokenHash: string,
      nextHash: string,
      { graceSinceMs, usedSinceMs }: Live,
      nowEpochMs: number,
    ): Promise<Refreshed> =>
      write(async (transaction) => {
        await lockSession(transaction, sessionId)
        const session = await living(transaction, sessionId, usedSinceMs)
        if (!session) return { status: 'unknown' }
        const tokens = transaction
          .selectFrom('refresh_tokens')
          .selectAll()
          .where('session_id', '=', sessionId)
        const token = await tokens.where('token_hash', '=', tokenHash).executeTakeFirst()
        const successors = tokens.where('parent_hash', '=', tokenHash).where('seen_at_ms', 'is not', null)
        const successor = await successors.executeTakeFirst()
        if (!token || successor) {
          if ((successor?.seen_at_ms ?? 0) >= graceSinceMs) return { status: 'outrun' }
          await end(transaction, nowEpochMs).where('id', '=', sessionId).execute()
          await dropDevices(transaction)
          return { status: 'reused' }
        }
        if (token.seen_at_ms === null) await see(transaction, token, nowEpochMs)
        const next = { token_hash: nextHash, session_id: sessionId, parent_hash: tokenHash }
        await transaction.insertInto('refresh_tokens').values(next).execute()
        const used = transaction.updateTable('sessions').set({ used_at_ms: nowEpochMs })
        await used.where('id', '=', sessionId).execute()
        return { status: 'refreshed', session }
      }),

    /** Finds the session of an access token by the refresh token that came with it. */
    async find(tokenHash: string, usedSinceMs: number, nowEpochMs: number): Promise<Session | null> {
      const tokenIn = (from: Db) =>
        from.selectFrom('refresh_tokens').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst()
      const token = await tokenIn(db)
      if (token?.seen_at_ms !== null) return token ? living(db, token.session_id, usedSinceMs) : null
      return write(async (transaction) => {
        await lockSession(transaction, token.session_id)
        // By now, someone may have used another one in its place.
        const kept = await tokenIn(transaction)
        if (!kept) return null
        await see(transaction, kept, nowEpochMs)
        return living(transaction, kept.session_id, usedSinceMs)
      })
    },

    async opens(tokenHash: string, nowEpochMs: number): Promise<boolean> {
      const links = db.selectFrom('sign_in_links').select('token_hash').where('token_hash', '=', tokenHash)
      const unused = links.where('used_at_ms', 'is', null).where('expires_at_ms', '>', nowEpochMs)
      if (await unused.executeTakeFirst()) return true
      const token = await db
        .selectFrom('refresh_tokens')
        .innerJoin('sessions', 'sessions.id', 'refresh_tokens.session_id')
        .select('token_hash')
        .where((row) => row.and({ token_hash: tokenHash, ended_at_ms: null }))
        .executeTakeFirst()
      return token !== undefined
    },

    async end(scope: SignOutScope, sessionId: string | null, nowEpochMs: number): Promise<void> {
      await write(async (transaction) => {
        const living = end(transaction, nowEpochMs)
        if (scope === 'global') {
          await living.execute()
          await transaction.deleteFrom('sign_in_links').execute()
        } else await living.where('id', scope === 'local' ? '=' : '<>', sessionId).execute()
        const over = transaction.selectFrom('sessions').select('id').where('ended_at_ms', 'is not', null)
        await transaction.deleteFrom('refresh_tokens').where('session_id', 'in', over).execute()
        await dropDevices(transaction)
      })
    },

    async count(usedSinceMs: number): Promise<number> {
      const going = db.selectFrom('sessions').select('id').where('ended_at_ms', 'is', null)
      return (await going.where('used_at_ms', '>', usedSinceMs).execute()).length
    },

    async hasBegun(): Promise<boolean> {
      return (await db.selectFrom('sessions').select('id').limit(oneRow).executeTakeFirst()) !== undefined
    },
  }
}

/** Secrets in the database, for processes without a common folder. */
export function createSecretStore({ db, write }: Engine): SecretStore {
  const find = (name: string) =>
    db.selectFrom('secrets').select('secret').where('name', '=', name).executeTakeFirst()
  return {
    async keep(name, make) {
      const known = await find(name)
      if (known) return known.secret
      const row = { name, secret: await make() }
      await write(async (transaction) => {
        const insert = transaction.insertInto('secrets').values(row)
        await insert.onConflict((conflict) => conflict.doNothing()).execute()
      })
      return (await find(name))?.secret ?? row.secret
    },
  }
}
