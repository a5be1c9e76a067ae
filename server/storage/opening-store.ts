import { sql } from 'kysely'
import { msPerMinute } from '../../booking/time.ts'
import type { Opening } from '../../demo/types.ts'
import type { OpeningStore } from '../appointments/desk-ports.ts'
import { confirmed, longestOccupiedMs } from './appointment-row.ts'
import { compiledOnce } from './compiled-once.ts'
import type { Engine } from './engine.ts'
import { setSeats } from './seating.ts'
import type { Db } from './tables.ts'

const theRow = compiledOnce<null, { opening: string }>((db) =>
  db.selectFrom('opening_hours').select('opening'),
)

/** As it was written below. */
const openingOf = (text: string): Opening => JSON.parse(text)

/** @param initial - the seats as demo/ says, unless the owner has set the opening hours at the desk */
export async function setInitialSeats(db: Db, initial: number): Promise<void> {
  const [row] = await theRow(db, null)
  await setSeats(db, row ? openingOf(row.opening).capacity : initial)
}

/** Only where the constraints let it: whoever is booked within the rest already stays. */
async function setRest(db: Db, restMs: number, nowEpochMs: number): Promise<void> {
  const until = sql<number>`appointments.end_ms + ${sql.lit(restMs)}`
  await db
    .updateTable('appointments')
    .set({ occupied_until_ms: until })
    .where('status', '=', confirmed)
    .where('start_ms', '>', nowEpochMs)
    .where('occupied_until_ms', '<>', until)
    .where(sql`${until} - start_ms`, '<=', longestOccupiedMs)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('appointments as next')
            .select('next.id')
            .where('next.status', '=', confirmed)
            .whereRef('next.seat', '=', 'appointments.seat')
            .whereRef('next.start_ms', '>=', 'appointments.end_ms')
            .where('next.start_ms', '<', until),
        ),
      ),
    )
    .execute()
}

export function openingStore({ db, write }: Engine): OpeningStore {
  let last: { text: string; opening: Opening } | undefined
  return {
    async find() {
      const [row] = await theRow(db, null)
      if (!row) return null
      if (row.opening !== last?.text) last = { text: row.opening, opening: openingOf(row.opening) }
      return last.opening
    },

    change: (initial, change, nowEpochMs) =>
      write(async (transaction) => {
        // In this order, so that of two changes at once the second builds upon the first.
        const { opening: before } = await transaction
          .insertInto('opening_hours')
          .values({ id: 1, opening: JSON.stringify(initial) })
          .onConflict((conflict) => conflict.column('id').doUpdateSet({ id: 1 }))
          .returning('opening')
          .executeTakeFirstOrThrow()
        const after = change(openingOf(before))
        await transaction
          .updateTable('opening_hours')
          .set({ opening: JSON.stringify(after) })
          .where('id', '=', 1)
          .execute()
        await setSeats(transaction, after.capacity)
        await setRest(transaction, after.bufferMinutes * msPerMinute, nowEpochMs)
        return after
      }),
  }
}
