import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  appointmentInterval,
  clientsLeft,
  isFree,
  nearestTimes,
  occupiedInterval,
  openTimes,
  peakOverlap,
} from '../../booking/availability.ts'
import { earliestDate, type Shop, shop } from '../../booking/opening-hours.ts'
import { addDays, type Interval, timeOfMinutes, wallTimeToEpochMs } from '../../booking/time.ts'
import { everyDay, shopWeek } from '../support/week.ts'

const date = '2026-12-03'
const nowEpochMs = wallTimeToEpochMs('2026-12-01', '12:00', shop.timeZone)

const withOpening = (opening: Partial<Shop['opening']>): Shop => ({
  ...shop,
  opening: { ...shop.opening, ...opening },
})
const at = (time: string, of = shop) =>
  occupiedInterval(appointmentInterval({ appointment_date: date, appointment_time: time }, of), of)
const open = (occupied: Interval[], of = shop, on = date) =>
  openTimes({ date: on, occupied, nowEpochMs, shop: of })

describe('how many clients can still come', () => {
  const left = (occupied: Interval[], of = shop) => clientsLeft({ date, occupied, nowEpochMs, shop: of })

  it('counts no two who would take the same fitter at the same time', () => {
    expect(left([])).toBe(9)
    expect(left([at('09:30')])).toBe(7)
    expect(left([], withOpening({ bufferMinutes: 30 }))).toBe(6)
  })

  it('counts every fitter', () => {
    const three = withOpening({ capacity: 3, offeredEveryMinutes: 60 })
    expect(left([], three)).toBe(27)
    expect(left([at('10:00'), at('10:00')], three)).toBe(25)
  })
})

describe('the open times of a day', () => {
  it('are every half hour from 09:00 to 17:00 when nobody has booked', () => {
    const times = open([])
    expect(times).toHaveLength(17)
    expect(times.at(0)).toBe('09:00')
    expect(times.at(-1)).toBe('17:00')
  })

  it('leave out all that would overlap an appointment, and nothing else', () => {
    const free = open([])
    expect(open([at('10:15')])).toEqual(free.filter((time) => time < '09:30' || time > '11:00'))
    // One may begin where another ends.
    expect(open([at('10:00')])).toEqual(free.filter((time) => time <= '09:00' || time >= '11:00'))
    const buffered = withOpening({ bufferMinutes: 45 })
    const occupied = [at('10:00', buffered)]
    expect(open(occupied, buffered)).toEqual(free.filter((time) => time >= '12:00'))
  })

  it('stay open until every fitter is taken', () => {
    const two = withOpening({ capacity: 2 })
    expect(open([at('10:00')], two)).toContain('10:00')
    expect(open([at('10:00'), at('10:30')], two)).not.toContain('10:00')
    expect(open([at('09:00'), at('11:00')], two)).toContain('10:00')
    // Whoever comes when another leaves is never there with them.
    expect(open([at('11:00'), at('10:00')], two)).toContain('10:30')
  })

  it('are none today, on closed days, past the owner’s last day, and on no day at all', () => {
    expect(open([], shop, '2026-12-01')).toEqual([])
    expect(open([], withOpening({ closedDates: [date] }))).toEqual([])
    expect(open([], withOpening({ latestDaysAhead: 1 }))).toEqual([])
    expect(open([], withOpening({ latestDaysAhead: 2 }))).not.toEqual([])
    expect(open([], withOpening({ latestDaysAhead: null }), '2029-12-03')).not.toEqual([])
    expect(open([], shop, '2026-12-02')).not.toEqual([])
    expect(open([], shop, '2026-02-30')).toEqual([])
  })

  it('leave out what a clock change skips or repeats', () => {
    const early = withOpening({ week: everyDay(['00:30-03:30']) })
    expect(open([], early, '2027-03-14')).toEqual(['00:30', '01:00', '01:30', '03:00', '03:30'])
    expect(open([], early, '2027-11-07')).toEqual(['00:30', '02:00', '02:30', '03:00', '03:30'])
  })

  it('are those of the weekday, in each stretch, whatever the zone and on both sides of its clock changes', () => {
    // Each Sunday, and the Saturday and Monday next to it.
    const changes = [
      ['America/Chicago', '2027-03-14', '2027-11-07'],
      ['Pacific/Auckland', '2027-04-04', '2027-09-26'],
      ['Pacific/Honolulu', '2027-03-14', '2027-11-07'],
    ] as const
    const monday = ['09:00', '10:00', '11:00', '12:00', '13:00', '14:00', '15:00', '16:00', '17:00']
    for (const [timeZone, ...sundays] of changes) {
      const ofWeek = { timeZone, opening: { ...shop.opening, week: shopWeek, offeredEveryMinutes: 60 } }
      for (const sunday of sundays) {
        expect(open([], ofWeek, addDays(sunday, -1))).toEqual(['10:00', '11:00', '12:00', '13:00', '14:00'])
        expect(open([], ofWeek, sunday)).toEqual([])
        expect(open([], ofWeek, addDays(sunday, 1))).toEqual(monday)
      }
    }
  })

  it('can each be booked, and the next one still cannot overlap it', () => {
    const starts = fc.array(fc.integer({ min: 9 * 60, max: 17 * 60 }).map(timeOfMinutes), { maxLength: 8 })
    fc.assert(
      fc.property(starts, fc.integer({ min: 1, max: 3 }), (times, capacity) => {
        const many = withOpening({ capacity })
        const occupied: Interval[] = []
        for (const time of times) {
          const consultation = appointmentInterval({ appointment_date: date, appointment_time: time }, many)
          if (isFree(consultation, occupied, many)) occupied.push(occupiedInterval(consultation, many))
        }
        for (const time of open(occupied, many)) {
          const all = [...occupied, at(time, many)]
          expect(peakOverlap(all, at(time, many))).toBeLessThanOrEqual(capacity)
        }
      }),
    )
  })
})

it('the first date that can be booked is another one after midnight, on each shop’s own clock', () => {
  const at = (instant: string, timeZone: string) => earliestDate(Date.parse(instant), { ...shop, timeZone })
  expect(at('2026-12-01T05:59Z', 'America/Chicago')).toBe('2026-12-01')
  expect(at('2026-12-01T05:59Z', 'Asia/Tokyo')).toBe('2026-12-02')
  expect(at('2026-12-01T06:00Z', 'Asia/Tokyo')).toBe('2026-12-02')
  expect(at('2026-12-01T06:00Z', 'America/Chicago')).toBe('2026-12-02')
  expect(at('2026-12-02T06:00Z', 'America/Chicago')).toBe('2026-12-03')
})

it('the nearest open times come nearest first, the earlier of two equally near', () => {
  const nearest = nearestTimes(['09:00', '10:00', '11:00', '12:00'], '10:30', 3)
  expect(nearest).toEqual(['10:00', '11:00', '09:00'])
})
