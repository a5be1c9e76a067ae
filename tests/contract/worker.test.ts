import { pino } from 'pino'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { eventUid, shopDomain } from '../../booking/calendar-event.ts'
import { type JobKind, jobKinds } from '../../booking/job-kinds.ts'
import { shop } from '../../booking/opening-hours.ts'
import { createLease, leaseMs, type Subject } from '../../server/db/jobs.ts'
import { findFailingJobs } from '../../server/jobs/alerts.ts'
import { jobPolicy } from '../../server/jobs/handlers.ts'
import { createWorker, delivered, type Handler, stopWithinMs } from '../../server/jobs/worker.ts'
import { StorageUnavailable } from '../../server/lib/errors.ts'
import { RecipientRejected } from '../../server/mail/mailer.ts'
import { engines } from './support/engines.ts'
import { openQueue } from './support/queue.ts'
import { waitFor } from './support/shop-server.ts'
import { shortenTimers } from './support/timers.ts'

const kind = 'client-invitation'

/** A queue and a worker that sends confirmations as the test says, two at a time. Any other job succeeds. */
async function openWorker(send: () => Promise<string>) {
  const queue = await openQueue('SQLite')
  const { jobs, jobViews, now, wind, rowOf } = queue
  const handlers = {} as Record<JobKind, Handler<Subject>>
  for (const name of jobKinds) handlers[name] = async () => delivered(name === kind ? await send() : 'done')
  const policy = jobPolicy({ mailer: { atOnceMax: 2 }, jobViews, timeZone: shop.timeZone, now })
  const worker = createWorker({ store: jobs, handlers, policy, now, log: pino({ level: 'silent' }) })
  worker.start()
  onTestFinished(() => worker.stop())
  return {
    ...queue,
    worker,
    untilDone: (id: string, wanted: JobKind = kind) =>
      waitFor(async () => (await rowOf(id, wanted)).finished_at_ms !== null),
    /** Advances the clock and wakes the worker. */
    lookAfter(ms: number) {
      wind(ms)
      worker.wakeAt(now())
    },
  }
}

const isAway = new StorageUnavailable('It is away.')

describe('a database outage', () => {
  it('causes no second email after one was sent, however long it lasts', async () => {
    let sent = 0
    const { jobs, book, rowOf, worker, untilDone } = await openWorker(async () => `${++sent}@example.com`)
    const { complete } = jobs
    const elapsed = performance.now.bind(performance)
    let awayMs = 0
    vi.spyOn(performance, 'now').mockImplementation(() => elapsed() + awayMs)
    let refusals = 2
    vi.spyOn(jobs, 'complete').mockImplementation(async (job, ...note) => {
      if (job.kind === kind && refusals-- > 0) {
        awayMs += 10 * 60_000
        throw isAway
      }
      await complete(job, ...note)
    })
    const renewals = vi.spyOn(globalThis, 'setInterval')
    const ended = vi.spyOn(globalThis, 'clearInterval')
    onTestFinished(() => void vi.restoreAllMocks())
    const id = await book('10:00')
    await untilDone(id)
    await worker.stop()
    expect([sent, (await rowOf(id)).attempts]).toEqual([1, 1])
    // A finished job's lease isn't renewed.
    for (const { value } of renewals.mock.results) expect(ended).toHaveBeenCalledWith(value)
  })

  it('doesn’t keep the worker from stopping after an email was sent', async () => {
    const { jobs, book, worker } = await openWorker(async () => 'sent@example.com')
    const complete = vi.spyOn(jobs, 'complete').mockRejectedValue(isAway)
    await book('10:00')
    await waitFor(() => complete.mock.calls.length > 0)
    shortenTimers(stopWithinMs)
    await worker.stop()
  })

  it('delays due jobs until the next poll, and the retry of a failed email until its lease ends', async () => {
    let tries = 0
    const { jobs, book, untilDone, lookAfter } = await openWorker(async () => {
      if (++tries === 1) throw new Error('The mail server is away, too.')
      return 'sent@example.com'
    })
    const polls = vi.spyOn(jobs, 'claimDue').mockRejectedValueOnce(isAway)
    const postponed = vi.spyOn(jobs, 'postpone').mockRejectedValueOnce(isAway)
    const id = await book('10:00')
    lookAfter(0)
    await waitFor(() => polls.mock.calls.length === 1)
    lookAfter(0)
    await waitFor(() => postponed.mock.calls.length === 1)
    await untilDone(id, 'calendar-event')
    lookAfter(leaseMs)
    await untilDone(id)
    expect(tries).toBe(2)
  })

  it('fails no attempt when it prevents an alert', async () => {
    const { jobViews, book, rowOf, worker } = await openWorker(async () => {
      throw new RecipientRejected(550, null)
    })
    const alerts = vi.spyOn(jobViews, 'queueAlert').mockRejectedValueOnce(isAway)
    const id = await book('10:00')
    await waitFor(() => alerts.mock.calls.length === 1)
    await worker.stop()
    expect(await rowOf(id)).toMatchObject({ status: 'failed', attempts: 1 })
  })
})

describe('a live attempt whose lease ran out', () => {
  it('isn’t started twice, and stores its own result', async () => {
    const first = Promise.withResolvers<string>()
    let tries = 0
    const { book, rowOf, untilDone, lookAfter } = await openWorker(() =>
      ++tries === 1 ? first.promise : Promise.resolve('sent@example.com'),
    )
    const id = await book('10:00')
    await waitFor(() => tries === 1)
    for (const attempts of [2, 3]) {
      lookAfter(leaseMs)
      await waitFor(async () => (await rowOf(id)).attempts === attempts)
    }
    expect(tries).toBe(1)
    first.reject(new Error('The mail server is away.'))
    await waitFor(async () => (await rowOf(id)).leased_until_ms === null)
    expect((await rowOf(id)).last_error).toBe('Error')
    lookAfter(60_000)
    await untilDone(id)
  })
})

describe('a request for a finished job', () => {
  it('doesn’t displace pending jobs, however often it comes', async () => {
    let sent = 0
    const { book, worker, untilDone, lookAfter } = await openWorker(async () => `${++sent}@example.com`)
    const done = await book('10:00')
    await untilDone(done)
    for (let time = 0; time < 10; time++)
      expect(await worker.runNow(done, kind)).toEqual({ status: 'done', reference: '1@example.com' })
    const next = await book('14:00')
    lookAfter(0)
    await untilDone(next)
  })
})

describe.each(engines)('a lease in %s', (engine) => {
  /** A queue with one consultation. `claim` owns its job of that kind. */
  async function openBooked() {
    const queue = await openQueue(engine)
    const { jobs, appointments, syncedEvents, book, now } = queue
    const id = await book('10:00')
    const claim = async (wanted: JobKind = kind) =>
      (await jobs.claim(id, wanted, createLease(now()))) ?? expect.fail('It is owned already.')
    const state = () => jobs.state(id, kind, now())
    const appointment = (await appointments.findById(id)) ?? expect.fail('It is not stored.')
    const event = { ...appointment, uid: eventUid(id, shopDomain) }
    await syncedEvents.record('calendar', event)
    /** Adds the job as for an event that came back. */
    async function addAgain(): Promise<void> {
      const known = (await syncedEvents.find('calendar', event.uid)) ?? expect.fail('It is not stored.')
      await syncedEvents.restore('calendar', known, appointment, [{ kind, dueAtMs: now() }], now())
    }
    return { ...queue, id, claim, state, addAgain }
  }

  it('keeps every other attempt from completing, returning, or retrying the job', async () => {
    const { jobs, jobViews, id, claim, state, now } = await openBooked()
    const claimFor = (ms: number) => jobs.claim(id, kind, { nowEpochMs: now(), endsAtMs: now() + ms })
    const lost = (await claimFor(0)) ?? expect.fail('It is owned already.')
    const own = await claim()
    expect(await claimFor(leaseMs)).toBeNull()
    await jobs.postpone(lost, now(), 'late')
    await jobs.putBack(lost, now())
    await jobs.fail(lost, now(), 'late')
    expect(await jobs.renew(lost, createLease(now()))).toBeNull()
    expect(await jobViews.retry(now(), own.id)).toBe(0)
    expect(await state()).toEqual({ status: 'pending', isRunning: true })
    expect(await claimFor(leaseMs)).toBeNull()
    // An attempt that delivered completes the job, however late.
    await jobs.complete(lost, delivered('sent@example.com'), now())
    expect(await jobs.renew(own, createLease(now()))).toBeNull()
    expect(await state()).toEqual({ status: 'done', reference: 'sent@example.com' })
  })

  it('survives a renewal whose answer is lost', async () => {
    const { jobs, claim, state, now, wind } = await openBooked()
    const own = await claim()
    wind(leaseMs / 4)
    await jobs.renew(own, createLease(now()))
    wind(leaseMs / 4)
    expect(await jobs.renew(own, createLease(now()))).not.toBeNull()
    await jobs.postpone(own, now(), 'later')
    expect(await state()).toEqual({ status: 'pending', isRunning: false })
  })

  it.each([kind, 'client-reminder'] as const)('delays emails about later changes: %s', async (earlier) => {
    const { jobs, id, claim, move, now, wind } = await openBooked()
    const own = await claim(earlier)
    const renew = async () => {
      wind(leaseMs / 2)
      own.leaseEndsAtMs = (await jobs.renew(own, createLease(now()))) ?? expect.fail('It is ours no more.')
    }
    const due = (atMs: number) => jobs.claimDue({ nowEpochMs: atMs, endsAtMs: atMs + leaseMs }, 10, [kind])
    await move(id, '14:00')
    for (let times = 0; times < 3; times++) await renew()
    expect(await due(now())).toEqual([])
    // The next email waits for the running attempt, not for the email before it.
    await move(id, '16:00')
    expect(await due(now())).toEqual([])
    await renew()
    expect(await due(now() + leaseMs / 2)).toEqual([])
    await jobs.complete(own, delivered('sent@example.com'), now())
    expect(await due(now() + leaseMs)).toMatchObject([{ subject: { appointment_time: '16:00' } }])
  })

  it('on a job added again triggers another alert when that fails also', async () => {
    const { jobs, jobViews, claim, addAgain, now } = await openBooked()
    const fail = async () => {
      await jobs.fail(await claim(), now(), '503')
      return findFailingJobs(jobViews, 'trouble-event', now())
    }
    await jobViews.markAlerted(await fail(), now())
    await addAgain()
    expect(await fail()).toMatchObject([{ isAlerted: false }])
  })

  it('on an old job can’t complete the one that was added again', async () => {
    const { jobs, claim, state, addAgain, book, now } = await openBooked()
    const early = await claim()
    await addAgain()
    await jobs.complete(early, delivered('early@example.com'), now())
    expect(await state()).toEqual({ status: 'pending', isRunning: false })
    const later = await claim()
    expect(later.attempts).toBe(1)
    await jobs.fail(early, now(), 'late')
    expect(await jobs.renew(later, createLease(now()))).not.toBeNull()
    await jobs.complete(later, delivered('later@example.com'), now())
    // A later job never gets the number of an attempt that may still run.
    await addAgain()
    const next = await jobs.claim(await book('14:00'), kind, createLease(now()))
    expect(next?.id).toBeGreaterThan(later.id)
  })
})
