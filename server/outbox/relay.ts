import type { Logger } from 'pino'
import { type EffectKind, troubleFor } from '../appointments/follow-up-kinds.ts'
import type { StoredAppointment } from '../storage/appointment-row.ts'
import { retryDelayMs } from './backoff.ts'
import { type Job, type Lease, type OutboxStore, stuckAfterAttempts } from './outbox-store.ts'
import { withinTime } from './timeout.ts'

/**
 * Does what is owed for an appointment. Doing it twice must come to the same, because an attempt can be lost
 * after its effect and before its note.
 *
 * @returns what the effect is known by
 * @throws when it could not be done now
 */
export type Effect = (appointment: StoredAppointment, signal: AbortSignal) => Promise<string>

/** What became of an effect when somebody asked for it to be done at once. */
export type Delivery = { status: 'done'; result: string } | { status: 'failed' } | { status: 'unknown' }

export interface Outbox {
  /** Begins to deliver whatever is due, what an earlier process left included. */
  start(): void
  /** Says that a row falls due at that time, so that it is not found only by the next look. */
  expect(dueAtMs: number): void
  /**
   * Does an effect at once, whenever it is due, and tells how it went. Where another attempt is under way, here
   * or in another process, that one's outcome is told.
   */
  deliverNow(appointmentId: string, kind: EffectKind): Promise<Delivery>
  /** Takes no more rows and waits for the running attempts. */
  stop(): Promise<void>
}

interface Dependencies {
  store: OutboxStore
  effects: Record<EffectKind, Effect>
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
const lookEveryMs = 5000
const waitForOthersEveryMs = 100
/** While bookings follow each other this closely, they are answered first: a mail can wait, a visitor does not. */
const closelyMs = 50
/** But no longer than this, so that a long rush keeps nobody's confirmation for ever. */
const giveWayMostMs = 2000
/** One notice tells of everything that is stuck; the next of what has joined it. */
const noticeEveryMs = 6 * 60 * 60_000

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** The kind of a failure, without the text, which may quote what a client has typed. */
function faultOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const kind = 'code' in error && typeof error.code === 'string' ? error.code : error.name
  // What a mail server answers with says more: https://www.rfc-editor.org/rfc/rfc5321#section-4.2
  return 'responseCode' in error && typeof error.responseCode === 'number'
    ? `${kind} ${error.responseCode}`
    : kind
}

/** What is owed for appointments, done now or later, and once. */
export function createOutbox({ store, effects, now, log }: Dependencies): Outbox {
  const running = new Set<Promise<unknown>>()
  let timer: NodeJS.Timeout | undefined
  let nextLookAtMs = Number.POSITIVE_INFINITY
  let attempting = 0
  let lastOwedAtMs = Number.NEGATIVE_INFINITY
  let givesWaySinceMs: number | null = null
  let stopped = false

  function lease(): Lease {
    const nowEpochMs = now()
    return { nowEpochMs, endsAtMs: nowEpochMs + leaseMs }
  }

  /** Owes the owner a notice, by the other channel, when an effect keeps failing. */
  async function tellOwner(job: Job): Promise<void> {
    const notice = troubleFor(job.kind)
    if (notice === null || job.attempts < stuckAfterAttempts) return
    await store.oweNotice(job, notice, now(), now() - noticeEveryMs)
    expect(now())
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

  async function attempt(job: Job): Promise<Delivery> {
    const subject = { appointment: job.appointment.id, effect: job.kind, attempt: job.attempts }
    try {
      const result = await withinTime(attemptTimeoutMs, (signal) =>
        effects[job.kind](job.appointment, signal),
      )
      await noted(() => store.complete(job, result, now()))
      log.info(subject, 'effect delivered')
      return { status: 'done', result }
    } catch (error) {
      const fault = faultOf(error)
      const dueAtMs = now() + retryDelayMs(job.attempts, Math.random())
      log.warn({ ...subject, fault, retryAt: new Date(dueAtMs).toISOString() }, 'effect failed')
      // Without this note the row falls due when its lease ends.
      await store.postpone(job, dueAtMs, fault).catch(() => {})
      expect(dueAtMs)
      await tellOwner(job).catch((error) =>
        log.error({ ...subject, fault: faultOf(error) }, 'owner not told'),
      )
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

  /** Starts what is due, as far as there is room; each attempt makes room for the next look when it ends. */
  async function startDue(): Promise<void> {
    const room = atOnceMax - attempting
    const nextDueAtMs = room > 0 ? await store.nextDueAtMs(now()) : null
    if (nextDueAtMs === null) return
    if (nextDueAtMs > now()) return expect(nextDueAtMs)
    if (givesWay()) return expect(now() + closelyMs)
    for (const job of await store.claimDue(lease(), room)) {
      attempting += 1
      void tracked(attempt(job)).finally(() => {
        attempting -= 1
        expect(now())
      })
    }
    expect((await store.nextDueAtMs(now())) ?? Number.POSITIVE_INFINITY)
  }

  async function look(): Promise<void> {
    nextLookAtMs = now() + lookEveryMs
    timer = setTimeout(wake, lookEveryMs)
    try {
      await startDue()
    } catch (error) {
      log.error({ fault: faultOf(error) }, 'the outbox could not be read')
    }
  }

  function expect(dueAtMs: number): void {
    if (stopped || dueAtMs >= nextLookAtMs) return
    nextLookAtMs = dueAtMs
    clearTimeout(timer)
    timer = setTimeout(wake, Math.max(0, dueAtMs - now()))
  }

  function wake(): void {
    if (!stopped) void tracked(look())
  }

  async function outcomeElsewhere(appointmentId: string, kind: EffectKind): Promise<Delivery> {
    const giveUpAtMs = now() + leaseMs
    while (now() < giveUpAtMs) {
      const state = await store.state(appointmentId, kind, now())
      if (state.status === 'unknown') return { status: 'unknown' }
      if (state.status === 'done') return { status: 'done', result: state.result }
      if (!state.attempted) return { status: 'failed' }
      await sleep(waitForOthersEveryMs)
    }
    return { status: 'failed' }
  }

  return {
    start: () => expect(now()),
    expect(dueAtMs) {
      lastOwedAtMs = now()
      expect(dueAtMs)
    },
    async deliverNow(appointmentId, kind) {
      const job = await store.claim(appointmentId, kind, lease())
      return job ? tracked(attempt(job)) : outcomeElsewhere(appointmentId, kind)
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      // A look that was under way may still have started an attempt.
      while (running.size > 0) await Promise.allSettled(running)
    },
  }
}
