import { describe, expect, it } from 'vitest'
import { msPerHour } from '../../booking/time.ts'
import { isEmptied } from '../../server/calendar/sync/apply-deletions.ts'
import type { SyncedEvent } from '../../server/db/calendar-events.ts'
import type { SuspectedChange } from '../../server/db/schema.ts'

const now = 1_000 * msPerHour

const event = (suspectedChange: SuspectedChange | null, hoursAgo = 0): SyncedEvent => ({
  uid: `${suspectedChange}-${hoursAgo}`,
  sequence: 0,
  status: suspectedChange === 'applied' ? 'cancelled' : 'confirmed',
  startEpochMs: now + msPerHour,
  endEpochMs: now + 2 * msPerHour,
  suspectedChange,
  suspectedAtMs: suspectedChange && now - hoursAgo * msPerHour,
  rejections: 0,
})

describe('a calendar that is being emptied', () => {
  it.each([
    { what: 'three that are gone now', followed: [], gone: [null, 'missing', 'on-hold'], is: true },
    {
      what: 'the third, after two that were followed lately',
      followed: [0, 0.5],
      gone: ['missing'],
      is: true,
    },
    { what: 'the third, after two in other hours', followed: [2, 0.5], gone: ['missing'], is: false },
    // Noted by a clock that was ahead.
    { what: 'the third, after one that is still to come', followed: [-2, 0.5], gone: ['missing'], is: false },
    {
      what: 'what the owner has spoken of',
      followed: [],
      gone: ['missing', 'missing', 'confirmed'],
      is: false,
    },
  ] as const)('is told by $what: $is', ({ followed, gone, is }) => {
    const missing = gone.map((suspectedChange) => event(suspectedChange))
    const known = [...followed.map((hours) => event('applied', hours)), ...missing]
    expect(isEmptied(known, missing, now)).toBe(is)
  })
})
