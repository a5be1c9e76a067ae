import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { JobKind } from '../../booking/job-kinds.ts'
import type { Delivery, Job, JobOutcome, JobStore, Subject } from '../db/jobs.ts'
import { createLease, leaseMs } from '../db/jobs.ts'
import { latestRetryMs, retryDelayMs, withTimeout } from '../lib/async.ts'
import { getErrorKind } from '../lib/errors.ts'

/**
 * Does one job. Doing it twice must have the same result, because an attempt can get lost after it delivered.
 * @throws if the job can't be done now
 */
export type Handler<Of> = (subject: Of, signal: AbortSignal) => Promise<JobOutcome>

export const delivered = (reference: string): JobOutcome => ({ outcome: 'delivered', reference })

export interface ConcurrencyGroup {
  kinds: readonly JobKind[]
  atOnceMax: number
  patienceMs: number
}

export interface JobPolicy {
  groups: readonly ConcurrencyGroup[]
  /** Kinds whose first attempt may be due far ahead. */
  scheduled: readonly JobKind[]
  notBeforeMs(job: Job, nowEpochMs: number): number
  isHopeless(job: Job, error: unknown, nowEpochMs: number): boolean
  /** Runs after each failed attempt. @returns whether it queued another job */
  onFailure(job: Job, isFinal: boolean): Promise<boolean>
}

export interface WorkerDeps {
  store: JobStore
  handlers: Record<JobKind, Handler<Subject>>
  policy: JobPolicy
  now: () => number
  log: Logger
}

/** How soon the worker finds other processes' jobs, and adjusted clocks. */
export const pollEveryMs = 5000

export function createTimer(ring: () => void, now: () => number) {
  let timer: NodeJS.Timeout | undefined
  let isOn = false
  // By the process's monotonic clock, which no one sets.
  let ringsAt = Number.POSITIVE_INFINITY

  function ringIn(ms: number): void {
    ringsAt = performance.now() + ms
    clearTimeout(timer)
    timer = setTimeout(() => {
      ringIn(pollEveryMs)
      ring()
    }, ms)
  }

  return {
    start() {
      isOn = true
      ringIn(0)
    },
    ringBy(dueAtMs: number) {
      const inMs = Math.max(0, dueAtMs - now())
      if (isOn && performance.now() + inMs < ringsAt) ringIn(inMs)
    },
    stop() {
      isOn = false
      clearTimeout(timer)
    },
  }
}

/** Bookings that follow each other within this time come first: an email can wait, a visitor can't. */
const burstGapMs = 50

/** A long spike of bookings mustn't delay confirmations for long. */
const maxYieldMs = 2000

/** Decides whether due jobs yield to bookings. Without it, a booking under load takes twice the CPU time. */
export function createYieldPolicy() {
  let lastBookingAt = Number.NEGATIVE_INFINITY
  let yieldingSince: number | null = null
  return {
    noteBooking() {
      lastBookingAt = performance.now()
    },
    shouldYield(): boolean {
      const at = performance.now()
      yieldingSince = at - lastBookingAt < burstGapMs ? (yieldingSince ?? at) : null
      if (yieldingSince !== null && at - yieldingSince < maxYieldMs) return true
      yieldingSince = null
      return false
    },
  }
}

const noteAgainEveryMs = 200

/**
 * Retries during a database outage. Otherwise a finished job would run again.
 * @throws once `stop` is aborted
 */
export async function retryUntilStored(note: () => Promise<void>, stop: AbortSignal): Promise<void> {
  for (;;) {
    try {
      return await note()
    } catch (error) {
      if (stop.aborted) throw error
      await sleep(noteAgainEveryMs)
    }
  }
}

/** An attempt may run long, but a killed process's job must come back soon. So leases are short, and renewed. */
const renewEveryMs = leaseMs / 4

export function createAttempt(
  { store, handlers, policy, now, log }: WorkerDeps,
  stop: AbortSignal,
  onDue: (dueAtMs: number) => void,
) {
  async function deliver(job: Job, patienceMs: number): Promise<JobOutcome> {
    const renewal = setInterval(() => {
      store.renew(job, createLease(now())).then(
        (endsAtMs) => {
          job.leaseEndsAtMs = endsAtMs ?? job.leaseEndsAtMs
        },
        () => {
          // The next renewal tries again.
        },
      )
    }, renewEveryMs)
    try {
      const work = (signal: AbortSignal) => handlers[job.kind](job.subject, signal)
      const outcome = await withTimeout(patienceMs, work, stop)
      await retryUntilStored(() => store.complete(job, outcome, now()), stop)
      return outcome
    } finally {
      clearInterval(renewal)
    }
  }

  const fieldsOf = ({ subject, kind, attempts }: Job) => ({
    subject: subject.id,
    job: kind,
    attempt: attempts,
  })

  async function fail(job: Job, cause: unknown): Promise<void> {
    const error = getErrorKind(cause)
    const isFinal = policy.isHopeless(job, cause, now())
    const dueAtMs = now() + retryDelayMs(job.attempts, Math.random())
    const retryAt = isFinal ? 'never' : new Date(dueAtMs).toISOString()
    log.warn({ ...fieldsOf(job), error, retryAt }, 'job failed')
    // If this isn't stored, the row becomes due when its lease ends.
    await (isFinal ? store.fail(job, now(), error) : store.postpone(job, dueAtMs, error)).catch(() => {})
    if (!isFinal) onDue(dueAtMs)
    const isQueued = await policy.onFailure(job, isFinal).catch((reason) => {
      log.error({ ...fieldsOf(job), error: getErrorKind(reason) }, 'owner not alerted')
      return false
    })
    if (isQueued) onDue(now())
  }

  return async (job: Job, patienceMs: number): Promise<Delivery> => {
    try {
      const notBeforeMs = policy.notBeforeMs(job, now())
      if (notBeforeMs > now()) {
        await store.putBack(job, notBeforeMs)
        return { status: 'failed' }
      }
      const { reference = null } = await deliver(job, patienceMs)
      log.info(fieldsOf(job), 'job done')
      return { status: 'done', reference }
    } catch (error) {
      await fail(job, error)
      return { status: 'failed' }
    }
  }
}

/** How many attempts of one group the worker itself starts. Those that a visitor waits for come on top. */
const startedMax = 8

export const answerWithinMs = 10_000
export const stopWithinMs = 8000
const waitForOthersEveryMs = 100

/**
 * How often the worker looks for due times set by a clock that was ahead. It also looks whenever the clock goes back.
 */
const pullInEveryMs = 60 * 60_000

export type Worker = ReturnType<typeof createWorker>

export function createWorker(deps: WorkerDeps) {
  const { store, policy, now, log } = deps
  const stopping = new AbortController()
  const running = new Set<Promise<unknown>>()
  const attempts = new Map<number, { job: Job; outcome: Promise<Delivery> }>()
  const timer = createTimer(() => void tracked(poll()), now)
  const yieldPolicy = createYieldPolicy()
  const attempt = createAttempt(deps, stopping.signal, timer.ringBy)
  let pulledInAtMs = Number.NEGATIVE_INFINITY

  const counts = new Map(policy.groups.map((group) => [group, 0]))
  const countOf = (group: ConcurrencyGroup) => counts.get(group) ?? 0
  const count = (group: ConcurrencyGroup, more: number) => counts.set(group, countOf(group) + more)
  const roomIn = (group: ConcurrencyGroup) => Math.min(group.atOnceMax, startedMax) - countOf(group)
  const groupsWithRoom = () => policy.groups.filter((group) => roomIn(group) > 0)

  function tracked<T>(work: Promise<T>): Promise<T> {
    const done = work.finally(() => running.delete(done))
    running.add(done)
    return done
  }

  /** Starts an attempt that its group has counted. */
  function begin(job: Job, group: ConcurrencyGroup): Promise<Delivery> {
    const same = attempts.get(job.id)
    if (same) {
      // The lease of a live attempt ran out: the database outage was too long, or someone set the clock.
      same.job.leaseEndsAtMs = job.leaseEndsAtMs
      count(group, -1)
      return same.outcome
    }
    const outcome = tracked(attempt(job, group.patienceMs)).finally(() => {
      attempts.delete(job.id)
      count(group, -1)
      timer.ringBy(now())
    })
    attempts.set(job.id, { job, outcome })
    return outcome
  }

  async function pullIn(): Promise<void> {
    const nowEpochMs = now()
    if (nowEpochMs >= pulledInAtMs && nowEpochMs - pulledInAtMs < pullInEveryMs) return
    await store.pullIn(nowEpochMs, nowEpochMs + latestRetryMs, policy.scheduled)
    pulledInAtMs = nowEpochMs
  }

  async function nextDueAtMs(): Promise<number> {
    const kinds = groupsWithRoom().flatMap((group) => group.kinds)
    return (kinds.length > 0 ? await store.nextDueAtMs(now(), kinds) : null) ?? Number.POSITIVE_INFINITY
  }

  async function startDue(): Promise<void> {
    if (yieldPolicy.shouldYield()) return timer.ringBy(now() + burstGapMs)
    await pullIn()
    const dueAtMs = await nextDueAtMs()
    if (dueAtMs > now()) return timer.ringBy(dueAtMs)
    for (const group of groupsWithRoom()) {
      const room = roomIn(group)
      count(group, room)
      let jobs: Job[] = []
      try {
        jobs = await store.claimDue(createLease(now()), room, group.kinds)
      } finally {
        // In one step, because another poll may run in between.
        count(group, jobs.length - room)
      }
      for (const job of jobs) void begin(job, group)
    }
    timer.ringBy(await nextDueAtMs())
  }

  const poll = () =>
    startDue().catch((error) => log.error({ error: getErrorKind(error) }, 'the job queue could not be read'))

  async function claimNow(subjectId: string, kind: JobKind, group: ConcurrencyGroup): Promise<Job | null> {
    let job: Job | null = null
    count(group, 1)
    try {
      job = await store.claim(subjectId, kind, createLease(now()))
      return job
    } finally {
      if (!job) count(group, -1)
    }
  }

  async function outcomeBy(deadline: number, subjectId: string, kind: JobKind): Promise<Delivery> {
    const group = policy.groups.find(({ kinds }) => kinds.includes(kind))
    if (!group) throw new RangeError(`No group has jobs of the kind ${kind}.`)
    let wasTried = false
    while (performance.now() < deadline) {
      const hasRoom = countOf(group) < group.atOnceMax
      const job = hasRoom && !wasTried ? await claimNow(subjectId, kind, group) : null
      if (job) return begin(job, group)
      const state = await store.state(subjectId, kind, now())
      if (state.status !== 'pending') return state
      if (state.isRunning) wasTried = true
      else if (wasTried || hasRoom) return { status: 'failed' }
      await sleep(waitForOthersEveryMs)
    }
    return { status: 'failed' }
  }

  return {
    start: timer.start,

    /** Tells the worker that a booking or a change added jobs, so they don't wait for the next poll. */
    wakeAt(dueAtMs: number): void {
      yieldPolicy.noteBooking()
      timer.ringBy(dueAtMs)
    },

    /** Runs a job now, or waits for its running attempt. Longer than a visitor waits counts as failed. */
    async runNow(subjectId: string, kind: JobKind): Promise<Delivery> {
      const timeout = Promise.withResolvers<Delivery>()
      const waiting = setTimeout(() => timeout.resolve({ status: 'failed' }), answerWithinMs)
      const outcome = outcomeBy(performance.now() + answerWithinMs, subjectId, kind)
      return Promise.race([outcome, timeout.promise]).finally(() => clearTimeout(waiting))
    },

    async stop(): Promise<void> {
      timer.stop()
      const end = setTimeout(() => stopping.abort(), stopWithinMs)
      // A running poll may still start an attempt.
      while (running.size > 0) await Promise.allSettled(running)
      clearTimeout(end)
    },
  }
}
