import { msPerDay } from '../../booking/time.ts'
import type { Session, SessionStore } from '../sessions/session-store.ts'
import type { Engine } from './engine.ts'
import { oneRow } from './one-row.ts'
import type { Db, Row } from './tables.ts'

const toSession = (row: Row<'sessions'>): Session => ({
  id: row.id,
  email: row.email,
  createdAtMs: row.created_at_ms,
})

/** The session, if it has not ended and was used after that moment. */
async function living(db: Db, id: string, usedSinceMs = 0): Promise<Session | null> {
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

export function sessionStore({ db, write }: Engine): SessionStore {
  return {
    noteMail: (email, most, sinceMs, nowEpochMs) =>
      write(async (transaction) => {
        for (let place = 0; place < most; place++) {
          const taken = await transaction
            .insertInto('sign_in_mails')
            .values({ email, place, sent_at_ms: nowEpochMs })
            .onConflict((conflict) =>
              conflict
                .columns(['email', 'place'])
                .doUpdateSet({ sent_at_ms: nowEpochMs })
                .where((row) =>
                  row.or([
                    row('sign_in_mails.sent_at_ms', '<=', sinceMs),
                    // One from a time that is still to come was sent by a clock that was ahead.
                    row('sign_in_mails.sent_at_ms', '>', nowEpochMs),
                  ]),
                ),
            )
            .returning('place')
            .executeTakeFirst()
          if (taken) return true
        }
        return false
      }),

    async addLink(tokenHash, email, expiresAtMs, nowEpochMs) {
      await write(async (transaction) => {
        await transaction
          .deleteFrom('sign_in_links')
          .where('expires_at_ms', '<', nowEpochMs - msPerDay)
          .execute()
        const row = { token_hash: tokenHash, email, created_at_ms: nowEpochMs, expires_at_ms: expiresAtMs }
        await transaction.insertInto('sign_in_links').values(row).execute()
      })
    },

    begin: (linkHash, sessionId, refreshHash, nowEpochMs) =>
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

    refresh: (tokenHash, nextHash, { graceSinceMs, usedSinceMs }, nowEpochMs) =>
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
        if ((token.used_at_ms ?? 0) < graceSinceMs) {
          await end(transaction, nowEpochMs).where('id', '=', session.id).execute()
          return { status: 'reused' }
        }
        const next = { token_hash: nextHash, session_id: session.id }
        await transaction.insertInto('refresh_tokens').values(next).execute()
        await transaction
          .updateTable('sessions')
          .set({ used_at_ms: nowEpochMs })
          .where('id', '=', session.id)
          .execute()
        return { status: 'refreshed', session }
      }),

    find: (sessionId) => living(db, sessionId),

    async end(scope, sessionId, nowEpochMs) {
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

    async hasBegun() {
      return (await db.selectFrom('sessions').select('id').limit(oneRow).executeTakeFirst()) !== undefined
    },
  }
}
