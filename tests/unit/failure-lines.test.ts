import { describe, expect, it } from 'vitest'
import { shop } from '../../booking/opening-hours.ts'
import { failureLines } from '../../server/jobs/alerts.ts'

const stuck = {
  id: 1,
  kind: 'calendar-event',
  startEpochMs: Date.UTC(2026, 11, 3, 16),
  error: 'ECONNREFUSED',
  hasFailed: false,
  isAlerted: false,
} as const
const what = 'Calendar entry for Thursday, December 3, 2026 at 10:00 AM, Dallas time'

describe('what the owner reads of something that keeps failing', () => {
  it('names the last fault, and says so where the attempts ended without one', () => {
    expect(failureLines([stuck, { ...stuck, error: '' }], shop)).toEqual([
      `${what} (ECONNREFUSED)`,
      `${what} (no error known)`,
    ])
  })
})
