import { describe, expect, it } from 'vitest'
import { nextDecentMs, reminderAtMs, shop } from '../../booking/opening-hours.ts'
import { epochMsToWallTime, wallTimeToEpochMs } from '../../booking/time.ts'

const instant = (wallTime: string) => {
  const [date = '', time = ''] = wallTime.split(' ')
  return wallTimeToEpochMs(date, time, shop.timeZone)
}
const shown = (epochMs: number) => Object.values(epochMsToWallTime(epochMs, shop.timeZone)).join(' ')

describe('a reminder', () => {
  it.each([
    ['24 hours before', '2026-12-03 10:30', '2026-12-02 10:30'],
    ['24 hours before, across a clock change', '2027-03-14 10:00', '2027-03-13 09:00'],
    ['24 hours before, across the other clock change', '2027-11-07 10:00', '2027-11-06 11:00'],
    ['not before eight in the morning', '2026-12-03 07:00', '2026-12-02 08:00'],
    ['not after eight in the evening', '2026-12-03 21:30', '2026-12-02 20:00'],
    ['as many hours before as the owner likes, from eight on', '2026-12-03 09:00', '2026-12-03 08:00', 3],
    ['not when the owner wants none', '2026-12-03 10:00', null, null],
    ['not when the appointment begins before eight', '2026-12-03 07:30', null, 3],
    ['not when the appointment begins at eight', '2026-12-03 08:00', null, 3],
    ['12 hours after the confirmation', '2026-12-03 10:00', '2026-12-02 10:00', 24, '2026-12-01 22:00'],
    ['not sooner after the confirmation', '2026-12-03 10:00', null, 24, '2026-12-01 22:01'],
    ['not if it were due already', '2026-12-03 10:00', null, 24, '2026-12-02 12:00'],
    ['not in the morning after the confirmation', '2026-12-03 10:00', null, 2, '2026-12-02 21:00'],
  ])(
    'goes out %s',
    (_when, startsAt, due, reminderHoursBefore: number | null = 24, booked = '2026-11-20 12:00') => {
      const own = { ...shop, opening: { ...shop.opening, reminderHoursBefore } }
      const atMs = reminderAtMs(instant(startsAt), instant(booked), own)
      expect(atMs && shown(atMs)).toBe(due)
    },
  )

  it.each([
    ['2026-12-02 08:00', '2026-12-02 08:00'],
    ['2026-12-02 20:00', '2026-12-02 20:00'],
    ['2026-12-02 20:01', '2026-12-03 08:00'],
    ['2026-12-03 03:30', '2026-12-03 08:00'],
    // Across both clock changes.
    ['2027-03-13 23:00', '2027-03-14 08:00'],
    ['2027-11-07 00:30', '2027-11-07 08:00'],
  ])('delayed until %s goes out at %s, by day', (late, sent) => {
    expect(shown(nextDecentMs(instant(late), shop.timeZone))).toBe(sent)
  })
})
