import { describe, expect, it } from 'vitest'
import { alertFor, isReported, type JobKind } from '../../booking/job-kinds.ts'

describe('a kind of follow-up that only a newer version knows', () => {
  it('is not told to the owner by this one', () => {
    const unknown = 'client-survey' as JobKind
    expect([isReported(unknown), alertFor(unknown)]).toEqual([false, null])
  })
})

describe('a follow-up that keeps failing', () => {
  it('is told by the channel that is not the failing one, and a notice by none', () => {
    expect(alertFor('calendar-event')).toBe('trouble-mail')
    expect(alertFor('client-invitation')).toBe('trouble-event')
    expect([alertFor('trouble-mail'), alertFor('trouble-event')]).toEqual([null, null])
  })
})
