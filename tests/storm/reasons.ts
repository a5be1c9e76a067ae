import { peakOverlap } from '../../booking/availability.ts'
import { weekStarts } from '../../booking/opening-hours.ts'
import type { Interval } from '../../booking/time.ts'
import type { Opening } from '../../demo/types.ts'
import type { StormDatabase } from './database.ts'
import { sleep } from './mood.ts'
import type { PlannedBooking } from './plan.ts'

/** Why a client cannot have a time, as the database shows it at the moment; null for no reason. */
export type Reason = 'taken' | 'hours' | null

const lookAgainMs = 100

export function createReasons({ query }: StormDatabase, capacity: number) {
  let turn: Promise<unknown> = Promise.resolve()

  async function look({ fields, interval }: PlannedBooking): Promise<Reason> {
    const [row] = await query('select opening from opening_hours')
    const opening: Opening | null = row ? JSON.parse(String(row.opening)) : null
    if (opening && fields.appointment_time > weekStarts(opening)[1]) return 'hours'
    const during = `< ${interval.endEpochMs} and`
    const after = `> ${interval.startEpochMs}`
    const rows = await query(`
      select start_ms, occupied_until_ms as end_ms, 1 as seats from appointments
        where status = 'confirmed' and start_ms ${during} occupied_until_ms ${after}
      union all select start_ms, end_ms, ${capacity} from blocked_times
        where status = 'confirmed' and start_ms ${during} end_ms ${after}
      union all select start_ms, end_ms, ${capacity} from busy_times where start_ms ${during} end_ms ${after}`)
    const seats = rows.flatMap(({ start_ms, end_ms, seats }): Interval[] =>
      Array(Number(seats)).fill({ startEpochMs: Number(start_ms), endEpochMs: Number(end_ms) }),
    )
    return peakOverlap(seats, interval) >= capacity ? 'taken' : null
  }

  async function lookUntilSeen(planned: PlannedBooking): Promise<Reason> {
    for (;;) {
      try {
        return await look(planned)
      } catch {
        // The database is down; it comes back.
        await sleep(lookAgainMs)
      }
    }
  }

  /** One look after the other: each has a connection of its own. */
  return (planned: PlannedBooking): Promise<Reason> => {
    const looked = turn.then(() => lookUntilSeen(planned))
    turn = looked
    return looked
  }
}
