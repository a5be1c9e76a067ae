import type { Updateable } from 'kysely'
import type { Noted, NoteOutcome, NoteStore } from '../appointments/desk-ports.ts'
import type { Engine } from './engine.ts'
import { isKnown } from './known-client.ts'
import type { Tables } from './tables.ts'

export function noteStore({ write }: Engine): NoteStore {
  const change = (
    { id, expectedSequence }: Noted,
    columns: Updateable<Tables['appointments']>,
    begunByMs: number | null,
    standingNotes?: readonly string[],
  ) =>
    write(async (transaction): Promise<NoteOutcome> => {
      let query = transaction.updateTable('appointments').set(columns).where('id', '=', id).returning('id')
      if (expectedSequence !== undefined) query = query.where('sequence', '=', expectedSequence)
      if (standingNotes) query = query.where('note', 'in', standingNotes)
      query =
        begunByMs === null
          ? query.where(isKnown)
          : query.where('status', '=', 'confirmed').where('start_ms', '<=', begunByMs)
      if (await query.executeTakeFirst()) return 'noted'
      const standing = await transaction
        .selectFrom('appointments')
        .select(['sequence', 'status'])
        .where('id', '=', id)
        .executeTakeFirst()
      if (!standing) return 'unknown'
      const isChanged = expectedSequence !== undefined && standing.sequence !== expectedSequence
      return begunByMs === null || isChanged || standing.status === 'cancelled' ? 'stale' : 'not-begun'
    })

  return {
    setAttendance: (of, attendance, nowEpochMs) => change(of, { attendance }, nowEpochMs),
    setNote({ expectedNote, ...of }, note) {
      // One whose answer was lost may come again.
      const standing = expectedNote === undefined ? undefined : [expectedNote, note]
      return change(of, { note }, null, standing)
    },
  }
}
