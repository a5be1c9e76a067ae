import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { msPerHour } from '../../booking/time.ts'
import { addReading } from '../../server/appointments/client-data.ts'
import type { ClockReadings } from '../../server/db/clients.ts'

const noon = Date.UTC(2026, 11, 1, 18)

function agreedHour(hours: readonly number[]) {
  let known: ClockReadings | null = null
  for (const hour of hours) known = addReading(known, noon + hour * msPerHour)
  const agreedMs = known?.agreedMs ?? null
  return agreedMs === null ? null : (agreedMs - noon) / msPerHour
}

describe('the latest time that two clock readings agree on', () => {
  it.each([
    ['is unknown after the first', [0], null],
    ['is unknown after more readings within a day', [0, 1, 2, 19], null],
    ['advances with the clock', [0, 24, 48, 72], 72],
    ['advances once a day', [0, 6, 12, 18, 24, 30], 24],
    ['advances by a day after the server was off for long', [0, 24, 1000], 48],
    ['catches up with the next reading', [0, 24, 1000, 1024], 1024],
    ['goes back when the clock is set back', [0, 24, 48, 10], 10],
  ])('%s', (_what, hours, agreed) => {
    expect(agreedHour(hours)).toBe(agreed)
  })

  it('ignores a clock that runs ahead, no matter how often it’s read within a day', () => {
    const hours = fc.array(fc.double({ min: 0, max: 19, noNaN: true }), { minLength: 1, maxLength: 50 })
    fc.assert(
      fc.property(hours, (ahead) => {
        const nextYear = ahead.sort((a, b) => a - b).map((hour) => 365 * 24 + hour)
        expect(agreedHour([0, 24, ...nextYear])).toBeLessThanOrEqual(48)
        expect(agreedHour([0, 24, ...nextYear, 48])).toBeLessThanOrEqual(48)
      }),
    )
  })
})
