import { describe, expect, it } from 'vitest'
import { decentFromMs, reminderAtMs, type Shop, shop } from '../../booking/opening-hours.ts'
import { epochMsToWallTime, wallTimeToEpochMs } from '../../booking/time.ts'

const instant = (date: string, time: string) => wallTimeToEpochMs(date, time, shop.timeZone)
const shown = (epochMs: number) => Object.values(epochMsToWallTime(epochMs, shop.timeZone)).join(' ')

function remindedAt(
  date: string,
  time: string,
  opening: Partial<Shop['opening']> = {},
  bookedAtMs = instant('2026-11-20', '12:00'),
) {
  const own = { ...shop, opening: { ...shop.opening, ...opening } }
  const atMs = reminderAtMs(instant(date, time), bookedAtMs, own)
  return atMs === null ? null : shown(atMs)
}

describe('when a client is reminded', () => {
  it('is 24 hours before, on the shop’s clock', () => {
    expect(remindedAt('2026-12-03', '10:30')).toBe('2026-12-02 10:30')
  })

  it('is never before eight in the morning or after eight in the evening', () => {
    expect(remindedAt('2026-12-03', '07:00')).toBe('2026-12-02 08:00')
    expect(remindedAt('2026-12-03', '21:30')).toBe('2026-12-02 20:00')
    expect(remindedAt('2026-12-03', '09:00', { reminderHoursBefore: 3 })).toBe('2026-12-03 08:00')
  })

  it('stays an instant across a clock change', () => {
    expect(remindedAt('2027-03-14', '10:00')).toBe('2027-03-13 09:00')
    expect(remindedAt('2027-11-07', '10:00')).toBe('2027-11-06 11:00')
  })

  it('is never when the owner wants no reminders, or the visit has begun by the first decent hour', () => {
    expect(remindedAt('2026-12-03', '10:00', { reminderHoursBefore: null })).toBeNull()
    for (const time of ['07:30', '08:00'])
      expect(remindedAt('2026-12-03', time, { reminderHoursBefore: 3 })).toBeNull()
  })

  it('is never within twelve hours of the mail that has just told the same', () => {
    const booked = (date: string, time: string) => remindedAt('2026-12-03', '10:00', {}, instant(date, time))
    expect(booked('2026-12-02', '09:58')).toBeNull()
    expect(booked('2026-12-02', '12:00')).toBeNull()
    expect(booked('2026-12-01', '22:01')).toBeNull()
    expect(booked('2026-12-01', '22:00')).toBe('2026-12-02 10:00')
    // Booked in the evening, for a shop that reminds in the morning.
    const lastNight = instant('2026-12-02', '21:00')
    expect(remindedAt('2026-12-03', '10:00', { reminderHoursBefore: 2 }, lastNight)).toBeNull()
  })
})

describe('a reminder that is late', () => {
  it('goes out at once by day, and waits for the morning by night', () => {
    const from = (date: string, time: string) => shown(decentFromMs(instant(date, time), shop.timeZone))
    expect(from('2026-12-02', '08:00')).toBe('2026-12-02 08:00')
    expect(from('2026-12-02', '20:00')).toBe('2026-12-02 20:00')
    expect(from('2026-12-02', '20:01')).toBe('2026-12-03 08:00')
    expect(from('2026-12-03', '03:30')).toBe('2026-12-03 08:00')
    // Over both clock changes.
    expect(from('2027-03-13', '23:00')).toBe('2027-03-14 08:00')
    expect(from('2027-11-07', '00:30')).toBe('2027-11-07 08:00')
  })
})
