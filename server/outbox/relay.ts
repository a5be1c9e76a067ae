import type { Logger } from 'pino'
import { faultOf } from '../base/fault.ts'
import { withTimeout } from '../base/timeout.ts'
import { latestRetryMs, retryDelayMs } from './backoff.ts'
import { type Job, type JobStore, type Lease, leaseMs } from './job-store.ts'

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
   * or in another process, that one's outcome is told. What takes longer than a visitor waits has failed for them; the
   * attempt goes on.
   */
  deliverNow(subjectId: string, kind: Kind): Promise<Delivery>
  /** Takes no more rows and waits for the running attempts; those that take too long are ended and owed. */
  stop(): Promise<void>
}

/** One way to the outside, which kinds share. */
export interface Channel<Kind extends string> {
  kinds: readonly Kind[]
  /** How many attempts it carries at a time; the next waits without being claimed. Infinity for no limit. */
  atOnceMax: number
  /** How long an attempt may take. */
  patienceMs: number
}

/** What the relay leaves to those who know what is owed. */
export interface DeliveryPolicy<Kind extends string, Subject extends { id: string }> {
  /** Each kind goes by one of them. */
  channels: readonly Channel<Kind>[]
  /** Kinds whose first attempt is planned for a moment of its own, however far ahead. */
  planned: readonly Kind[]
  /** From when on this may be done, epoch milliseconds; asked at each attempt. */
  notBeforeMs(job: Job<Kind, Subject>, nowEpochMs: number): number
  /** Whether no further attempt can succeed, or is worth it. */
  isHopeless(job: Job<Kind, Subject>, error: unknown, nowEpochMs: number): boolean
  /** Told of each attempt that failed, and whether it was the last. @returns whether more may be due now */
  onFailure(job: Job<Kind, Subject>, isGivenUp: boolean): Promise<boolean>
}

interface Dependencies<Kind extends string, Subject extends { id: string }> {
  store: JobStore<Kind, Subject>
  handlers: Record<Kind, Handler<Subject>>
  policy: DeliveryPolicy<Kind, Subject>
  now: () => number
  log: Logger
}

/** How long a visitor who has asked for it waits. */
const answerWithinMs = 10_000
/** How long the end of the process waits for a peer that has not answered. */
const stopWithinMs = 8000
/** How long an attempt goes on trying to write down that it is done. */
const noteTimeoutMs = 7000
const noteAgainEveryMs = 200
/**
 * An attempt may take long, and what a killed process has owned must come back soon: so leases are short and renewed,
 * often enough for a database that is away for a moment.
 */
const renewEveryMs = leaseMs / 4
/** Due times are looked at for what a clock that was ahead has left behind, when it goes back and this often. */
const pullInEveryMs = 60 * 60_000
/** How many attempts of one channel the relay begins by itself at a time. */
const startedMax = 8
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
  policy,
  now,
  log,
}: Dependencies<Kind, Subject>): Outbox<Kind> {
  const running = new Set<Promise<unknown>>()
  let timer: NodeJS.Timeout | undefined
  const underWay = new Map<number, { job: Job<Kind, Subject>; outcome: Promise<Delivery> }>()
  const carried = new Map(policy.channels.map((channel) => [channel, 0]))
  const stopping = new AbortController()
  // By the clock of the process, which nobody sets.
  let nextPollAt = Number.POSITIVE_INFINITY
  let lastOwedAt = Number.NEGATIVE_INFINITY
  let givesWaySince: number | null = null
  let pulledInAtMs = Number.NEGATIVE_INFINITY
  let started = false
  let stopped = false

  const carriedBy = (channel: Channel<Kind>) => carried.get(channel) ?? 0
  const carry = (channel: Channel<Kind>, more: number) => carried.set(channel, carriedBy(channel) + more)
  const roomOf = (channel: Channel<Kind>) => Math.min(channel.atOnceMax, startedMax) - carriedBy(channel)

  function channelOf(kind: Kind): Channel<Kind> {
    const channel = policy.channels.find(({ kinds }) => kinds.includes(kind))
    if (!channel) throw new RangeError(`No channel carries ${kind}.`)
    return channel
  }

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

  async function deliver(job: Job<Kind, Subject>, patienceMs: number): Promise<string> {
    const renewal = setInterval(() => {
      store.renew(job, lease()).then(
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
      const result = await withTimeout(patienceMs, done, stopping.signal)
      await noted(() => store.complete(job, result, now()))
      return result
    } finally {
      clearInterval(renewal)
    }
  }

  async function failed(job: Job<Kind, Subject>, error: unknown): Promise<void> {
    const subject = { subject: job.subject.id, effect: job.kind, attempt: job.attempts }
    const fault = faultOf(error)
    const isGivenUp = policy.isHopeless(job, error, now())
    const dueAtMs = now() + retryDelayMs(job.attempts, Math.random())
    const retryAt = isGivenUp ? 'never' : new Date(dueAtMs).toISOString()
    log.warn({ ...subject, fault, retryAt }, 'effect failed')
    // Without this note the row falls due when its lease ends.
    await (isGivenUp ? store.giveUp(job, now(), fault) : store.postpone(job, dueAtMs, fault)).catch(() => {})
    if (!isGivenUp) scheduleBy(dueAtMs)
    const owesMore = await policy.onFailure(job, isGivenUp).catch((error) => {
      log.error({ ...subject, fault: faultOf(error) }, 'owner not told')
      return false
    })
    if (owesMore) scheduleBy(now())
  }

  async function attempt(job: Job<Kind, Subject>, patienceMs: number): Promise<Delivery> {
    try {
      const notBeforeMs = policy.notBeforeMs(job, now())
      if (notBeforeMs > now()) {
        await store.putBack(job, notBeforeMs)
        return { status: 'failed' }
      }
      const result = await deliver(job, patienceMs)
      log.info({ subject: job.subject.id, effect: job.kind, attempt: job.attempts }, 'effect delivered')
      return { status: 'done', result }
    } catch (error) {
      await failed(job, error)
      return { status: 'failed' }
    }
  }

  /** Begins an attempt, for which its channel has room already. */
  function begin(job: Job<Kind, Subject>, channel: Channel<Kind>): Promise<Delivery> {
    const same = underWay.get(job.id)
    if (same) {
      // Its lease ran out although it lives: the database was away for too long, or the clock was set.
      same.job.leaseEndsAtMs = job.leaseEndsAtMs
      carry(channel, -1)
      return same.outcome
    }
    const outcome = tracked(attempt(job, channel.patienceMs)).finally(() => {
      underWay.delete(job.id)
      carry(channel, -1)
      scheduleBy(now())
    })
    underWay.set(job.id, { job, outcome })
    return outcome
  }

  function tracked<T>(work: Promise<T>): Promise<T> {
    const done = work.finally(() => running.delete(done))
    running.add(done)
    return done
  }

  function givesWay(): boolean {
    const at = performance.now()
    const isRush = at - lastOwedAt < closelyMs
    givesWaySince = isRush ? (givesWaySince ?? at) : null
    if (givesWaySince === null || at - givesWaySince < giveWayMostMs) return isRush
    givesWaySince = null
    return false
  }

  /** A clock that was ahead has made due times that are none. */
  async function pullIn(): Promise<void> {
    const nowEpochMs = now()
    if (nowEpochMs >= pulledInAtMs && nowEpochMs - pulledInAtMs < pullInEveryMs) return
    await store.pullIn(nowEpochMs, nowEpochMs + latestRetryMs, policy.planned)
    pulledInAtMs = nowEpochMs
  }

  /** Starts what is due, as far as there is room; each attempt makes room for the next poll when it ends. */
  async function startDue(): Promise<void> {
    await pullIn()
    const roomy = () => policy.channels.filter((channel) => roomOf(channel) > 0)
    const nextDueAtMs = async () => {
      const kinds = roomy().flatMap((channel) => channel.kinds)
      return (kinds.length > 0 ? await store.nextDueAtMs(now(), kinds) : null) ?? Number.POSITIVE_INFINITY
    }
    const dueAtMs = await nextDueAtMs()
    if (dueAtMs > now()) return scheduleBy(dueAtMs)
    if (givesWay()) return scheduleBy(now() + closelyMs)
    for (const channel of roomy()) {
      const room = roomOf(channel)
      carry(channel, room)
      const jobs = await store.claimDue(lease(), room, channel.kinds).finally(() => carry(channel, -room))
      carry(channel, jobs.length)
      for (const job of jobs) void begin(job, channel)
    }
    scheduleBy(await nextDueAtMs())
  }

  async function poll(): Promise<void> {
    nextPollAt = performance.now() + pollEveryMs
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
    const inMs = Math.max(0, dueAtMs - now())
    const at = performance.now() + inMs
    if (!started || stopped || at >= nextPollAt) return
    nextPollAt = at
    clearTimeout(timer)
    timer = setTimeout(startPoll, inMs)
  }

  async function claimNow(
    subjectId: string,
    kind: Kind,
    channel: Channel<Kind>,
  ): Promise<Job<Kind, Subject> | null> {
    carry(channel, 1)
    const job = await store.claim(subjectId, kind, lease()).catch((error) => {
      carry(channel, -1)
      throw error
    })
    if (!job) carry(channel, -1)
    return job
  }

  async function outcomeBy(giveUpAt: number, subjectId: string, kind: Kind): Promise<Delivery> {
    const channel = channelOf(kind)
    let wasTried = false
    while (performance.now() < giveUpAt) {
      const hasRoom = carriedBy(channel) < channel.atOnceMax
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
    start() {
      started = true
      scheduleBy(now())
    },
    wakeAt(dueAtMs) {
      lastOwedAt = performance.now()
      scheduleBy(dueAtMs)
    },
    async deliverNow(subjectId, kind) {
      const over = Promise.withResolvers<Delivery>()
      const timer = setTimeout(() => over.resolve({ status: 'failed' }), answerWithinMs)
      const outcome = outcomeBy(performance.now() + answerWithinMs, subjectId, kind)
      return Promise.race([outcome, over.promise]).finally(() => clearTimeout(timer))
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      const end = setTimeout(() => stopping.abort(), stopWithinMs)
      // A poll that was under way may still have started an attempt.
      while (running.size > 0) await Promise.allSettled(running)
      clearTimeout(end)
    },
  }
}
