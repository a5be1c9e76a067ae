import { type Interval, overlaps } from './interval.ts'

/** An appointment that holds a seat (one fitter's time) while it lasts, buffer included. */
export interface Seated extends Interval {
  id: string
  /** From 0 to the shop's capacity, exclusive. */
  seat: number
}

/** Where a new appointment goes, and who changes seats for it. */
export interface SeatPlan {
  seat: number
  moves: { id: string; seat: number }[]
}

/** The lowest seat that is free for the whole of the wanted time, or null. */
export function freeSeat(
  wanted: Interval,
  seated: readonly Omit<Seated, 'id'>[],
  capacity: number,
): number | null {
  const taken = new Set(seated.filter((other) => overlaps(other, wanted)).map((other) => other.seat))
  for (let seat = 0; seat < capacity; seat++) if (!taken.has(seat)) return seat
  return null
}

/**
 * A new distribution of seats that makes room for the wanted time, or null when there is none.
 *
 * Appointments of different length can leave each fitter a gap too short, although together they have the time.
 * Seating all of them anew in the order of their starts never needs more seats than overlap at one moment.
 *
 * @param group - everything that overlaps the wanted time, whatever overlaps that, and so on
 */
export function reseat(wanted: Interval, group: readonly Seated[], capacity: number): SeatPlan | null {
  const newcomer = { ...wanted, id: null, seat: null }
  // Whoever sits beyond them has a fitter of the days when there were more, and stands in nobody's way.
  const within = group.filter(({ seat }) => seat < capacity)
  const inOrder = [...within, newcomer].sort((a, b) => a.startEpochMs - b.startEpochMs)
  const placed: Omit<Seated, 'id'>[] = []
  const plan: SeatPlan = { seat: 0, moves: [] }
  for (const appointment of inOrder) {
    const seat = freeSeat(appointment, placed, capacity)
    if (seat === null) return null
    placed.push({ ...appointment, seat })
    if (appointment.id === null) plan.seat = seat
    else if (appointment.seat !== seat) plan.moves.push({ id: appointment.id, seat })
  }
  return plan
}
