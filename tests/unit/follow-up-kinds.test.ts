import { describe, expect, it } from 'vitest'
import { type FollowUpKind, isTroubling, troubleFor } from '../../booking/follow-up-kinds.ts'

describe('a kind of follow-up that only a newer version knows', () => {
  it('is not told to the owner by this one', () => {
    const unknown = 'client-survey' as FollowUpKind
    expect([isTroubling(unknown), troubleFor(unknown)]).toEqual([false, null])
  })
})

describe('a follow-up that keeps failing', () => {
  it('is told by the channel that is not the failing one, and a notice by none', () => {
    expect(troubleFor('calendar-event')).toBe('trouble-mail')
    expect(troubleFor('client-invitation')).toBe('trouble-event')
    expect([troubleFor('trouble-mail'), troubleFor('trouble-event')]).toEqual([null, null])
  })
})
