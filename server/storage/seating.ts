import { sql } from 'kysely'
import { freeSeat, peakOverlap, reseat, type Seated, type SeatPlan } from '../../booking/availability.ts'
import type { Interval } from '../../booking/time.ts'
import { type AppointmentRow, rowsDuring, toSeated } from './appointment-row.ts'
import type { Db } from './tables.ts'

/** Everything that overlaps the wanted time, whatever overlaps that, and so on until nothing more does. */
async function groupAround(db: Db, wanted: Interval, except: ReadonlySet<string>): Promise<Seated[]> {
  let group: Seated[] = []
  let span = wanted
  for (;;) {
    const wider = (await rowsDuring(db, span)).filter((row) => !except.has(row.id)).map(toSeated)
    if (wider.length === group.length) return group
    group = wider
    span = {
      startEpochMs: Math.min(span.startEpochMs, ...group.map((one) => one.startEpochMs)),
      endEpochMs: Math.max(span.endEpochMs, ...group.map((one) => one.endEpochMs)),
    }
  }
}

/**
 * Where the wanted time can go among what overlaps it, or null when it would be one too many.
 * @param except - appointments that are being moved, which do not stand in the way
 */
export async function planSeat(
  db: Db,
  occupied: Interval,
  capacity: number,
  overlapping: readonly AppointmentRow[],
  except: ReadonlySet<string> = new Set(),
): Promise<SeatPlan | null> {
  const seated = overlapping.map(toSeated)
  // Whom a fitter has who is no longer there, one of the others has to receive, whose own time looks free.
  if (peakOverlap(seated, occupied) >= capacity) return null
  const seat = freeSeat(occupied, seated, capacity)
  if (seat !== null) return { seat, moves: [] }
  // With one fitter there is nobody to change seats with.
  return capacity === 1 ? null : reseat(occupied, await groupAround(db, occupied, except), capacity)
}

/** Below zero nobody else sits, so that appointments can swap seats one after the other. */
export async function standAside(db: Db, ids: readonly string[]): Promise<void> {
  await db
    .updateTable('appointments')
    .set((column) => ({ seat: column(column.neg('seat'), '-', 1) }))
    .where('id', 'in', ids)
    .execute()
}

export async function changeSeats(db: Db, moves: SeatPlan['moves']): Promise<void> {
  if (moves.length === 0) return
  const ids = moves.map((move) => move.id)
  await standAside(db, ids)
  for (const { id, seat } of moves) {
    await db.updateTable('appointments').set({ seat }).where('id', '=', id).execute()
  }
}

/** Tells the database how many appointments may overlap; its own guard reads it. */
export async function setSeats(db: Db, count: number): Promise<void> {
  await sql`insert into seats (id, count) values (1, ${count})
    on conflict (id) do update set count = excluded.count where seats.count <> excluded.count`.execute(db)
}
