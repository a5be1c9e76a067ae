import type { Opening } from '../../site/opening.ts'
import type { OpeningStore } from '../appointments/desk-ports.ts'
import { compiledOnce } from './compiled-once.ts'
import type { Engine } from './engine.ts'
import { setSeats } from './seats.ts'

const theRow = compiledOnce<null, { opening: string }>((db) =>
  db.selectFrom('opening_hours').select('opening'),
)

export function openingStore({ db, write }: Engine): OpeningStore {
  let last: { text: string; opening: Opening } | undefined
  return {
    async find() {
      const [row] = await theRow(db, null)
      if (!row) return null
      if (row.opening !== last?.text) last = { text: row.opening, opening: JSON.parse(row.opening) }
      return last.opening
    },

    change: (initial, change) =>
      write(async (transaction) => {
        // In this order, so that of two changes at once the second builds upon the first.
        const { opening: before } = await transaction
          .insertInto('opening_hours')
          .values({ id: 1, opening: JSON.stringify(initial) })
          .onConflict((conflict) => conflict.column('id').doUpdateSet({ id: 1 }))
          .returning('opening')
          .executeTakeFirstOrThrow()
        const after: Opening = change(JSON.parse(before))
        await transaction
          .updateTable('opening_hours')
          .set({ opening: JSON.stringify(after) })
          .where('id', '=', 1)
          .execute()
        await setSeats(transaction, after.capacity)
        return after
      }),
  }
}
