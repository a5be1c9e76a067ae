import type { VisitorStore } from '../appointments/ports.ts'
import type { Engine } from './engine.ts'

export function visitorStore({ db, write }: Engine): VisitorStore {
  return {
    async see(visitor, nowEpochMs, forgetBeforeMs) {
      const seen = { seen_at_ms: nowEpochMs }
      await write(async (transaction) => {
        await transaction
          .insertInto('visitors')
          .values({ id: visitor, ...seen })
          .onConflict((conflict) => conflict.column('id').doUpdateSet(seen))
          .execute()
        await transaction.deleteFrom('visitors').where('seen_at_ms', '<', forgetBeforeMs).execute()
      })
    },

    async countSince(epochMs) {
      const { count } = await db
        .selectFrom('visitors')
        .select((column) => column.fn.countAll<number>().as('count'))
        .where('seen_at_ms', '>=', epochMs)
        .executeTakeFirstOrThrow()
      return Number(count)
    },
  }
}
