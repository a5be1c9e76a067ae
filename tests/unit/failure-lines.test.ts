import { describe, expect, it } from 'vitest'
import { shop } from '../../booking/opening-hours.ts'
import { failureLines } from '../../server/jobs/alerts.ts'

const failing = {
  id: 1,
  kind: 'calendar-event',
  startEpochMs: Date.UTC(2026, 11, 3, 16),
  error: 'ECONNREFUSED',
  hasFailed: false,
  isAlerted: false,
} as const
const what = 'Calendar entry for Thursday, December 3, 2026 at 10:00 AM, Dallas time'

describe('a line about a failing job', () => {
  it('names the last error, or says that none is known', () => {
    expect(failureLines([failing, { ...failing, error: '' }], shop)).toEqual([
      `${what} (ECONNREFUSED)`,
      `${what} (no error known)`,
    ])
  })
})
