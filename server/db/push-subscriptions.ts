import { msPerDay } from '../../booking/time.ts'
import { compileQuery, oneRow } from './compiled-query.ts'
import type { Engine } from './engine.ts'
import type { Row } from './schema.ts'

/** The subscription of one browser, as the browser created it (RFC 8030, RFC 8291). */
export type PushSubscription = Omit<Row<'push_subscriptions'>, 'session_id'>

/** Each booking asks for it. */
const anyRow = compileQuery<null, unknown>((db) =>
  db.selectFrom('push_subscriptions').select('session_id').limit(oneRow),
)

export type PushStore = ReturnType<typeof createPushStore>

export function createPushStore({ db, write }: Engine) {
  const all = db.selectFrom('push_subscriptions')
  return {
    /** Replaces the session's subscription, and that of an earlier session in the same browser. */
    async subscribe(session_id: string, subscription: PushSubscription): Promise<void> {
      await write(async (transaction) => {
        const earlier = transaction.deleteFrom('push_subscriptions')
        await earlier.where((row) => row.or({ session_id, endpoint: subscription.endpoint })).execute()
        await transaction
          .insertInto('push_subscriptions')
          .values({ session_id, ...subscription })
          .execute()
      })
    },

    async end(session_id: string): Promise<void> {
      await write((transaction) =>
        transaction.deleteFrom('push_subscriptions').where('session_id', '=', session_id).execute(),
      )
    },

    async endpointOf(session_id: string): Promise<string | null> {
      const row = await all.select('endpoint').where('session_id', '=', session_id).executeTakeFirst()
      return row?.endpoint ?? null
    },

    async hasAny(): Promise<boolean> {
      return (await anyRow(db, null)).length > 0
    },

    /** The subscriptions of live sessions that this booking hasn't been sent to, with the sessions' addresses. */
    untold: (appointmentId: string, usedSinceMs: number) =>
      all
        .innerJoin('sessions', 'sessions.id', 'push_subscriptions.session_id')
        .leftJoin('push_deliveries as told', (join) =>
          join
            .onRef('told.session_id', '=', 'push_subscriptions.session_id')
            .on('told.appointment_id', '=', appointmentId),
        )
        .where('ended_at_ms', 'is', null)
        .where('used_at_ms', '>', usedSinceMs)
        .where('told.session_id', 'is', null)
        .selectAll('push_subscriptions')
        .select('sessions.email')
        .execute(),

    async noteTold(session_id: string, appointment_id: string, sent_at_ms: number): Promise<void> {
      await write(async (transaction) => {
        // No attempt comes that late.
        const old = transaction.deleteFrom('push_deliveries')
        await old.where('sent_at_ms', '<', sent_at_ms - msPerDay).execute()
        const row = { session_id, appointment_id, sent_at_ms }
        const insert = transaction.insertInto('push_deliveries').values(row)
        await insert.onConflict((conflict) => conflict.doNothing()).execute()
      })
    },
  }
}
