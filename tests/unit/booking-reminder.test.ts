import { describe, expect, it } from 'vitest'
import { reminderAtMs } from '../../booking/reminder.ts'
import { type Shop, shop } from '../../booking/shop.ts'
import { epochMsToWallTime, wallTimeToEpochMs } from '../../booking/wall-time.ts'

function remindedAt(date: string, time: string, opening: Partial<Shop['opening']> = {}) {
  const own = { ...shop, opening: { ...shop.opening, ...opening } }
  const atMs = reminderAtMs(wallTimeToEpochMs(date, time, shop.timeZone), own)
  return atMs === null ? null : Object.values(epochMsToWallTime(atMs, shop.timeZone)).join(' ')
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

  it('is never when the owner wants no reminders', () => {
    expect(remindedAt('2026-12-03', '10:00', { reminderHoursBefore: null })).toBeNull()
  })
})
