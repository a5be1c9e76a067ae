import { describe, expect, it } from 'vitest'
import { type Interval, msPerHour } from '../../booking/time.ts'
import {
  decideStep,
  isEmptied,
  type Situation,
  type Step,
} from '../../server/calendar/sync/apply-deletions.ts'
import { type OwnEvent, toBusyTimes } from '../../server/calendar/sync/poller.ts'
import type { SuspectedChange } from '../../server/db/schema.ts'

const now = 1_000 * msPerHour

const event = (suspectedChange: SuspectedChange | null, hoursAgo = 0) => ({
  suspectedChange,
  suspectedAtMs: suspectedChange && now - hoursAgo * msPerHour,
})

describe('a calendar that is being emptied', () => {
  it.each<[what: string, followedHoursAgo: number[], gone: (SuspectedChange | null)[], isTold: boolean]>([
    ['three missing events', [], [null, 'missing', 'on-hold'], true],
    ['a third, after two recent deletions', [0, 0.5], ['missing'], true],
    ['a third, after deletions hours apart', [2, 0.5], ['missing'], false],
    // Recorded by a clock that was ahead.
    ['a third, after a deletion in the future', [-2, 0.5], ['missing'], false],
    ['events that the owner already decided on', [], ['missing', 'missing', 'confirmed'], false],
  ])('is recognized by %s', (_, followed, gone, isTold) => {
    const missing = gone.map((suspectedChange) => event(suspectedChange))
    const known = [...followed.map((hours) => event('applied', hours)), ...missing]
    expect(isEmptied(known, missing, now)).toBe(isTold)
  })
})

describe('an event that a poll misses', () => {
  it.each<[is: SuspectedChange | null, Situation, Step]>([
    [null, 'usual', 'suspect'],
    [null, 'emptied', 'suspect'],
    [null, 'asked', 'hold'],
    // Its move no longer matters.
    ['slot-taken', 'usual', 'suspect'],
    ['slot-taken', 'asked', 'hold'],
    ['missing', 'usual', 'delete'],
    ['missing', 'emptied', 'wait'],
    ['missing', 'asked', 'hold'],
    ['on-hold', 'usual', 'suspect'],
    ['on-hold', 'emptied', 'suspect'],
    ['on-hold', 'asked', 'wait'],
    ['confirmed', 'usual', 'delete'],
    ['confirmed', 'emptied', 'delete'],
    ['confirmed', 'asked', 'delete'],
  ])('suspected as %s, in a calendar that is %s, gets the step: %s', (suspectedChange, situation, step) => {
    expect(decideStep({ suspectedChange, sequence: 0 }, situation)).toBe(step)
  })

  it.each<Situation>(['usual', 'emptied', 'asked'])(
    'waits while the server writes it again: %s',
    (situation) => {
      expect(decideStep({ suspectedChange: 'on-hold', sequence: null }, situation)).toBe('wait')
    },
  )
})

describe('the busy times of a calendar', () => {
  const span = (startEpochMs: number, endEpochMs: number) => ({ startEpochMs, endEpochMs })
  const subject = { ...span(10, 20), status: 'confirmed', sequence: 0 } as const
  const movedOn = { ...subject, ...span(50, 60), sequence: 1 }
  const cancelled = { ...subject, status: 'cancelled', sequence: 1 } as const
  const began = { sequence: 0, status: 'confirmed', startEpochMs: 10 } as const

  it('merge where they overlap or adjoin', () => {
    const times = [span(5, 8), span(1, 3), span(3, 4), span(6, 7)].map((time) => ({ ...time, ownUid: null }))
    expect(toBusyTimes(times, new Map())).toEqual([span(1, 4), span(5, 8)])
  })

  const restored = { ...began, sequence: 1, status: 'cancelled' } as const
  const rejected = { ...began, sequence: null, startEpochMs: 30 }
  const [then, later] = [span(10, 20), span(30, 40)]

  it.each<[what: string, time: Interval, own: OwnEvent | undefined, busy: Interval[]]>([
    ['no event of a confirmed appointment', then, { subject, began }, []],
    ['the time by which the owner extended it', span(10, 30), { subject, began }, [span(20, 30)]],
    ['an event at another time than its appointment', span(12, 22), { subject, began }, [span(12, 22)]],
    ['the restored event of a canceled appointment', then, { subject: cancelled, began: restored }, [then]],
    ['an unexpected event of a canceled one', then, { subject: cancelled, began: undefined }, [then]],
    ['an event of an unknown appointment', then, undefined, [then]],
    ['no event that the server is about to move', then, { subject: movedOn, began }, []],
    ['an event of a moved appointment at a third time', later, { subject: movedOn, began }, [later]],
    ['no event that will go back after a rejected move', later, { subject, began: rejected }, []],
  ])('include %s', (_, time, own, busy) => {
    const known = new Map(own && [['own', own]])
    expect(toBusyTimes([{ ...time, ownUid: 'own' }], known)).toEqual(busy)
  })
})
