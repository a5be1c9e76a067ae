import { sql } from 'kysely'
import {
  type Actor,
  fieldNames,
  pickFields,
  type StoredAppointment,
  type StoredBlockedTime,
} from '../../booking/appointment.ts'
import {
  closedPlaces,
  findFreeSeat,
  type Places,
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
    ...pickFields(fieldNames, row),
    kind: row.kind,
    id: row.id,
    created_at: new Date(row.created_at_ms).toISOString(),
    startEpochMs: row.start_ms,
    endEpochMs: row.end_ms,
    status: row.status,
    sequence: row.sequence,
    ...(row.confirmed_at_ms !== null && { confirmedAtMs: row.confirmed_at_ms }),
  }
}

export function toSeated(row: AppointmentRow): Seated {
  return { id: row.id, seat: row.seat, startEpochMs: row.start_ms, endEpochMs: row.occupied_until_ms }
}

export const getAppointments = (db: Db, ids: readonly string[]): Promise<AppointmentRow[]> =>
  runInBatches(ids, (batch) => db.selectFrom('appointments').selectAll().where('id', 'in', batch).execute())

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
  const { id, from_wall_time, to_wall_time, start_ms, end_ms, reason, places, status, sequence } = row
  const wallTimes = { from: from_wall_time, to: to_wall_time }
  const times = { ...wallTimes, startEpochMs: start_ms, endEpochMs: end_ms }
  return { id, ...times, reason, ...(places !== null && { places }), status, sequence }
}

export const getBlockedTimes = (db: Db, ids: readonly string[]): Promise<Row<'blocked_times'>[]> =>
  runInBatches(ids, (batch) => db.selectFrom('blocked_times').selectAll().where('id', 'in', batch).execute())

async function groupAround(db: Db, wanted: Interval, except: ReadonlySet<string>): Promise<Seated[]> {
  let group: Seated[] = []
  let span = wanted
  for (;;) {
    const wider = (await getRowsDuring(db, span)).filter((row) => !except.has(row.id)).map(toSeated)
    if (wider.length === group.length) return group
    group = wider
    span = {
      startEpochMs: Math.min(span.startEpochMs, ...group.map((time) => time.startEpochMs)),
      endEpochMs: Math.max(span.endEpochMs, ...group.map((time) => time.endEpochMs)),
    }
  }
}

export interface Place extends Places {
  consultation: Interval
  /** The consultation and the buffer after it. */
  occupied: Interval
}

export interface Asker {
  by: Actor
  /** The owner wants one more client than there are fitters. */
  overbook?: boolean
}

/** The owner's own events have this in place of a number of places. */
const busyMark = -1

const closedDuring = compileQuery<Interval, { start_ms: number; end_ms: number; places: number | null }>(
  (db, interval) =>
    getBusyDuring(db, interval)
      .select(sql<number | null>`${sql.lit(busyMark)}`.as('places'))
      .unionAll(getBlockedTimesDuring(db, interval).select(['start_ms', 'end_ms', 'places'])),
)

/** One interval for each place that no client can book. Closed times apply only to clients. */
async function closedFor({ by }: Asker, db: Db, { occupied, ...places }: Place): Promise<Interval[]> {
  if (by !== 'client') return []
  const all = (await closedDuring(db, occupied)).map((row) => ({ ...toInterval(row), places: row.places }))
  const isBusy = ({ places }: { places: number | null }) => places === busyMark
  return closedPlaces(
    all.filter((time) => !isBusy(time)),
    all.filter(isBusy),
    places,
  )
}

/**
 * null if it would be one too many. One that the owner wants anyway gets a seat beyond the fitters', so the database
 * never mistakes it for a client's.
 * @param except - appointments that also move, and so take no seat
 */
export async function planSeat(
  db: Db,
  request: Place & Asker,
  overlapping: readonly AppointmentRow[],
  except: ReadonlySet<string> = new Set(),
): Promise<SeatPlan | null> {
  const { occupied, capacity, overbook } = request
  const seated = overlapping.map(toSeated)
  const beyond = () =>
    overbook ? { seat: findFreeSeat(occupied, seated, capacity + seated.length + 1) ?? 0, moves: [] } : null
  // After the owner removes a fitter, the others also take that fitter's appointments.
  if (peakOverlap([...seated, ...(await closedFor(request, db, request))], occupied) >= capacity)
    return beyond()
  const seat = findFreeSeat(occupied, seated, capacity)
  if (seat !== null) return { seat, moves: [] }
  const plan = capacity > 1 ? reseatAll(occupied, await groupAround(db, occupied, except), capacity) : null
  return plan ?? beyond()
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

export function getBusyDuring(db: Db, { startEpochMs, endEpochMs }: Interval) {
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

/** The condition for an appointment whose client isn't anonymized, exactly as in its index. */
export const isKnown = sql<boolean>`anonymized_at_ms is null`
