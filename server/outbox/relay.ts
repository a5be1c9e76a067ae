import { setTimeout as sleep } from 'node:timers/promises'
import { faultOf } from '../base/fault.ts'
import { createAlarm } from './alarm.ts'
import { type AttemptDependencies, createAttempt } from './attempt.ts'
import { latestRetryMs } from './backoff.ts'
import { type Channel, createChannels } from './channels.ts'
import { closelyMs, createGiveWay } from './give-way.ts'
import { type Delivery, type Job, leaseFrom } from './job-store.ts'

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

/** How long a visitor who has asked for it waits. */
const answerWithinMs = 10_000
/** How long the end of the process waits for a peer that has not answered. */
const stopWithinMs = 8000
/** Due times are looked at for what a clock that was ahead has left behind, when it goes back and this often. */
const pullInEveryMs = 60 * 60_000
const waitForOthersEveryMs = 100

/** Delivers what is owed, now or later, and once. */
export function createOutbox<Kind extends string, Subject extends { id: string }>(
  dependencies: AttemptDependencies<Kind, Subject>,
): Outbox<Kind> {
  const { store, policy, now, log } = dependencies
  const stopping = new AbortController()
  const running = new Set<Promise<unknown>>()
  const underWay = new Map<number, { job: Job<Kind, Subject>; outcome: Promise<Delivery> }>()
  const channels = createChannels(policy.channels)
  const alarm = createAlarm(() => void tracked(poll()), now)
  const giveWay = createGiveWay()
  const attempt = createAttempt(dependencies, stopping.signal, alarm.ringBy)
  let pulledInAtMs = Number.NEGATIVE_INFINITY

  function tracked<T>(work: Promise<T>): Promise<T> {
    const done = work.finally(() => running.delete(done))
    running.add(done)
    return done
  }

  /** Begins an attempt, for which its channel has room already. */
  function begin(job: Job<Kind, Subject>, channel: Channel<Kind>): Promise<Delivery> {
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
      log.error({ fault: faultOf(error) }, 'the outbox could not be read')
    }
  }

  async function claimNow(subjectId: string, kind: Kind, channel: Channel<Kind>) {
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
    async deliverNow(subjectId, kind) {
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
