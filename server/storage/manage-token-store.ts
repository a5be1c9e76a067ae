import type { ManageTokenStore } from '../appointments/ports.ts'
import type { Engine } from './engine.ts'

export function manageTokenStore({ db, write }: Engine): ManageTokenStore {
  return {
    async add(tokenHash, appointmentId, nowEpochMs) {
      const row = { token_hash: tokenHash, appointment_id: appointmentId, created_at_ms: nowEpochMs }
      await write((transaction) => transaction.insertInto('visit_tokens').values(row).execute())
    },

    async findAppointmentId(tokenHash) {
      const row = await db
        .selectFrom('visit_tokens')
        .select('appointment_id')
        .where('token_hash', '=', tokenHash)
        .executeTakeFirst()
      return row?.appointment_id ?? null
    },
  }
}
