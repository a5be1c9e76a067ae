import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { business } from '#shop/business.ts'
import {
  addDays,
  epochMsToWallTime,
  isCalendarDate,
  minutesToTime,
  placeInWeek,
  startOfWeek,
  timeToMinutes,
  wallTimeToEpochMs,
} from '../../booking/time.ts'

const zone = 'America/Chicago'

describe('the shop clock', () => {
  it.each([
    ['09:00', '2027-03-13', '2027-03-13T15:00:00Z'],
    ['09:00', '2027-03-14', '2027-03-14T14:00:00Z'],
    ['09:00', '2027-03-15', '2027-03-15T14:00:00Z'],
    ['17:00', '2027-11-06', '2027-11-06T22:00:00Z'],
    ['17:00', '2027-11-07', '2027-11-07T23:00:00Z'],
    ['17:00', '2027-11-08', '2027-11-08T23:00:00Z'],
  ])('shows %s on %s, on both sides of both clock changes', (time, date, instant) => {
    expect(wallTimeToEpochMs(date, time, zone)).toBe(Date.parse(instant))
  })

  it('rejects a wall time that a clock change skips or repeats', () => {
    expect(() => wallTimeToEpochMs('2027-03-14', '02:30', zone)).toThrow(RangeError)
    expect(() => wallTimeToEpochMs('2027-11-07', '01:30', zone)).toThrow(RangeError)
  })

  it('turns every wall time into an instant and back', () => {
    const days = fc.integer({ min: 0, max: 36_500 }).map((days) => addDays('2026-01-01', days))
    const times = fc.integer({ min: 9 * 60, max: 17 * 60 }).map(minutesToTime)
    fc.assert(
      fc.property(days, times, (date, time) => {
        expect(epochMsToWallTime(wallTimeToEpochMs(date, time, zone), zone)).toEqual({ date, time })
      }),
    )
  })
})

describe('dates and times as text', () => {
  it('accept only real days', () => {
    for (const text of ['2026-02-29', '2026-13-01', '2026-00-10', '2026-1-1', '26-01-01', ''])
      expect(isCalendarDate(text)).toBe(false)
    for (const text of ['2026-01-01T00:00', '+002026-01-01']) expect(isCalendarDate(text)).toBe(false)
    expect(isCalendarDate('2028-02-29')).toBe(true)
  })

  it('support years past 9999, as far as instants go', () => {
    for (const date of [addDays('9999-12-31', 2), addDays('0000-01-01', -1)]) {
      expect(addDays(date, 0)).toBe(date)
      expect(Date.parse(`${date}T00:00Z`)).not.toBeNaN()
    }
    const shown = epochMsToWallTime(Date.parse('+010000-01-02T06:30Z'), 'UTC')
    expect(shown).toEqual({ date: '+010000-01-02', time: '06:30' })
  })

  it('start weeks on Sunday, or on Monday if the shop says so', () => {
    for (const [weekBegins, places, start] of [
      ['sunday', [7, 1, 2], '2026-12-06'],
      ['monday', [6, 7, 1], '2026-11-30'],
    ] as const) {
      const shop = { ...business, weekBegins }
      // Saturday, Sunday, and Monday.
      const days = ['2026-12-05', '2026-12-06', '2026-12-07']
      expect(days.map((date) => placeInWeek(date, shop))).toEqual(places)
      expect(startOfWeek('2026-12-06', shop)).toBe(start)
    }
    expect(startOfWeek('2026-12-08')).toBe('2026-12-06')
  })

  it('turn minutes into a time and back', () => {
    for (let minutes = 0; minutes < 24 * 60; minutes++)
      expect(timeToMinutes(minutesToTime(minutes))).toBe(minutes)
  })
})
