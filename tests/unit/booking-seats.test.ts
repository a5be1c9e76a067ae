import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { freeSeat, overlaps, peakOverlap, reseat, type Seated } from '../../booking/availability.ts'
import type { Interval } from '../../booking/time.ts'

const seated = (id: string, seat: number, startEpochMs: number, endEpochMs: number): Seated => ({
  id,
  seat,
  startEpochMs,
  endEpochMs,
})

/** Takes the wanted times in their order, as a shop would, and says who got a seat. */
function seatAll(wanted: readonly Interval[], capacity: number): { seats: Seated[]; refused: Interval[] } {
  let seats: Seated[] = []
  const refused: Interval[] = []
  for (const [index, interval] of wanted.entries()) {
    const seat = freeSeat(interval, seats, capacity)
    const plan = seat === null ? reseat(interval, seats, capacity) : { seat, moves: [] }
    if (plan === null) {
      refused.push(interval)
      continue
    }
    const moved = new Map(plan.moves.map((move) => [move.id, move.seat]))
    seats = seats.map((one) => ({ ...one, seat: moved.get(one.id) ?? one.seat }))
    seats.push({ ...interval, id: String(index), seat: plan.seat })
  }
  return { seats, refused }
}

const interval = fc
  .tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 1, max: 12 }))
  .map(([startEpochMs, length]) => ({ startEpochMs, endEpochMs: startEpochMs + length }))

describe('seats', () => {
  it('are given from the lowest on', () => {
    const others = [seated('a', 0, 0, 60)]
    expect(freeSeat({ startEpochMs: 30, endEpochMs: 90 }, others, 2)).toBe(1)
    expect(freeSeat({ startEpochMs: 60, endEpochMs: 120 }, others, 2)).toBe(0)
    expect(freeSeat({ startEpochMs: 30, endEpochMs: 90 }, others, 1)).toBeNull()
  })

  it('are changed when each fitter’s gap is too short, but together they have the time', () => {
    const others = [seated('a', 0, 0, 60), seated('b', 1, 90, 150)]
    const wanted = { startEpochMs: 50, endEpochMs: 110 }
    expect(freeSeat(wanted, others, 2)).toBeNull()
    expect(reseat(wanted, others, 2)).toEqual({ seat: 1, moves: [{ id: 'b', seat: 0 }] })
    // In any order in which the appointments are read.
    const more = [seated('a', 0, 0, 10), seated('c', 0, 20, 30), seated('b', 1, 5, 15)]
    const plan = reseat({ startEpochMs: 12, endEpochMs: 22 }, more, 2)
    expect(plan).toEqual({ seat: 0, moves: [{ id: 'c', seat: 1 }] })
  })

  const expectApart = (all: readonly Seated[]) => {
    for (const [index, one] of all.entries()) {
      const others = all.filter((other, at) => at > index && other.seat === one.seat)
      expect(others.some((other) => overlaps(other, one))).toBe(false)
    }
  }
  const many = fc.array(interval, { maxLength: 20 })
  const capacity = fc.integer({ min: 1, max: 4 })

  it('never hold two appointments at the same time, and reject only what would be one too many', () => {
    fc.assert(
      fc.property(many, capacity, (wanted, capacity) => {
        const { seats, refused } = seatAll(wanted, capacity)
        expectApart(seats)
        for (const one of seats) expect(one.seat).toBeLessThan(capacity)
        for (const one of refused) expect(peakOverlap(seats, one)).toBe(capacity)
      }),
    )
  })

  it('are found wherever they are enough, also where there were more of them before', () => {
    fc.assert(
      fc.property(many, interval, capacity, capacity, (earlier, wanted, one, other) => {
        const fewer = Math.min(one, other)
        const { seats } = seatAll(earlier, Math.max(one, other))
        fc.pre(peakOverlap(seats, wanted) < fewer)
        const plan = reseat(wanted, seats, fewer)
        expect(plan?.seat).toBeLessThan(fewer)
        const seatOf = new Map(plan?.moves.map(({ id, seat }) => [id, seat]))
        const after = seats.map((seated) => ({ ...seated, seat: seatOf.get(seated.id) ?? seated.seat }))
        expectApart([...after, { ...wanted, id: '', seat: plan?.seat ?? -1 }])
      }),
    )
  })
})
