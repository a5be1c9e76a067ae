import type { DeskAppointment, Telling, TellingWay } from '../../booking/owner-api.ts'
import { runInBatches } from './compiled-query.ts'
import type { Engine } from './engine.ts'
import { instant, type JobRow } from './job-views.ts'
import { addJobs } from './jobs.ts'
import { type AppointmentRow, getAppointments } from './rows.ts'
import type { Db, Row } from './schema.ts'

type TellingRow = Row<'tellings'>

export interface TellRequest {
  /** Each as the owner saw it. */
  together: readonly { id: string; expectedSequence: number }[]
  what: Telling
  way: TellingWay
  message: string
  /** How late the shop is running; null unless it is. */
  minutes: number | null
  nowEpochMs: number
}

/** A suit stays ready when the appointment moves. Running late is about one time. */
const toldUnder = (what: Telling, sequence: number) => (what === 'ready' ? 0 : sequence)

const canBeTold = (row: AppointmentRow, { way, nowEpochMs }: TellRequest) =>
  row.status === 'confirmed' && row.start_ms > nowEpochMs && (way === 'email' ? row.email : row.phone) !== ''

export const getTellings = (db: Db, ids: readonly string[]): Promise<TellingRow[]> =>
  runInBatches(ids, (batch) =>
    db.selectFrom('tellings').selectAll().where('appointment_id', 'in', batch).execute(),
  )

/**
 * The messages that the client got or is about to get.
 * @param jobs - of that appointment, like the tellings
 */
export function listTold(
  { sequence }: Pick<AppointmentRow, 'sequence'>,
  tellings: readonly TellingRow[],
  jobs: readonly JobRow[],
): DeskAppointment['told'] {
  return tellings
    .filter((telling) => telling.sequence === toldUnder(telling.what, sequence))
    .flatMap(({ what, way, told_at_ms }): DeskAppointment['told'] => {
      if (way === 'text') return [{ what, way, at: instant(told_at_ms) }]
      const ofState = jobs.filter((job) => what === 'ready' || job.sequence === sequence)
      const job = ofState.find(({ kind }) => kind === `client-${what}`)
      const isTold = job?.status === 'pending' || job?.outcome === 'delivered'
      return isTold ? [{ what, way, at: instant(job.finished_at_ms ?? told_at_ms) }] : []
    })
    .sort((a, b) => a.at.localeCompare(b.at))
}

export type TellingStore = ReturnType<typeof createTellingStore>

export function createTellingStore({ db, write }: Engine) {
  return {
    /**
     * Runs in one transaction: no client gets a message twice, not even from two desks.
     * @returns the ids of the clients who get it now
     */
    tell: (request: TellRequest): Promise<string[]> =>
      write(async (transaction) => {
        const { together, what, way, message, minutes, nowEpochMs } = request
        const sequenceOf = new Map(together.map(({ id, expectedSequence }) => [id, expectedSequence]))
        const rows = await getAppointments(transaction, [...sequenceOf.keys()])
        const told: string[] = []
        // All processes insert in this order, so no two wait for each other.
        for (const row of rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
          if (row.sequence !== sequenceOf.get(row.id) || !canBeTold(row, request)) continue
          const telling = { appointment_id: row.id, what, way, message, minutes, told_at_ms: nowEpochMs }
          const isNew = await transaction
            .insertInto('tellings')
            .values({ ...telling, sequence: toldUnder(what, row.sequence) })
            .onConflict((conflict) => conflict.doNothing())
            .returning('appointment_id')
            .executeTakeFirst()
          if (!isNew) continue
          const job = { kind: `client-${what}`, dueAtMs: nowEpochMs } as const
          if (way === 'email') await addJobs(transaction, { appointment_id: row.id }, row.sequence, [job])
          told.push(row.id)
        }
        return told
      }),

    async findEmailed({ id, sequence }: Pick<AppointmentRow, 'id' | 'sequence'>, what: Telling) {
      const row = await db
        .selectFrom('tellings')
        .select(['message', 'minutes'])
        .where((row) =>
          row.and({ appointment_id: id, what, way: 'email', sequence: toldUnder(what, sequence) }),
        )
        .executeTakeFirst()
      return row ?? null
    },
  }
}
