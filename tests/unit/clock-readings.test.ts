import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { msPerDay, msPerHour } from '../../booking/time.ts'
import { withReading } from '../../server/appointments/client-data.ts'
import type { ClockReadings } from '../../server/db/clients.ts'

const noon = Date.UTC(2026, 11, 1, 18)
const year = 365 * msPerDay

const after = (hours: readonly number[]) =>
  hours.reduce<ClockReadings | null>((known, hour) => withReading(known, noon + hour * msPerHour), null)
const agreedHour = (hours: readonly number[]) => {
  const agreedMs = after(hours)?.agreedMs ?? null
  return agreedMs === null ? null : (agreedMs - noon) / msPerHour
}

describe('the moment that two readings of the clock agree has passed', () => {
  it('is unknown after the first, and after others soon after it', () => {
    expect(agreedHour([0])).toBeNull()
    expect(agreedHour([0, 1, 2, 19])).toBeNull()
  })

  it('goes on with a clock that goes on', () => {
    expect(agreedHour([0, 24, 48, 72])).toBe(72)
    expect(agreedHour([0, 6, 12, 18, 24, 30])).toBe(24)
  })

  it('gains a day when the server was off for long, and the rest with the next reading', () => {
    expect(agreedHour([0, 24, 1000])).toBe(48)
    expect(agreedHour([0, 24, 1000, 1024])).toBe(1024)
  })

  it('is never what only a clock ahead has shown, however often it was read within the day', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 19, noNaN: true }), { minLength: 1, maxLength: 50 }),
        (ahead) => {
          const readings = ahead.sort((a, b) => a - b).map((hour) => 24 + hour + year / msPerHour)
          expect(agreedHour([0, 24, ...readings])).toBeLessThanOrEqual(48)
          expect(agreedHour([0, 24, ...readings, 48])).toBeLessThanOrEqual(48)
        },
      ),
    )
  })

  it('goes back with a clock that is set back', () => {
    expect(agreedHour([0, 24, 48, 10])).toBe(10)
  })
})
