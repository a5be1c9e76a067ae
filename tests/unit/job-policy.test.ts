import { describe, expect, it } from 'vitest'
import type { StoredAppointment } from '../../booking/appointment.ts'
import { alertFor, isReported, type JobKind } from '../../booking/job-kinds.ts'
import { shop } from '../../booking/opening-hours.ts'
import { jobPolicy } from '../../server/jobs/handlers.ts'
import { RecipientRejected } from '../../server/mail/mailer.ts'

const endEpochMs = Date.UTC(2026, 11, 3, 17)
const [before, after] = [endEpochMs - 1, endEpochMs + 1]

const alerts: string[] = []
const policy = jobPolicy({
  mailer: { atOnceMax: 2 },
  jobViews: { queueAlert: async ({ kind }, notice) => void alerts.push(`${kind}: ${notice}`) },
  timeZone: shop.timeZone,
  now: () => before,
})

const job = (kind: JobKind, attempts: number) => ({
  id: 1,
  kind,
  attempts,
  leaseEndsAtMs: 0,
  subject: { endEpochMs } as StoredAppointment,
})

describe('a failing job', () => {
  it.each([
    { kind: 'client-invitation', attempts: 29, atMs: after, is: false },
    { kind: 'client-invitation', attempts: 30, atMs: before, is: true },
    { kind: 'calendar-event', attempts: 30, atMs: before, is: false },
    { kind: 'closure-event', attempts: 30, atMs: before, is: false },
    { kind: 'calendar-event', attempts: 30, atMs: after, is: true },
    { kind: 'calendar-forgetting', attempts: 30, atMs: after, is: false },
  ] as const)('fails for good, $kind after $attempts attempts: $is', ({ kind, attempts, atMs, is }) => {
    expect(policy.isHopeless(job(kind, attempts), new Error('away'), atMs)).toBe(is)
  })

  it('fails for good immediately if there is no such mailbox', () => {
    const rejected = new RecipientRejected(550, null)
    expect(policy.isHopeless(job('client-invitation', 1), rejected, before)).toBe(true)
  })

  it('alerts the owner the other way, soon if it fails for good, and an alert causes none', async () => {
    const failures = [
      ['client-reminder', 7, false],
      ['client-reminder', 8, false],
      ['client-invitation', 1, true],
      ['calendar-event', 8, false],
      ['trouble-mail', 30, true],
      ['trouble-event', 30, true],
    ] as const
    for (const [kind, attempts, hasFailed] of failures) await policy.onFailure(job(kind, attempts), hasFailed)
    expect(alerts).toEqual([
      'client-reminder: trouble-event',
      'client-invitation: trouble-event',
      'calendar-event: trouble-mail',
    ])
  })

  it('of a newer version is not reported to the owner', () => {
    const unknown = 'client-survey' as JobKind
    expect([isReported(unknown), alertFor(unknown)]).toEqual([false, null])
  })

  it('is never cut short while a mail server may still accept the email', () => {
    const [group] = policy.groups.filter(({ kinds }) => kinds.includes('client-invitation'))
    expect(group?.atOnceMax).toBe(2)
    // RFC 5321, 4.5.3.2.6: it may think for ten minutes.
    expect(group?.patienceMs).toBeGreaterThan(10 * 60_000)
  })
})
