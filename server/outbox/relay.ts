import type { Logger } from 'pino'
import { faultOf } from '../base/fault.ts'
import { withTimeout } from '../base/timeout.ts'
import { retryDelayMs } from './backoff.ts'
import type { Job, JobStore, Lease } from './job-store.ts'

/**
 * Does what is owed for a subject. Doing it twice must come to the same, because an attempt can be lost after its
 * effect and before its note.
 *
 * @returns what the effect is known by
 * @throws when it could not be done now
 */
export type Handler<Subject> = (subject: Subject, signal: AbortSignal) => Promise<string>

/** What became of something owed when somebody asked for it to be done at once. */
export type Delivery = { status: 'done'; result: string } | { status: 'failed' } | { status: 'unknown' }

export interface Outbox<Kind extends string> {
  /** Begins to deliver whatever is due, what an earlier process left included. */
  start(): void
  /** Says that a row falls due at that time, so that it is not found only by the next poll. */
  wakeAt(dueAtMs: number): void
  /**
   * Does something owed at once, whenever it is due, and tells how it went. Where another attempt is under way, here
   * or in another process, that one's outcome is told.
   */
  deliverNow(subjectId: string, kind: Kind): Promise<Delivery>
  /** Takes no more rows and waits for the running attempts. */
  stop(): Promise<void>
}

interface Dependencies<Kind extends string, Subject extends { id: string }> {
  store: JobStore<Kind, Subject>
  handlers: Record<Kind, Handler<Subject>>
  /** Told of each attempt that failed. @returns whether it has owed something that is due now */
  onFailure: (job: Job<Kind, Subject>) => Promise<boolean>
  now: () => number
  log: Logger
}

const attemptTimeoutMs = 10_000
/** How long an attempt goes on trying to write down that it is done. */
const noteTimeoutMs = 7000
const noteAgainEveryMs = 200
/** Longer than an attempt can take with its note in the database, so that an owned row has a living owner. */
const leaseMs = attemptTimeoutMs + noteTimeoutMs + 1000
const atOnceMax = 8
/** What other processes left behind, and clocks that were set, are noticed this often. */
const pollEveryMs = 5000
const waitForOthersEveryMs = 100
/** While bookings follow each other this closely, they are answered first: a mail can wait, a visitor does not. */
const closelyMs = 50
/** But no longer than this, so that a long rush keeps nobody's confirmation for ever. */
const giveWayMostMs = 2000

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Delivers what is owed, now or later, and once. */
export function createOutbox<Kind extends string, Subject extends { id: string }>({
  store,
  handlers,
  onFailure,
  now,
  log,
}: Dependencies<Kind, Subject>): Outbox<Kind> {
  const running = new Set<Promise<unknown>>()
  let timer: NodeJS.Timeout | undefined
  let nextPollAtMs = Number.POSITIVE_INFINITY
  let attempting = 0
  let lastOwedAtMs = Number.NEGATIVE_INFINITY
  let givesWaySinceMs: number | null = null
  let stopped = false

  function lease(): Lease {
    const nowEpochMs = now()
    return { nowEpochMs, endsAtMs: nowEpochMs + leaseMs }
  }

  /** Writes down what is done. A database that is away for a moment must not make us do it again. */
  async function noted(note: () => Promise<void>): Promise<void> {
    const giveUpAt = performance.now() + noteTimeoutMs
    for (;;) {
      try {
        return await note()
      } catch (error) {
        if (performance.now() > giveUpAt) throw error
        await sleep(noteAgainEveryMs)
      }
    }
  }

  async function attempt(job: Job<Kind, Subject>): Promise<Delivery> {
    const subject = { subject: job.subject.id, effect: job.kind, attempt: job.attempts }
    try {
      const result = await withTimeout(attemptTimeoutMs, (signal) => handlers[job.kind](job.subject, signal))
      await noted(() => store.complete(job, result, now()))
      log.info(subject, 'effect delivered')
      return { status: 'done', result }
    } catch (error) {
      const fault = faultOf(error)
      const dueAtMs = now() + retryDelayMs(job.attempts, Math.random())
      log.warn({ ...subject, fault, retryAt: new Date(dueAtMs).toISOString() }, 'effect failed')
      // Without this note the row falls due when its lease ends.
      await store.postpone(job, dueAtMs, fault).catch(() => {})
      scheduleBy(dueAtMs)
      const owesMore = await onFailure(job).catch((error) => {
        log.error({ ...subject, fault: faultOf(error) }, 'owner not told')
        return false
      })
      if (owesMore) scheduleBy(now())
      return { status: 'failed' }
    }
  }

  function tracked<T>(work: Promise<T>): Promise<T> {
    const done = work.finally(() => running.delete(done))
    running.add(done)
    return done
  }

  function givesWay(): boolean {
    const atMs = now()
    const isRush = atMs - lastOwedAtMs < closelyMs
    givesWaySinceMs = isRush ? (givesWaySinceMs ?? atMs) : null
    if (givesWaySinceMs === null || atMs - givesWaySinceMs < giveWayMostMs) return isRush
    givesWaySinceMs = null
    return false
  }

  /** Starts what is due, as far as there is room; each attempt makes room for the next poll when it ends. */
  async function startDue(): Promise<void> {
    const room = atOnceMax - attempting
    const nextDueAtMs = room > 0 ? await store.nextDueAtMs(now()) : null
    if (nextDueAtMs === null) return
    if (nextDueAtMs > now()) return scheduleBy(nextDueAtMs)
    if (givesWay()) return scheduleBy(now() + closelyMs)
    for (const job of await store.claimDue(lease(), room)) {
      attempting += 1
      void tracked(attempt(job)).finally(() => {
        attempting -= 1
        scheduleBy(now())
      })
    }
    scheduleBy((await store.nextDueAtMs(now())) ?? Number.POSITIVE_INFINITY)
  }

  async function poll(): Promise<void> {
    nextPollAtMs = now() + pollEveryMs
    timer = setTimeout(startPoll, pollEveryMs)
    try {
      await startDue()
    } catch (error) {
      log.error({ fault: faultOf(error) }, 'the outbox could not be read')
    }
  }

  function startPoll(): void {
    if (!stopped) void tracked(poll())
  }

  function scheduleBy(dueAtMs: number): void {
    if (stopped || dueAtMs >= nextPollAtMs) return
    nextPollAtMs = dueAtMs
    clearTimeout(timer)
    timer = setTimeout(startPoll, Math.max(0, dueAtMs - now()))
  }

  async function outcomeElsewhere(subjectId: string, kind: Kind): Promise<Delivery> {
    const giveUpAtMs = now() + leaseMs
    while (now() < giveUpAtMs) {
      const state = await store.state(subjectId, kind, now())
      if (state.status === 'unknown') return { status: 'unknown' }
      if (state.status === 'done') return { status: 'done', result: state.result }
      if (!state.attempted) return { status: 'failed' }
      await sleep(waitForOthersEveryMs)
    }
    return { status: 'failed' }
  }

  return {
    start: () => scheduleBy(now()),
    wakeAt(dueAtMs) {
      lastOwedAtMs = now()
      scheduleBy(dueAtMs)
    },
    async deliverNow(subjectId, kind) {
      const job = await store.claim(subjectId, kind, lease())
      return job ? tracked(attempt(job)) : outcomeElsewhere(subjectId, kind)
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      // A poll that was under way may still have started an attempt.
      while (running.size > 0) await Promise.allSettled(running)
    },
  }
}
