import { mergeIntervals } from '../../../booking/availability.ts'
import { type Interval, msPerDay } from '../../../booking/time.ts'
import type { SyncedEvent } from '../../db/calendar-events.ts'
import type { PollLease, PollStore } from '../../db/calendar-polls.ts'
import type { Subject } from '../../db/jobs.ts'
import { getErrorKind } from '../../lib/errors.ts'
import { type BusyTime, isLongAgo, type RemoteCalendar } from '../calendar.ts'
import type { SyncRound } from './apply.ts'
import { loadSubjects, type SyncDeps } from './apply-moves.ts'

interface PollerDeps
  extends Pick<
    SyncDeps,
    'syncedEvents' | 'appointments' | 'blockedTimes' | 'wakeWorker' | 'uidDomain' | 'now' | 'log'
  > {
  remote: RemoteCalendar
  polls: Pick<PollStore, 'keepOnly' | 'takeLease' | 'addBusy' | 'finish' | 'hastenJobs'>
  queueNotice: (nowEpochMs: number) => Promise<boolean>
  apply: (round: SyncRound) => Promise<void>
  pollEveryMs: number
}

export interface Poller {
  /** Resolves after the first poll, or after a few seconds. Polling continues either way. */
  start(): Promise<void>
  stop(): Promise<void>
}

const aheadMs = 2 * 366 * msPerDay
const pollTimeoutMs = 30_000
/** A calendar that is down must not keep clients from booking. */
const firstPollMs = 5000
/** Before the very first poll, or after a restore, the server knows no busy times. */
const veryFirstPollMs = pollTimeoutMs
/** Slightly shorter than the period, so a process doesn't miss its own next lease. */
const leaseShare = 0.9
/** After startup or sleep, the network takes a moment to come up. */
const failuresMin = 3

/** Applies the owner's changes and stores the busy times, which survive a failed poll. One process polls at a time. */
export function createPoller(deps: PollerDeps): Poller {
  const { remote, syncedEvents, polls, queueNotice, apply } = deps
  const { wakeWorker, pollEveryMs, now, log } = deps
  let timer: NodeJS.Timeout | undefined
  let current: Promise<void> = Promise.resolve()
  let startedAtMs = 0
  let failures = 0
  /** Jobs that failed since then, or before this start, may wait for hours. */
  let wasAway = true
  const stopping = new AbortController()

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
      const own = new Map<string, OwnEvent>()
      for (const [uid, subject] of await loadSubjects(uids, deps))
        own.set(uid, { subject, began: beganOf.get(uid) })
      return toBusyTimes(found.busy, own)
    }
    // First, because applying the owner's changes opens times that one of their events may already fill.
    const added = await busyNow()
    await polls.addBusy(remote.id, added)
    await apply({ beganAtMs, began, found, find })
    const { unreadable } = found
    if (unreadable.length > 0) log.warn({ unreadable }, 'entries of the calendar could not be read')
    const busy = await busyNow()
    const doneAtMs = now()
    const removable = [...lease.busy, ...added]
    await polls.finish(remote.id, { ...lease, busy: removable }, busy, unreadable.length, doneAtMs)
    return doneAtMs
  }

  async function notifyOwner(nowEpochMs: number): Promise<void> {
    if (await queueNotice(nowEpochMs)) wakeWorker(nowEpochMs)
  }

  /** @param onStart - gets the lease, which a starting server takes regardless of the schedule */
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
      const fields = { error: getErrorKind(error), lastPoll }
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

/** Removes the busy times of former calendars, for the feed, which only this server writes. */
export function forgetFormerCalendars({ polls, log }: Pick<PollerDeps, 'polls' | 'log'>): Poller {
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

export interface OwnEvent {
  subject: Pick<Subject, 'status' | 'sequence' | 'startEpochMs' | 'endEpochMs'>
  began: Pick<SyncedEvent, 'sequence' | 'status' | 'startEpochMs'> | undefined
}

/**
 * Returns the part of a busy time that counts as the owner's. For an event at its confirmed time, that's only the
 * length that the owner added. An event at its old time, whose appointment changed since the poll began, will move
 * soon.
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

/** @param ownEvents - by UID. After a restore some events are unknown, and count as the owner's */
export function toBusyTimes(
  times: readonly BusyTime[],
  ownEvents: ReadonlyMap<string, OwnEvent>,
): Interval[] {
  const owners = times.flatMap((time) => {
    const own = time.ownUid === null ? undefined : ownEvents.get(time.ownUid)
    return own ? beyondOurs(time, own) : [time]
  })
  return mergeIntervals(owners)
}
