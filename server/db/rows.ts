import { sql } from 'kysely'
import type { StoredAppointment, StoredBlockedTime } from '../../booking/appointment.ts'
import {
  findFreeSeat,
  peakOverlap,
  reseatAll,
  type Seated,
  type SeatPlan,
} from '../../booking/availability.ts'
import { type Interval, msPerDay } from '../../booking/time.ts'
import { compileQuery, runInBatches } from './compiled-query.ts'
import type { Db, Row } from './schema.ts'

export type AppointmentRow = Row<'appointments'>

/** The longest time that an appointment can occupy a fitter, by a constraint. It bounds searches for overlaps. */
export const longestOccupiedMs = msPerDay

/** A literal: the indexes cover only confirmed appointments, and SQLite wouldn't use them for a parameter. */
export const confirmed = sql.lit('confirmed' as const)

export function toAppointment(row: AppointmentRow): StoredAppointment {
  return {
    full_name: row.full_name,
    email: row.email,
    phone: row.phone,
    appointment_date: row.appointment_date,
    appointment_time: row.appointment_time,
    referral_source: row.referral_source,
    kind: row.kind,
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

export const getAppointments = (db: Db, ids: readonly string[]): Promise<AppointmentRow[]> =>
  runInBatches(ids, (some) => db.selectFrom('appointments').selectAll().where('id', 'in', some).execute())

const overlapping = compileQuery<Interval & { earliestStartMs: number }, AppointmentRow>((db, during) =>
  db
    .selectFrom('appointments')
    .selectAll()
    .where('status', '=', confirmed)
    .where('start_ms', '<', during.endEpochMs)
    .where('start_ms', '>', during.earliestStartMs)
    .where('occupied_until_ms', '>', during.startEpochMs),
)

export const getRowsDuring = (db: Db, { startEpochMs, endEpochMs }: Interval) =>
  overlapping(db, { startEpochMs, endEpochMs, earliestStartMs: startEpochMs - longestOccupiedMs })

export function toBlockedTime(row: Row<'blocked_times'>): StoredBlockedTime {
  const { id, from_wall_time, to_wall_time, start_ms, end_ms, reason, status, sequence } = row
  const wallTimes = { from: from_wall_time, to: to_wall_time }
  return { id, ...wallTimes, reason, startEpochMs: start_ms, endEpochMs: end_ms, status, sequence }
}

export const getBlockedTimes = (db: Db, ids: readonly string[]): Promise<Row<'blocked_times'>[]> =>
  runInBatches(ids, (some) => db.selectFrom('blocked_times').selectAll().where('id', 'in', some).execute())

async function groupAround(db: Db, wanted: Interval, except: ReadonlySet<string>): Promise<Seated[]> {
  let group: Seated[] = []
  let span = wanted
  for (;;) {
    const wider = (await getRowsDuring(db, span)).filter((row) => !except.has(row.id)).map(toSeated)
    if (wider.length === group.length) return group
    group = wider
    span = {
      startEpochMs: Math.min(span.startEpochMs, ...group.map((one) => one.startEpochMs)),
      endEpochMs: Math.max(span.endEpochMs, ...group.map((one) => one.endEpochMs)),
    }
  }
}

/** Null when it would be one too many. @param except - appointments that move also, and so take no seat */
export async function planSeat(
  db: Db,
  occupied: Interval,
  capacity: number,
  overlapping: readonly AppointmentRow[],
  except: ReadonlySet<string> = new Set(),
): Promise<SeatPlan | null> {
  const seated = overlapping.map(toSeated)
  // After the owner removed a fitter, the others take that fitter's appointments also.
  if (peakOverlap(seated, occupied) >= capacity) return null
  const seat = findFreeSeat(occupied, seated, capacity)
  if (seat !== null) return { seat, moves: [] }
  return capacity === 1 ? null : reseatAll(occupied, await groupAround(db, occupied, except), capacity)
}

/** Moves appointments to seats below zero, which no one has, so they can trade seats one by one. */
export async function vacateSeats(db: Db, ids: readonly string[]): Promise<void> {
  await db
    .updateTable('appointments')
    .set((column) => ({ seat: column(column.neg('seat'), '-', 1) }))
    .where('id', 'in', ids)
    .execute()
}

export async function changeSeats(db: Db, moves: SeatPlan['moves']): Promise<void> {
  if (moves.length === 0) return
  const ids = moves.map((move) => move.id)
  await vacateSeats(db, ids)
  for (const { id, seat } of moves) {
    await db.updateTable('appointments').set({ seat }).where('id', '=', id).execute()
  }
}

export async function setSeats(db: Db, count: number): Promise<void> {
  await sql`insert into seats (id, count) values (1, ${count})
    on conflict (id) do update set count = excluded.count where seats.count <> excluded.count`.execute(db)
}

export const toInterval = ({ start_ms, end_ms }: { start_ms: number; end_ms: number }): Interval => ({
  startEpochMs: start_ms,
  endEpochMs: end_ms,
})

export function busyDuring(db: Db, { startEpochMs, endEpochMs }: Interval) {
  return db
    .selectFrom('busy_times')
    .select(['start_ms', 'end_ms'])
    .where('start_ms', '<', endEpochMs)
    .where('end_ms', '>', startEpochMs)
}

export function getBlockedTimesDuring(db: Db, { startEpochMs, endEpochMs }: Interval) {
  return db
    .selectFrom('blocked_times')
    .where('status', '=', confirmed)
    .where('start_ms', '<', endEpochMs)
    .where('end_ms', '>', startEpochMs)
}

const blockedDuring = compileQuery<Interval, unknown>((db, interval) =>
  busyDuring(db, interval).unionAll(getBlockedTimesDuring(db, interval).select(['start_ms', 'end_ms'])),
)

export async function isBlocked(db: Db, interval: Interval): Promise<boolean> {
  return (await blockedDuring(db, interval)).length > 0
}

/** The condition of an appointment whose client isn't anonymized, as its index has it. */
export const isKnown = sql<boolean>`anonymized_at_ms is null`
