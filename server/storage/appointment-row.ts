import { sql } from 'kysely'
import type { StoredAppointment } from '../../booking/appointment.ts'
import type { Seated } from '../../booking/availability.ts'
import { type Interval, msPerDay } from '../../booking/time.ts'
import { compiledOnce } from './compiled-once.ts'
import { forAll } from './for-all.ts'
import { forgottenEmail } from './known-client.ts'
import type { Db, Row } from './tables.ts'

export type AppointmentRow = Row<'appointments'>

/** No appointment occupies a fitter longer (a constraint says so); it bounds the search for what overlaps. */
export const longestOccupiedMs = msPerDay

/**
 * The status in a condition, written out: the indexes hold confirmed appointments only, and with a parameter in its
 * place SQLite would have to plan the query anew each time to know whether it may use them.
 */
export const confirmed = sql.lit('confirmed' as const)

/** The ways to a client; none to one who is forgotten, whose row holds what keeps it apart from others. */
export const waysTo = ({ id, email, phone }: Pick<AppointmentRow, 'id' | 'email' | 'phone'>) =>
  email === forgottenEmail(id) ? { email: '', phone: '' } : { email, phone }

export function toAppointment(row: AppointmentRow): StoredAppointment {
  return {
    full_name: row.full_name,
    ...waysTo(row),
    appointment_date: row.appointment_date,
    appointment_time: row.appointment_time,
    referral_source: row.referral_source,
    id: row.id,
    created_at: new Date(row.created_at_ms).toISOString(),
    startEpochMs: row.start_ms,
    endEpochMs: row.end_ms,
    status: row.status,
    sequence: row.sequence,
  }
}

export function toSeated(row: AppointmentRow): Seated {
  return { id: row.id, seat: row.seat, startEpochMs: row.start_ms, endEpochMs: row.occupied_until_ms }
}

export const appointmentsOf = (db: Db, ids: readonly string[]): Promise<AppointmentRow[]> =>
  forAll(ids, (some) => db.selectFrom('appointments').selectAll().where('id', 'in', some).execute())

const overlapping = compiledOnce<Interval & { earliestStartMs: number }, AppointmentRow>((db, during) =>
  db
    .selectFrom('appointments')
    .selectAll()
    .where('status', '=', confirmed)
    .where('start_ms', '<', during.endEpochMs)
    .where('start_ms', '>', during.earliestStartMs)
    .where('occupied_until_ms', '>', during.startEpochMs),
)

/** The confirmed appointments that occupy a fitter at some moment of the interval. */
export const rowsDuring = (db: Db, { startEpochMs, endEpochMs }: Interval) =>
  overlapping(db, { startEpochMs, endEpochMs, earliestStartMs: startEpochMs - longestOccupiedMs })
