import { pino } from 'pino'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { eventUid, shopDomain } from '../../booking/calendar-event.ts'
import { type JobKind, jobKinds } from '../../booking/job-kinds.ts'
import { shop } from '../../booking/opening-hours.ts'
import { jobsOfPuttingBack } from '../../server/appointments/follow-up-jobs.ts'
import { leaseFrom, leaseMs, type Subject } from '../../server/db/jobs.ts'
import { failingJobs } from '../../server/jobs/alerts.ts'
import { jobPolicy } from '../../server/jobs/handlers.ts'
import { createAttempt, createWorker, delivered, type Handler } from '../../server/jobs/worker.ts'
import { StorageUnavailable } from '../../server/lib/errors.ts'
import { RecipientRejected } from '../../server/mail/mailer.ts'
import { engines } from './support/engines.ts'
import { openQueue, type Queue } from './support/queue.ts'
import { until } from './support/shop-server.ts'

const kind = 'client-invitation'

/** Sends confirmations as the test says, two at a time; any other job succeeds. */
function dependenciesOf({ jobs, jobViews, now }: Queue, send: () => Promise<string>) {
  const handlers = {} as Record<JobKind, Handler<Subject>>
  for (const one of jobKinds)
    handlers[one] = one === kind ? async () => delivered(await send()) : async () => delivered('done')
  const policy = jobPolicy({ mailer: { atOnceMax: 2 }, jobViews, timeZone: shop.timeZone, now })
  return { store: jobs, handlers, policy, now, log: pino({ level: 'silent' }) }
}

/** A queue and its worker. `lookAfter` winds the clock and wakes it. */
async function openWorker(send: () => Promise<string>) {
  const queue = await openQueue('SQLite')
  const worker = createWorker(dependenciesOf(queue, send))
  worker.start()
  onTestFinished(() => worker.stop())
  return {
    ...queue,
    worker,
    untilDone: (id: string, of: JobKind = kind) =>
      until(async () => (await queue.rowOf(id, of)).finished_at_ms !== null),
    lookAfter(ms: number) {
      queue.wind(ms)
      worker.wakeAt(queue.now())
    },
  }
}

const isAway = new StorageUnavailable('It is away.')

describe('a database that is away', () => {
  it('causes no second email after one was sent, for however long it is away', async () => {
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
    // No lease is renewed after its job is done.
    for (const { value } of renewals.mock.results) expect(ended).toHaveBeenCalledWith(value)
  })

  it('does not keep the process from ending after an email was sent', async () => {
    const queue = await openQueue('SQLite')
    const id = await queue.book('10:00')
    const job = (await queue.jobs.claim(id, kind, leaseFrom(queue.now()))) ?? expect.fail('It is owned.')
    const stopping = new AbortController()
    const complete = vi.spyOn(queue.jobs, 'complete').mockImplementation(async () => {
      stopping.abort()
      throw isAway
    })
    const dependencies = dependenciesOf(queue, async () => 'sent@example.com')
    const attempt = createAttempt(dependencies, stopping.signal, () => {})
    expect(await attempt(job, leaseMs)).toEqual({ status: 'failed' })
    expect(complete).toHaveBeenCalledTimes(1)
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
    await until(() => polls.mock.calls.length === 1)
    lookAfter(0)
    await until(() => postponed.mock.calls.length === 1)
    await untilDone(id, 'calendar-event')
    lookAfter(leaseMs)
    await untilDone(id)
    expect(tries).toBe(2)
  })

  it('fails no attempt when the owner can’t be alerted', async () => {
    const { jobViews, book, rowOf, worker } = await openWorker(async () => {
      throw new RecipientRejected(550, null)
    })
    const alerts = vi.spyOn(jobViews, 'queueAlert').mockRejectedValueOnce(isAway)
    const id = await book('10:00')
    await until(() => alerts.mock.calls.length === 1)
    await worker.stop()
    expect(await rowOf(id)).toMatchObject({ status: 'failed', attempts: 1 })
  })
})

describe('a live attempt whose lease ran out', () => {
  it('is not started twice, and stores its own result', async () => {
    const first = Promise.withResolvers<string>()
    let tries = 0
    const { book, rowOf, untilDone, lookAfter } = await openWorker(() =>
      ++tries === 1 ? first.promise : Promise.resolve('sent@example.com'),
    )
    const id = await book('10:00')
    await until(() => tries === 1)
    for (const attempts of [2, 3]) {
      lookAfter(leaseMs)
      await until(async () => (await rowOf(id)).attempts === attempts)
    }
    expect(tries).toBe(1)
    first.reject(new Error('The mail server is away.'))
    await until(async () => (await rowOf(id)).leased_until_ms === null)
    expect((await rowOf(id)).last_error).toBe('Error')
    lookAfter(60_000)
    await untilDone(id)
  })
})

describe('a request for a job that is done', () => {
  it('takes no room from pending jobs, however often it comes', async () => {
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
    const { jobs, appointments, book, now } = queue
    const id = await book('10:00')
    const claim = async (of: JobKind = kind) =>
      (await jobs.claim(id, of, leaseFrom(now()))) ?? expect.fail('It is owned already.')
    const appointment = (await appointments.findById(id)) ?? expect.fail('It is not stored.')
    const state = () => jobs.state(id, kind, now())
    return { ...queue, id, claim, state, appointment, uid: eventUid(id, shopDomain) }
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
    expect(await jobs.renew(lost, leaseFrom(now()))).toBeNull()
    expect(await jobViews.retry(now(), own.id)).toBe(0)
    expect(await state()).toEqual({ status: 'pending', isRunning: true })
    expect(await claimFor(leaseMs)).toBeNull()
    // An attempt that delivered completes the job, however late.
    await jobs.complete(lost, delivered('sent@example.com'), now())
    expect(await jobs.renew(own, leaseFrom(now()))).toBeNull()
    expect(await state()).toEqual({ status: 'done', reference: 'sent@example.com' })
  })

  it('survives a renewal whose answer is lost', async () => {
    const { jobs, claim, state, now, wind } = await openBooked()
    const own = await claim()
    wind(leaseMs / 4)
    await jobs.renew(own, leaseFrom(now()))
    wind(leaseMs / 4)
    expect(await jobs.renew(own, leaseFrom(now()))).not.toBeNull()
    await jobs.postpone(own, now(), 'later')
    expect(await state()).toEqual({ status: 'pending', isRunning: false })
  })

  it.each([kind, 'client-reminder'] as const)(
    'delays the emails about later changes: %s',
    async (earlier) => {
      const { jobs, id, claim, move, now, wind } = await openBooked()
      const own = await claim(earlier)
      const renew = async () => {
        wind(leaseMs / 2)
        own.leaseEndsAtMs = (await jobs.renew(own, leaseFrom(now()))) ?? expect.fail('It is ours no more.')
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
    },
  )

  it('of a job that is added again leads to another alert when that fails also', async () => {
    const { jobs, jobViews, polls, syncedEvents, claim, appointment, uid, now } = await openBooked()
    const fail = async () => {
      await jobs.fail(await claim('calendar-event'), now(), '503')
      return failingJobs(jobViews, 'trouble-mail', now())
    }
    await jobViews.markAlerted(await fail(), now())
    const onHold = { suspectedChange: 'on-hold', suspectedAtMs: now() } as const
    await syncedEvents.record('calendar', { ...appointment, uid, ...onHold })
    expect(await polls.putBack('calendar', (kind) => jobsOfPuttingBack(kind, now()))).toBe(1)
    expect(await fail()).toMatchObject([{ isAlerted: false }])
  })

  it('of an old job does not complete the one that was added again', async () => {
    const { jobs, syncedEvents, claim, state, appointment, uid, book, now } = await openBooked()
    await syncedEvents.record('calendar', { ...appointment, uid })
    const again = async () => {
      const known = (await syncedEvents.find('calendar', uid)) ?? expect.fail('It is not stored.')
      await syncedEvents.restore('calendar', known, appointment, [{ kind, dueAtMs: now() }], now())
    }
    const early = await claim()
    await again()
    await jobs.complete(early, delivered('early@example.com'), now())
    expect(await state()).toEqual({ status: 'pending', isRunning: false })
    const later = await claim()
    expect(later.attempts).toBe(1)
    await jobs.fail(early, now(), 'late')
    expect(await jobs.renew(later, leaseFrom(now()))).not.toBeNull()
    await jobs.complete(later, delivered('later@example.com'), now())
    // A later job never gets the number of an attempt that may still run.
    await again()
    const next = await jobs.claim(await book('14:00'), kind, leaseFrom(now()))
    expect(next?.id).toBeGreaterThan(later.id)
  })
})
