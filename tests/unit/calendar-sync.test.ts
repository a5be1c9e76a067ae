import { describe, expect, it } from 'vitest'
import { type Interval, msPerHour } from '../../booking/time.ts'
import { isEmptied } from '../../server/calendar/sync/apply-deletions.ts'
import { type OwnEvent, toBusyTimes } from '../../server/calendar/sync/poller.ts'
import type { SuspectedChange } from '../../server/db/schema.ts'

const now = 1_000 * msPerHour

const event = (suspectedChange: SuspectedChange | null, hoursAgo = 0) => ({
  suspectedChange,
  suspectedAtMs: suspectedChange && now - hoursAgo * msPerHour,
})

describe('a calendar that is being emptied', () => {
  it.each<[what: string, followedHoursAgo: number[], gone: (SuspectedChange | null)[], isTold: boolean]>([
    ['three that are gone now', [], [null, 'missing', 'on-hold'], true],
    ['the third, after two that were followed lately', [0, 0.5], ['missing'], true],
    ['the third, after two in other hours', [2, 0.5], ['missing'], false],
    // Noted by a clock that was ahead.
    ['the third, after one that is still to come', [-2, 0.5], ['missing'], false],
    ['what the owner has spoken of', [], ['missing', 'missing', 'confirmed'], false],
  ])('is told by %s', (_, followed, gone, isTold) => {
    const missing = gone.map((suspectedChange) => event(suspectedChange))
    const known = [...followed.map((hours) => event('applied', hours)), ...missing]
    expect(isEmptied(known, missing, now)).toBe(isTold)
  })
})

describe('the busy times of a calendar', () => {
  const span = (startEpochMs: number, endEpochMs: number) => ({ startEpochMs, endEpochMs })
  const subject = { ...span(10, 20), status: 'confirmed', sequence: 0 } as const
  const movedOn = { ...subject, ...span(50, 60), sequence: 1 }
  const cancelled = { ...subject, status: 'cancelled', sequence: 1 } as const
  const began = { sequence: 0, status: 'confirmed', startEpochMs: 10 } as const

  it('are one where they overlap or adjoin', () => {
    const times = [span(5, 8), span(1, 3), span(3, 4), span(6, 7)].map((time) => ({ ...time, ownUid: null }))
    expect(toBusyTimes(times, new Map())).toEqual([span(1, 4), span(5, 8)])
  })

  const restored = { ...began, sequence: 1, status: 'cancelled' } as const
  const rejected = { ...began, sequence: null, startEpochMs: 30 }
  const [then, later] = [span(10, 20), span(30, 40)]

  it.each<[what: string, time: Interval, own: OwnEvent | undefined, busy: Interval[]]>([
    ['no event of a confirmed appointment', then, { subject, began }, []],
    ['what the owner added to its length', span(10, 30), { subject, began }, [span(20, 30)]],
    ['an event elsewhere than its appointment', span(12, 22), { subject, began }, [span(12, 22)]],
    ['the restored event of a canceled appointment', then, { subject: cancelled, began: restored }, [then]],
    ['an unexpected event of a canceled one', then, { subject: cancelled, began: undefined }, [then]],
    ['an event of an unknown appointment', then, undefined, [then]],
    ['no event that is where we left it and about to go', then, { subject: movedOn, began }, []],
    ['an event elsewhere of a moved appointment', later, { subject: movedOn, began }, [later]],
    ['no event that will go back after a rejected move', later, { subject, began: rejected }, []],
  ])('hold %s', (_, time, own, busy) => {
    const known = new Map(own && [['own', own]])
    expect(toBusyTimes([{ ...time, ownUid: 'own' }], known)).toEqual(busy)
  })
})
