import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { StoredAppointment } from '../../booking/appointment.ts'
import type { JobKind } from '../../booking/job-kinds.ts'
import { shop } from '../../booking/opening-hours.ts'
import { formatFailures } from '../../server/jobs/alerts.ts'
import { jobPolicy } from '../../server/jobs/handlers.ts'
import { createTimer, createYieldPolicy } from '../../server/jobs/worker.ts'
import { retryDelayMs, withTimeout } from '../../server/lib/async.ts'

const endEpochMs = Date.UTC(2026, 11, 3, 17)
const [before, after] = [endEpochMs - 1, endEpochMs + 1]

const queueAlert = vi.fn()
const mailer = { atOnceMax: 2 }
const policy = jobPolicy({ mailer, jobViews: { queueAlert }, timeZone: shop.timeZone, now: () => before })

const job = (kind: JobKind, attempts: number) => ({
  id: 1,
  kind,
  attempts,
  leaseEndsAtMs: 0,
  subject: { endEpochMs } as StoredAppointment,
})

function holdTimers() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
}

describe('a failing job', () => {
  it.each([
    ['client-invitation', 29, after, false],
    ['client-invitation', 30, before, true],
    ['calendar-event', 30, before, false],
    ['closure-event', 30, before, false],
    ['calendar-event', 30, after, true],
    ['calendar-forgetting', 30, after, false],
  ] as const)(
    'of the kind %s after %i attempts, at %i, fails permanently: %s',
    (kind, attempts, atMs, is) => {
      expect(policy.isHopeless(job(kind, attempts), new Error('away'), atMs)).toBe(is)
    },
  )

  it('that is itself an alert triggers none', async () => {
    for (const kind of ['trouble-mail', 'trouble-event', 'booking-alert'] as const)
      await policy.onFailure(job(kind, 30), true)
    expect(queueAlert).not.toHaveBeenCalled()
    await policy.onFailure(job('business-notification', 30), true)
    expect(queueAlert).toHaveBeenCalledOnce()
  })

  it('is reported with its last error, or without one', () => {
    const failing = { kind: 'calendar-event', startEpochMs: endEpochMs, hasFailed: false } as const
    const what = 'Calendar entry for Thursday, December 3, 2026 at 11:00 AM, Dallas time'
    const errors = ['ECONNREFUSED', ''].map((error) => ({ ...failing, error }))
    expect(formatFailures(errors, shop)).toEqual([`${what} (ECONNREFUSED)`, `${what} (error unknown)`])
  })

  it('is retried after seconds, then hours, with a quarter of jitter', () => {
    const delays = [1, 2, 3, 4, 5].map((attempts) => retryDelayMs(attempts, 0.5))
    expect(delays).toEqual([2000, 6000, 18_000, 54_000, 162_000])
    expect([0, 0.5, 1].map((random) => retryDelayMs(100, random))).toEqual([
      16_200_000, 21_600_000, 27_000_000,
    ])
  })
})

describe('an attempt', () => {
  it('is never cut short while a mail server may still accept the email', () => {
    const group = policy.groups.find(({ kinds }) => kinds.includes('client-invitation'))
    // RFC 5321, 4.5.3.2.6: it may take ten minutes.
    expect(group?.patienceMs).toBeGreaterThan(10 * 60_000)
  })

  it('ends at its time limit, whether or not the work listens', async () => {
    const work = vi.fn((_signal: AbortSignal) => new Promise(() => {}))
    await expect(withTimeout(5, work)).rejects.toMatchObject({ name: 'TimeoutError' })
    expect(work.mock.lastCall?.[0].aborted).toBe(true)
  })
})

describe('the worker’s timer', () => {
  it('fires when something is due and every five seconds, and not after it stops', () => {
    holdTimers()
    const ring = vi.fn()
    const timer = createTimer(ring, () => 0)
    const ringsWithin = (ms: number) => {
      ring.mockClear()
      vi.advanceTimersByTime(ms)
      return ring.mock.calls.length
    }
    timer.start()
    expect(ringsWithin(0)).toBe(1)
    timer.ringBy(3000)
    // A later due time doesn't postpone it.
    timer.ringBy(4000)
    timer.ringBy(Number.POSITIVE_INFINITY)
    expect([ringsWithin(2999), ringsWithin(1), ringsWithin(10_000)]).toEqual([0, 1, 2])
    timer.stop()
    timer.ringBy(0)
    expect(ringsWithin(60_000)).toBe(0)
  })
})

describe('a due job', () => {
  it('yields to bookings in quick succession, for at most two seconds', () => {
    holdTimers()
    const { shouldYield, noteBooking } = createYieldPolicy()
    expect(shouldYield()).toBe(false)
    const ranAtMs: number[] = []
    for (let ms = 0; ms < 6000; ms += 20) {
      noteBooking()
      if (!shouldYield()) ranAtMs.push(ms)
      vi.advanceTimersByTime(20)
    }
    expect(ranAtMs).toEqual([2000, 4020])
    vi.advanceTimersByTime(50)
    expect(shouldYield()).toBe(false)
  })
})
