import type { Engine } from './engine.ts'

/** Who has the page open, so that several processes agree on it. */
export function visitorStore({ db, write }: Engine) {
  return {
    /** Notes that this visitor is here now and forgets those who have not been seen since. */
    async see(visitor: string, nowEpochMs: number, forgetBeforeMs: number): Promise<void> {
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

    async countSince(epochMs: number): Promise<number> {
      const { count } = await db
        .selectFrom('visitors')
        .select((column) => column.fn.countAll<number>().as('count'))
        .where('seen_at_ms', '>=', epochMs)
        .executeTakeFirstOrThrow()
      return Number(count)
    },
  }
}
