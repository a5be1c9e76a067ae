import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { type Delivery, type Job, type JobOutcome, type JobStore, leaseFrom, leaseMs } from '../db/jobs.ts'
import { latestRetryMs, retryDelayMs, withTimeout } from '../lib/async.ts'
import { errorKind } from '../lib/errors.ts'

/** What other processes left behind, and clocks that were set, are noticed this often. */
const everyMs = 5000

/** Rings when something falls due, and every few seconds in any case. */
export function createTimer(ring: () => void, now: () => number) {
  let timer: NodeJS.Timeout | undefined
  let isOn = false
  // By the clock of the process, which nobody sets.
  let ringsAt = Number.POSITIVE_INFINITY

  function ringIn(ms: number): void {
    ringsAt = performance.now() + ms
    clearTimeout(timer)
    timer = setTimeout(() => {
      ringIn(everyMs)
      ring()
    }, ms)
  }

  return {
    start() {
      isOn = true
      ringIn(0)
    },
    /** @param dueAtMs - epoch milliseconds; Infinity for never */
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
/** One way to the outside, which kinds share. */
export interface ConcurrencyGroup<Kind extends string> {
  kinds: readonly Kind[]
  /** How many attempts it carries at a time; the next waits without being claimed. Infinity for no limit. */
  atOnceMax: number
  patienceMs: number
}

/** How many attempts of one channel the relay begins by itself at a time. */
const startedMax = 8

export function createConcurrencyGroups<Kind extends string>(channels: readonly ConcurrencyGroup<Kind>[]) {
  const carried = new Map(channels.map((channel) => [channel, 0]))
  const carriedBy = (channel: ConcurrencyGroup<Kind>) => carried.get(channel) ?? 0
  /** How many more attempts the relay may begin. */
  const roomOf = (channel: ConcurrencyGroup<Kind>) =>
    Math.min(channel.atOnceMax, startedMax) - carriedBy(channel)

  return {
    roomOf,
    roomy: () => channels.filter((channel) => roomOf(channel) > 0),
    /** For an attempt that somebody waits for. */
    hasRoom: (channel: ConcurrencyGroup<Kind>) => carriedBy(channel) < channel.atOnceMax,
    carry: (channel: ConcurrencyGroup<Kind>, more: number) => carried.set(channel, carriedBy(channel) + more),

    of(kind: Kind): ConcurrencyGroup<Kind> {
      const channel = channels.find(({ kinds }) => kinds.includes(kind))
      if (!channel) throw new RangeError(`No channel carries ${kind}.`)
      return channel
    },
  }
}

/**
 * Does what is owed for a subject. Doing it twice must come to the same, because an attempt can be lost after its
 * effect and before its note.
 *
 * @throws when it could not be done now
 */
export type Handler<Subject> = (subject: Subject, signal: AbortSignal) => Promise<JobOutcome>

export const delivered = (reference: string): JobOutcome => ({ outcome: 'delivered', reference })

/** What the relay leaves to those who know what is owed. */
export interface JobPolicy<Kind extends string, Subject extends { id: string }> {
  /** Each kind goes by one of them. */
  channels: readonly ConcurrencyGroup<Kind>[]
  /** Kinds whose first attempt is planned for a moment of its own, however far ahead. */
  planned: readonly Kind[]
  /** From when on this may be done, epoch milliseconds; asked at each attempt. */
  notBeforeMs(job: Job<Kind, Subject>, nowEpochMs: number): number
  /** Whether no further attempt can succeed, or is worth it. */
  isHopeless(job: Job<Kind, Subject>, error: unknown, nowEpochMs: number): boolean
  /** Told of each attempt that failed, and whether it was the last. @returns whether more may be due now */
  onFailure(job: Job<Kind, Subject>, hasFailed: boolean): Promise<boolean>
}

export interface AttemptDependencies<Kind extends string, Subject extends { id: string }> {
  store: JobStore<Kind, Subject>
  handlers: Record<Kind, Handler<Subject>>
  policy: JobPolicy<Kind, Subject>
  now: () => number
  log: Logger
}

/**
 * An attempt may take long, and what a killed process has owned must come back soon: so leases are short and renewed,
 * often enough for a database that is away for a moment.
 */
const renewEveryMs = leaseMs / 4

/**
 * One try at something owed, to its note in the store.
 * @param stop - ends attempts before their time
 * @param onDue - told when something falls due because of an attempt
 */
export function createAttempt<Kind extends string, Subject extends { id: string }>(
  { store, handlers, policy, now, log }: AttemptDependencies<Kind, Subject>,
  stop: AbortSignal,
  onDue: (dueAtMs: number) => void,
) {
  async function deliver(job: Job<Kind, Subject>, patienceMs: number): Promise<JobOutcome> {
    const renewal = setInterval(() => {
      store.renew(job, leaseFrom(now())).then(
        (endsAtMs) => {
          job.leaseEndsAtMs = endsAtMs ?? job.leaseEndsAtMs
        },
        () => {
          // The database is away; the next renewal or the note finds it again.
        },
      )
    }, renewEveryMs)
    try {
      const done = (signal: AbortSignal) => handlers[job.kind](job.subject, signal)
      const outcome = await withTimeout(patienceMs, done, stop)
      await untilNoted(() => store.complete(job, outcome, now()), stop)
      return outcome
    } finally {
      clearInterval(renewal)
    }
  }

  async function failed(job: Job<Kind, Subject>, error: unknown): Promise<void> {
    const subject = { subject: job.subject.id, effect: job.kind, attempt: job.attempts }
    const fault = errorKind(error)
    const hasFailed = policy.isHopeless(job, error, now())
    const dueAtMs = now() + retryDelayMs(job.attempts, Math.random())
    const retryAt = hasFailed ? 'never' : new Date(dueAtMs).toISOString()
    log.warn({ ...subject, fault, retryAt }, 'effect failed')
    // Without this note the row falls due when its lease ends.
    await (hasFailed ? store.giveUp(job, now(), fault) : store.postpone(job, dueAtMs, fault)).catch(() => {})
    if (!hasFailed) onDue(dueAtMs)
    const owesMore = await policy.onFailure(job, hasFailed).catch((error) => {
      log.error({ ...subject, fault: errorKind(error) }, 'owner not told')
      return false
    })
    if (owesMore) onDue(now())
  }

  return async (job: Job<Kind, Subject>, patienceMs: number): Promise<Delivery> => {
    try {
      const notBeforeMs = policy.notBeforeMs(job, now())
      if (notBeforeMs > now()) {
        await store.putBack(job, notBeforeMs)
        return { status: 'failed' }
      }
      const { reference = null } = await deliver(job, patienceMs)
      log.info({ subject: job.subject.id, effect: job.kind, attempt: job.attempts }, 'effect delivered')
      return { status: 'done', reference }
    } catch (error) {
      await failed(job, error)
      return { status: 'failed' }
    }
  }
}
/** While bookings follow each other this closely, they are answered first: a mail can wait, a visitor does not. */
export const closelyMs = 50

/** But no longer than this, so that a long rush keeps nobody's confirmation for ever. */
const giveWayMostMs = 2000

/** Whether what is due gives way to what is owed anew, because that comes in a rush. */
export function createGiveWay() {
  // By the clock of the process, which nobody sets.
  let lastOwedAt = Number.NEGATIVE_INFINITY
  let givesWaySince: number | null = null
  return {
    noteOwed() {
      lastOwedAt = performance.now()
    },
    givesWay(): boolean {
      const at = performance.now()
      const isRush = at - lastOwedAt < closelyMs
      givesWaySince = isRush ? (givesWaySince ?? at) : null
      if (givesWaySince === null || at - givesWaySince < giveWayMostMs) return isRush
      givesWaySince = null
      return false
    },
  }
}

const noteAgainEveryMs = 200

/**
 * Writes down what is done. A database that is away must not make us do it again: nothing can be done meanwhile, and
 * what it does not know when it comes back is owed once more.
 *
 * @param stop - from then on a note that fails is given up
 * @throws what the database says, once it was stopped
 */
export async function untilNoted(note: () => Promise<void>, stop: AbortSignal): Promise<void> {
  for (;;) {
    try {
      return await note()
    } catch (error) {
      if (stop.aborted) throw error
      await sleep(noteAgainEveryMs)
    }
  }
}

export interface Worker<Kind extends string> {
  /** Begins to deliver whatever is due, what an earlier process left included. */
  start(): void
  /** Says that a row falls due at that time, so that it is not found only by the next poll. */
  wakeAt(dueAtMs: number): void
  /**
   * Does something owed at once, whenever it is due, and tells how it went. Where another attempt is under way, here
   * or in another process, that one's outcome is told. What takes longer than a visitor waits has failed for them; the
   * attempt goes on.
   */
  runNow(subjectId: string, kind: Kind): Promise<Delivery>
  /** Takes no more rows and waits for the running attempts; those that take too long are ended and owed. */
  stop(): Promise<void>
}

/** How long a visitor who has asked for it waits. */
const answerWithinMs = 10_000

/** How long the end of the process waits for a peer that has not answered. */
const stopWithinMs = 8000

/** Due times are looked at for what a clock that was ahead has left behind, when it goes back and this often. */
const pullInEveryMs = 60 * 60_000

const waitForOthersEveryMs = 100

/** Delivers what is owed, now or later, and once. */
export function createWorker<Kind extends string, Subject extends { id: string }>(
  dependencies: AttemptDependencies<Kind, Subject>,
): Worker<Kind> {
  const { store, policy, now, log } = dependencies
  const stopping = new AbortController()
  const running = new Set<Promise<unknown>>()
  const underWay = new Map<number, { job: Job<Kind, Subject>; outcome: Promise<Delivery> }>()
  const channels = createConcurrencyGroups(policy.channels)
  const alarm = createTimer(() => void tracked(poll()), now)
  const giveWay = createGiveWay()
  const attempt = createAttempt(dependencies, stopping.signal, alarm.ringBy)
  let pulledInAtMs = Number.NEGATIVE_INFINITY

  function tracked<T>(work: Promise<T>): Promise<T> {
    const done = work.finally(() => running.delete(done))
    running.add(done)
    return done
  }

  /** Begins an attempt, for which its channel has room already. */
  function begin(job: Job<Kind, Subject>, channel: ConcurrencyGroup<Kind>): Promise<Delivery> {
    const same = underWay.get(job.id)
    if (same) {
      // Its lease ran out although it lives: the database was away for too long, or the clock was set.
      same.job.leaseEndsAtMs = job.leaseEndsAtMs
      channels.carry(channel, -1)
      return same.outcome
    }
    const outcome = tracked(attempt(job, channel.patienceMs)).finally(() => {
      underWay.delete(job.id)
      channels.carry(channel, -1)
      alarm.ringBy(now())
    })
    underWay.set(job.id, { job, outcome })
    return outcome
  }

  /** A clock that was ahead has made due times that are none. */
  async function pullIn(): Promise<void> {
    const nowEpochMs = now()
    if (nowEpochMs >= pulledInAtMs && nowEpochMs - pulledInAtMs < pullInEveryMs) return
    await store.pullIn(nowEpochMs, nowEpochMs + latestRetryMs, policy.planned)
    pulledInAtMs = nowEpochMs
  }

  async function nextDueAtMs(): Promise<number> {
    const kinds = channels.roomy().flatMap((channel) => channel.kinds)
    return (kinds.length > 0 ? await store.nextDueAtMs(now(), kinds) : null) ?? Number.POSITIVE_INFINITY
  }

  /** Starts what is due, as far as there is room; each attempt makes room for the next poll when it ends. */
  async function startDue(): Promise<void> {
    if (giveWay.givesWay()) return alarm.ringBy(now() + closelyMs)
    await pullIn()
    const dueAtMs = await nextDueAtMs()
    if (dueAtMs > now()) return alarm.ringBy(dueAtMs)
    for (const channel of channels.roomy()) {
      const room = channels.roomOf(channel)
      channels.carry(channel, room)
      const claimed = store.claimDue(leaseFrom(now()), room, channel.kinds)
      const jobs = await claimed.finally(() => channels.carry(channel, -room))
      channels.carry(channel, jobs.length)
      for (const job of jobs) void begin(job, channel)
    }
    alarm.ringBy(await nextDueAtMs())
  }

  async function poll(): Promise<void> {
    try {
      await startDue()
    } catch (error) {
      log.error({ fault: errorKind(error) }, 'the outbox could not be read')
    }
  }

  async function claimNow(subjectId: string, kind: Kind, channel: ConcurrencyGroup<Kind>) {
    let job: Job<Kind, Subject> | null = null
    channels.carry(channel, 1)
    try {
      job = await store.claim(subjectId, kind, leaseFrom(now()))
      return job
    } finally {
      if (!job) channels.carry(channel, -1)
    }
  }

  async function outcomeBy(giveUpAt: number, subjectId: string, kind: Kind): Promise<Delivery> {
    const channel = channels.of(kind)
    let wasTried = false
    while (performance.now() < giveUpAt) {
      const hasRoom = channels.hasRoom(channel)
      const job = hasRoom && !wasTried ? await claimNow(subjectId, kind, channel) : null
      if (job) return begin(job, channel)
      const state = await store.state(subjectId, kind, now())
      if (state.status !== 'owed') return state
      if (state.attempted) wasTried = true
      else if (wasTried || hasRoom) return { status: 'failed' }
      await sleep(waitForOthersEveryMs)
    }
    return { status: 'failed' }
  }

  return {
    start: alarm.start,
    wakeAt(dueAtMs) {
      giveWay.noteOwed()
      alarm.ringBy(dueAtMs)
    },
    async runNow(subjectId, kind) {
      const over = Promise.withResolvers<Delivery>()
      const timer = setTimeout(() => over.resolve({ status: 'failed' }), answerWithinMs)
      const outcome = outcomeBy(performance.now() + answerWithinMs, subjectId, kind)
      return Promise.race([outcome, over.promise]).finally(() => clearTimeout(timer))
    },
    async stop() {
      alarm.stop()
      const end = setTimeout(() => stopping.abort(), stopWithinMs)
      // A poll that was under way may still have started an attempt.
      while (running.size > 0) await Promise.allSettled(running)
      clearTimeout(end)
    },
  }
}
