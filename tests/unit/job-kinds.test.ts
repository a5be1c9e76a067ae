import { describe, expect, it } from 'vitest'
import { alertFor, isReported, type JobKind } from '../../booking/job-kinds.ts'

describe('a kind of job that only a newer version has', () => {
  it('is not reported to the owner', () => {
    const unknown = 'client-survey' as JobKind
    expect([isReported(unknown), alertFor(unknown)]).toEqual([false, null])
  })
})

describe('a failing kind of job', () => {
  it('is reported the other way, and an alert not at all', () => {
    expect(alertFor('calendar-event')).toBe('trouble-mail')
    expect(alertFor('client-invitation')).toBe('trouble-event')
    expect([alertFor('trouble-mail'), alertFor('trouble-event')]).toEqual([null, null])
  })
})
