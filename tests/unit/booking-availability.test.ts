import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  appointmentInterval,
  countClientsLeft,
  findFreeSeat,
  nearestTimes,
  occupiedInterval,
  openTimes,
  overlaps,
  peakOverlap,
  reseatAll,
  type Seated,
} from '../../booking/availability.ts'
import { earliestDate, type Shop, shop } from '../../booking/opening-hours.ts'
import { addDays, type Interval, wallTimeToEpochMs } from '../../booking/time.ts'
import { everyDay, shopWeek } from '../support/week.ts'

const date = '2026-12-03'
const nowEpochMs = wallTimeToEpochMs('2026-12-01', '12:00', shop.timeZone)

const withOpening = (opening: Partial<Shop['opening']>): Shop => ({
  ...shop,
  opening: { ...shop.opening, ...opening },
})
const at = (time: string, own = shop) =>
  occupiedInterval(appointmentInterval({ appointment_date: date, appointment_time: time }, own), own)
const open = (occupied: Interval[], own = shop, on = date) =>
  openTimes({ date: on, occupied, nowEpochMs, shop: own })

it('counts the clients who can still come for each fitter, no two at the same time', () => {
  const left = (occupied: Interval[], own = shop) =>
    countClientsLeft({ date, occupied, nowEpochMs, shop: own })
  expect(left([])).toBe(9)
  expect(left([at('09:30')])).toBe(7)
  expect(left([], withOpening({ bufferMinutes: 30 }))).toBe(6)
  const three = withOpening({ capacity: 3, offeredEveryMinutes: 60 })
  expect(left([], three)).toBe(27)
  expect(left([at('10:00'), at('10:00')], three)).toBe(25)
})

describe('the open times of a day', () => {
  it('are every half hour from 09:00 to 17:00 that overlaps no appointment', () => {
    const free = open([])
    expect([free.length, free.at(0), free.at(-1)]).toEqual([17, '09:00', '17:00'])
    expect(open([at('10:15')])).toEqual(free.filter((time) => time < '09:30' || time > '11:00'))
    // One may begin when another ends.
    expect(open([at('10:00')])).toEqual(free.filter((time) => time <= '09:00' || time >= '11:00'))
    const buffered = withOpening({ bufferMinutes: 45 })
    expect(open([at('10:00', buffered)], buffered)).toEqual(free.filter((time) => time >= '12:00'))
  })

  it('leave room for the whole appointment', () => {
    const day = { date, occupied: [at('10:00')], nowEpochMs, shop }
    expect(openTimes({ ...day, durationMinutes: 30 })).toContain('09:30')
    expect(openTimes({ ...day, durationMinutes: 120 })).not.toContain('09:00')
  })

  it('stay open until every fitter is taken', () => {
    const two = withOpening({ capacity: 2 })
    expect(open([at('10:00')], two)).toContain('10:00')
    expect(open([at('10:00'), at('10:30')], two)).not.toContain('10:00')
    expect(open([at('09:00'), at('11:00')], two)).toContain('10:00')
    // Clients who come when another leaves never overlap with them.
    expect(open([at('11:00'), at('10:00')], two)).toContain('10:30')
  })

  it('are none on past or closed days, past the owner’s last day, or on invalid dates', () => {
    expect(open([], shop, '2026-12-01')).toEqual([])
    expect(open([], withOpening({ dates: { [date]: [] } }))).toEqual([])
    expect(open([], withOpening({ latestDaysAhead: 1 }))).toEqual([])
    expect(open([], withOpening({ latestDaysAhead: 2 }))).not.toEqual([])
    expect(open([], withOpening({ latestDaysAhead: null }), '2029-12-03')).not.toEqual([])
    expect(open([], shop, '2026-12-02')).not.toEqual([])
    expect(open([], shop, '2026-02-30')).toEqual([])
  })

  it('leave out times that a clock change skips or repeats', () => {
    const early = withOpening({ week: everyDay(['00:30-03:30']) })
    expect(open([], early, '2027-03-14')).toEqual(['00:30', '01:00', '01:30', '03:00', '03:30'])
    expect(open([], early, '2027-11-07')).toEqual(['00:30', '02:00', '02:30', '03:00', '03:30'])
  })

  // Each Sunday, and the Saturday and Monday next to it.
  it.each([
    ['America/Chicago', '2027-03-14', '2027-11-07'],
    ['Pacific/Auckland', '2027-04-04', '2027-09-26'],
    ['Pacific/Honolulu', '2027-03-14', '2027-11-07'],
  ])('follow the weekday’s hours on both sides of the clock changes in %s', (timeZone, ...sundays) => {
    const ofWeek = { timeZone, opening: { ...shop.opening, week: shopWeek, offeredEveryMinutes: 60 } }
    const monday = ['09:00', '10:00', '11:00', '12:00', '13:00', '14:00', '15:00', '16:00', '17:00']
    for (const sunday of sundays) {
      expect(open([], ofWeek, addDays(sunday, -1))).toEqual(['10:00', '11:00', '12:00', '13:00', '14:00'])
      expect(open([], ofWeek, sunday)).toEqual([])
      expect(open([], ofWeek, addDays(sunday, 1))).toEqual(monday)
    }
  })
})

it('the first bookable date changes at midnight on each shop’s own clock', () => {
  const at = (instant: string, timeZone: string) => earliestDate(Date.parse(instant), { ...shop, timeZone })
  expect(at('2026-12-01T05:59Z', 'America/Chicago')).toBe('2026-12-01')
  expect(at('2026-12-01T05:59Z', 'Asia/Tokyo')).toBe('2026-12-02')
  expect(at('2026-12-01T06:00Z', 'Asia/Tokyo')).toBe('2026-12-02')
  expect(at('2026-12-01T06:00Z', 'America/Chicago')).toBe('2026-12-02')
  expect(at('2026-12-02T06:00Z', 'America/Chicago')).toBe('2026-12-03')
})

it('offers the nearest open times first, the earlier of two equally near', () => {
  const nearest = nearestTimes(['09:00', '10:00', '11:00', '12:00'], '10:30', 3)
  expect(nearest).toEqual(['10:00', '11:00', '09:00'])
})

describe('seats', () => {
  const seated = (id: string, seat: number, startEpochMs: number, endEpochMs: number): Seated => {
    return { id, seat, startEpochMs, endEpochMs }
  }

  it('start with the lowest', () => {
    const others = [seated('a', 0, 0, 60)]
    expect(findFreeSeat({ startEpochMs: 30, endEpochMs: 90 }, others, 2)).toBe(1)
    expect(findFreeSeat({ startEpochMs: 60, endEpochMs: 120 }, others, 2)).toBe(0)
    expect(findFreeSeat({ startEpochMs: 30, endEpochMs: 90 }, others, 1)).toBeNull()
  })

  it('are reassigned when no single fitter has enough time', () => {
    const others = [seated('a', 0, 0, 60), seated('b', 1, 90, 150)]
    const wanted = { startEpochMs: 50, endEpochMs: 110 }
    expect(findFreeSeat(wanted, others, 2)).toBeNull()
    expect(reseatAll(wanted, others, 2)).toEqual({ seat: 1, moves: [{ id: 'b', seat: 0 }] })
    // In any order of reading.
    const more = [seated('a', 0, 0, 10), seated('c', 0, 20, 30), seated('b', 1, 5, 15)]
    const plan = reseatAll({ startEpochMs: 12, endEpochMs: 22 }, more, 2)
    expect(plan).toEqual({ seat: 0, moves: [{ id: 'c', seat: 1 }] })
  })

  const interval = fc
    .tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 1, max: 12 }))
    .map(([startEpochMs, length]) => ({ startEpochMs, endEpochMs: startEpochMs + length }))
  const many = fc.array(interval, { maxLength: 20 })
  const capacity = fc.integer({ min: 1, max: 4 })

  function after(seats: readonly Seated[], wanted: Interval, id: string, capacity: number): Seated[] | null {
    const free = findFreeSeat(wanted, seats, capacity)
    const plan = free === null ? reseatAll(wanted, seats, capacity) : { seat: free, moves: [] }
    if (plan === null) return null
    const moved = new Map(plan.moves.map(({ id, seat }) => [id, seat]))
    const others = seats.map((appointment) => ({
      ...appointment,
      seat: moved.get(appointment.id) ?? appointment.seat,
    }))
    return [...others, { ...wanted, id, seat: plan.seat }]
  }

  function expectApart(all: readonly Seated[]) {
    for (const [index, appointment] of all.entries()) {
      const others = all.filter((other, at) => at > index && other.seat === appointment.seat)
      expect(others.some((other) => overlaps(other, appointment))).toBe(false)
    }
  }

  it('never hold two appointments at the same time, and reject only one too many', () => {
    fc.assert(
      fc.property(many, capacity, capacity, (wanted, before, now) => {
        let seats: Seated[] = []
        for (const [index, interval] of wanted.entries()) {
          // Some are from a time with more fitters.
          const fitters = index < wanted.length / 2 ? Math.max(before, now) : now
          const next = after(seats, interval, String(index), fitters)
          const isFull = peakOverlap(seats, interval) >= fitters
          if (next === null) expect(isFull).toBe(true)
          else expect(next.at(-1)?.seat).toBeLessThan(fitters)
          seats = next ?? seats
          expectApart(seats)
        }
      }),
    )
  })
})
