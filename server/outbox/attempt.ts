import type { Logger } from 'pino'
import { faultOf } from '../base/fault.ts'
import { withTimeout } from '../base/timeout.ts'
import { retryDelayMs } from './backoff.ts'
import type { Channel } from './channels.ts'
import { type Delivery, type Job, type JobStore, leaseFrom, leaseMs } from './job-store.ts'
import { untilNoted } from './until-noted.ts'

/**
 * Does what is owed for a subject. Doing it twice must come to the same, because an attempt can be lost after its
 * effect and before its note.
 *
 * @returns what the effect is known by
 * @throws when it could not be done now
 */
export type Handler<Subject> = (subject: Subject, signal: AbortSignal) => Promise<string>

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

export interface AttemptDependencies<Kind extends string, Subject extends { id: string }> {
  store: JobStore<Kind, Subject>
  handlers: Record<Kind, Handler<Subject>>
  policy: DeliveryPolicy<Kind, Subject>
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
  async function deliver(job: Job<Kind, Subject>, patienceMs: number): Promise<string> {
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
      const result = await withTimeout(patienceMs, done, stop)
      await untilNoted(() => store.complete(job, result, now()), stop)
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
    if (!isGivenUp) onDue(dueAtMs)
    const owesMore = await policy.onFailure(job, isGivenUp).catch((error) => {
      log.error({ ...subject, fault: faultOf(error) }, 'owner not told')
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
      const result = await deliver(job, patienceMs)
      log.info({ subject: job.subject.id, effect: job.kind, attempt: job.attempts }, 'effect delivered')
      return { status: 'done', result }
    } catch (error) {
      await failed(job, error)
      return { status: 'failed' }
    }
  }
}
