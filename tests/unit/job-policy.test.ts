import { describe, expect, it } from 'vitest'
import type { StoredAppointment } from '../../booking/appointment.ts'
import type { JobKind } from '../../booking/job-kinds.ts'
import { shop } from '../../booking/opening-hours.ts'
import { jobPolicy } from '../../server/jobs/handlers.ts'
import { RecipientRejected } from '../../server/mail/mailer.ts'

const endEpochMs = Date.UTC(2026, 11, 3, 17)
const [before, after] = [endEpochMs - 1, endEpochMs + 1]

const told: string[] = []
const policy = jobPolicy({
  mailer: { atOnceMax: 2 },
  jobViews: { queueAlert: async ({ kind }, notice) => void told.push(`${kind}: ${notice}`) },
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

describe('what is owed and fails', () => {
  it.each([
    { kind: 'client-invitation', attempts: 29, atMs: after, is: false },
    { kind: 'client-invitation', attempts: 30, atMs: before, is: true },
    { kind: 'calendar-event', attempts: 30, atMs: before, is: false },
    { kind: 'closure-event', attempts: 30, atMs: before, is: false },
    { kind: 'calendar-event', attempts: 30, atMs: after, is: true },
    { kind: 'calendar-forgetting', attempts: 30, atMs: after, is: false },
  ] as const)('is given up, $kind after $attempts attempts: $is', ({ kind, attempts, atMs, is }) => {
    expect(policy.isHopeless(job(kind, attempts), new Error('away'), atMs)).toBe(is)
  })

  it('is given up at once where there is no such mailbox', () => {
    expect(policy.isHopeless(job('client-invitation', 1), new RecipientRejected(550, null), before)).toBe(
      true,
    )
  })

  it('is told to the owner by the other channel, soon where it is given up, and no notice by a notice', async () => {
    const failures = [
      ['client-reminder', 7, false],
      ['client-reminder', 8, false],
      ['client-invitation', 1, true],
      ['calendar-event', 8, false],
      ['trouble-mail', 30, true],
      ['trouble-event', 30, true],
    ] as const
    for (const [kind, attempts, hasFailed] of failures) await policy.onFailure(job(kind, attempts), hasFailed)
    expect(told).toEqual([
      'client-reminder: trouble-event',
      'client-invitation: trouble-event',
      'calendar-event: trouble-mail',
    ])
  })

  it('is cut short by nobody while a mail server may still take it, which would have it twice', () => {
    const [group] = policy.groups.filter(({ kinds }) => kinds.includes('client-invitation'))
    expect(group?.atOnceMax).toBe(2)
    // RFC 5321, 4.5.3.2.6: it may think for ten minutes.
    expect(group?.patienceMs).toBeGreaterThan(10 * 60_000)
  })
})
