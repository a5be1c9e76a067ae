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

    async countSince(epochMs, nowEpochMs) {
      const { count } = await db
        .selectFrom('visitors')
        .select((column) => column.fn.countAll<number>().as('count'))
        // Whoever was seen later than now was seen by a clock that was ahead.
        .where((row) => row.between('seen_at_ms', epochMs, nowEpochMs))
        .executeTakeFirstOrThrow()
      return Number(count)
    },
  }
}
