import { type Interval, msPerDay } from '../../../booking/time.ts'
import type { SyncedEvent } from '../../db/calendar-events.ts'
import type { PollLease, PollStore } from '../../db/calendar-polls.ts'
import type { Subject } from '../../db/jobs.ts'
import { errorKind } from '../../lib/errors.ts'
import { type BusyTime, isLongAgo, type RemoteCalendar } from '../calendar.ts'
import type { SyncRound } from './apply.ts'
import { type SyncDependencies, subjectsOf } from './apply-moves.ts'

interface PollerDependencies
  extends Pick<
    SyncDependencies,
    'syncedEvents' | 'appointments' | 'blockedTimes' | 'wakeWorker' | 'uidDomain' | 'now' | 'log'
  > {
  remote: RemoteCalendar
  polls: Pick<PollStore, 'keepOnly' | 'takeLease' | 'addBusy' | 'finish' | 'hastenJobs'>
  /** Queues a notice to the owner if there is something new. @returns whether it queued one */
  queueNotice: (nowEpochMs: number) => Promise<boolean>
  /** Applies the owner's changes to appointments. */
  apply: (round: SyncRound) => Promise<void>
  pollEveryMs: number
}

/** Polls the owner's calendar in the background. */
export interface Poller {
  /** Resolves after the first poll, or after a few seconds. Polling goes on in any case. */
  start(): Promise<void>
  /** Waits for the current poll. */
  stop(): Promise<void>
}

/** Later busy times count once they are nearer. */
const aheadMs = 2 * 366 * msPerDay
const pollTimeoutMs = 30_000
/** A start waits no longer: a calendar that is down must not keep clients from booking. */
const firstPollMs = 5000
/** Nothing is known before the very first poll, or after a restore: there is more to read and more to lose. */
const veryFirstPollMs = pollTimeoutMs
/** Slightly shorter than the period, so a process does not miss its own next lease. */
const leaseShare = 0.9
/** Notifies the owner of no fewer failures in a row: after a start or a sleep, the network comes up a little later. */
const failuresMin = 3

/**
 * Polls the owner's calendar: applies the owner's changes, and stores the busy times. Of several processes one polls
 * at a time. After a failed poll the last known busy times stay.
 */
export function createPoller(dependencies: PollerDependencies): Poller {
  const { remote, syncedEvents, polls, queueNotice, apply } = dependencies
  const { wakeWorker, pollEveryMs, now, log } = dependencies
  let timer: NodeJS.Timeout | undefined
  let current: Promise<void> = Promise.resolve()
  let startedAtMs = 0
  let failures = 0
  /** Jobs that failed since then, or before this start, may be waiting for hours. */
  let wasAway = true
  const stopping = new AbortController()

  /** @returns when it was done */
  async function read(lease: PollLease): Promise<number> {
    const beganAtMs = now()
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(pollTimeoutMs)])
    const began = await syncedEvents.endingAfter(remote.id, beganAtMs)
    const today = beganAtMs - (beganAtMs % msPerDay)
    const found = await remote.read({ startEpochMs: today - msPerDay, endEpochMs: today + aheadMs }, signal)
    const find: SyncRound['find'] = (event) => remote.find(event, signal).catch(() => undefined)

    const uids = [...new Set(found.busy.flatMap(({ ownUid }) => ownUid ?? []))]
    const beganOf = new Map(began.map((event) => [event.uid, event]))
    const busyNow = async () => {
      const subjects = await subjectsOf(uids, dependencies)
      const ownEvents = [...subjects].map(
        ([uid, subject]) => [uid, { subject, began: beganOf.get(uid) }] as const,
      )
      return busyTimesOf(found.busy, new Map(ownEvents))
    }
    // Blocks busy times first: applying the owner's changes opens times, which an event of theirs may already fill.
    await polls.addBusy(remote.id, await busyNow())
    await apply({ beganAtMs, began, found, find })
    const { unreadable } = found
    if (unreadable.length > 0) log.warn({ unreadable }, 'entries of the calendar could not be read')
    const busy = await busyNow()
    const doneAtMs = now()
    await polls.finish(remote.id, lease, busy, unreadable.length, doneAtMs)
    return doneAtMs
  }

  async function notifyOwner(nowEpochMs: number): Promise<void> {
    if (await queueNotice(nowEpochMs)) wakeWorker(nowEpochMs)
  }

  /** @param onStart - gets the lease that a start takes regardless of the schedule */
  async function poll(onStart?: (lease: PollLease) => void): Promise<void> {
    let polledAtMs: number | null = null
    try {
      const isStart = onStart !== undefined
      const lease = await polls.takeLease(remote.id, now(), pollEveryMs * leaseShare, isStart)
      if (!lease) return
      onStart?.(lease)
      polledAtMs = lease.polledAtMs
      const doneAtMs = await read(lease)
      failures = 0
      if (wasAway) {
        await polls.hastenJobs(now())
        wakeWorker(now())
        wasAway = false
      }
      await notifyOwner(doneAtMs)
    } catch (error) {
      if (stopping.signal.aborted) return
      failures += 1
      wasAway = true
      const lastPoll = polledAtMs === null ? 'never' : new Date(polledAtMs).toISOString()
      const fields = { error: errorKind(error), lastPoll }
      log.warn(fields, 'the calendar could not be read; the busy times known from it still hold')
      if (failures >= failuresMin && isLongAgo(polledAtMs ?? startedAtMs, now()))
        await notifyOwner(now()).catch(() => {})
    }
  }

  function wake(onStart?: (lease: PollLease) => void): void {
    if (stopping.signal.aborted) return
    current = poll(onStart).finally(() => {
      if (!stopping.signal.aborted) timer = setTimeout(wake, pollEveryMs)
    })
  }

  return {
    async start() {
      startedAtMs = now()
      const patience = Promise.withResolvers<void>()
      let waiting: NodeJS.Timeout | undefined
      const begin = () =>
        wake(({ polledAtMs }) => {
          waiting = setTimeout(patience.resolve, polledAtMs === null ? veryFirstPollMs : firstPollMs)
        })
      const firstPoll = polls
        .keepOnly(remote.id)
        .then(begin, begin)
        .then(() => current)
      current = firstPoll
      await Promise.race([firstPoll, patience.promise])
      clearTimeout(waiting)
    },
    async stop() {
      stopping.abort()
      clearTimeout(timer)
      await current
    },
  }
}

/** Removes the busy times of former calendars, for a calendar that only this server writes. */
export function forgetFormerCalendars({ polls, log }: Pick<PollerDependencies, 'polls' | 'log'>): Poller {
  let running = Promise.resolve()
  return {
    async start() {
      running = polls.keepOnly(null).catch(() => {
        log.warn('busy times of a former calendar could not be removed; the next start tries again')
      })
    },
    stop: () => running,
  }
}

/** An appointment or a blocked time whose event keeps a time busy. */
export interface OwnEvent {
  subject: Subject
  /** The synced event, as it was when the poll began. */
  began: Pick<SyncedEvent, 'sequence' | 'status' | 'startEpochMs'> | undefined
}

/**
 * The part of a busy time that no confirmed appointment or blocked time accounts for. Of an event at its confirmed
 * time, only the length that the owner added counts. An event at its old time, whose appointment changed since, is
 * about to go.
 */
function beyondOurs({ startEpochMs, endEpochMs }: BusyTime, { subject, began }: OwnEvent): Interval[] {
  if (subject.status === 'confirmed' && subject.startEpochMs === startEpochMs) {
    const ours = subject.endEpochMs
    return endEpochMs > ours ? [{ startEpochMs: ours, endEpochMs }] : []
  }
  const isLeft = began?.status === 'confirmed' && began.startEpochMs === startEpochMs
  return isLeft && (began.sequence === null || subject.sequence > began.sequence)
    ? []
    : [{ startEpochMs, endEpochMs }]
}

/** Overlapping and adjoining times as one. */
function merged(times: readonly Interval[]): Interval[] {
  const result: Interval[] = []
  for (const { startEpochMs, endEpochMs } of [...times].sort((a, b) => a.startEpochMs - b.startEpochMs)) {
    const last = result.at(-1)
    if (last && startEpochMs <= last.endEpochMs) last.endEpochMs = Math.max(last.endEpochMs, endEpochMs)
    else result.push({ startEpochMs, endEpochMs })
  }
  return result
}

/**
 * When the owner is busy other than with appointments and blocked times, which the database knows.
 * @param ownEvents - by UID; after a restore some events are unknown, and count as the owner's
 */
export function busyTimesOf(
  times: readonly BusyTime[],
  ownEvents: ReadonlyMap<string, OwnEvent>,
): Interval[] {
  return merged(
    times.flatMap((time) => {
      const own = time.ownUid === null ? undefined : ownEvents.get(time.ownUid)
      return own ? beyondOurs(time, own) : [time]
    }),
  )
}
