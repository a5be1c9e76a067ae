import {
  appointmentIdOf,
  blockedTimeIdOf,
  blockedTimeUid,
  eventUid,
} from '../../../booking/calendar-event.ts'
import { type Interval, msPerDay } from '../../../booking/time.ts'
import type { SyncedEvent } from '../../db/calendar-events.ts'
import { type CalendarNewsStore, isLongAgo, type PollLease, type ReadStore } from '../../db/calendar-polls.ts'
import type { Subject } from '../../db/jobs.ts'
import { errorKind } from '../../lib/errors.ts'
import type { BusyTime, RemoteCalendar } from '../calendar.ts'
import type { SyncRound } from './apply.ts'
import type { SyncDependencies } from './apply-moves.ts'

interface PollerDependencies
  extends Pick<
    SyncDependencies,
    'syncedEvents' | 'appointments' | 'blockedTimes' | 'wakeWorker' | 'uidDomain' | 'now' | 'log'
  > {
  remote: RemoteCalendar
  calendarReads: ReadStore
  calendarNews: Pick<CalendarNewsStore, 'queueNotice'>
  /** Applies the owner's changes to appointments. */
  follow: (round: SyncRound) => Promise<void>
  readEveryMs: number
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
const readingTimeoutMs = 30_000
/** A start waits no longer: a calendar that is down must not keep clients from booking. */
const firstReadingMs = 5000
/** Nothing is known before the very first poll, or after a restore: there is more to read and more to lose. */
const veryFirstReadingMs = readingTimeoutMs
/** Slightly shorter than the period, so a process does not miss its own next turn. */
const turnShare = 0.9
/** Notifies the owner of no fewer failures in a row: after a start or a sleep, the network comes up a little later. */
const failuresMin = 3

/**
 * Polls the owner's calendar: applies the owner's changes, and stores the busy times. Of several processes one polls at a
 * time. After a failed poll the last known busy times stay.
 */
export function createPoller(dependencies: PollerDependencies): Poller {
  const { remote, syncedEvents, calendarReads: reads, calendarNews: news, follow } = dependencies
  const { appointments, blockedTimes, wakeWorker, readEveryMs, uidDomain, now, log } = dependencies
  let timer: NodeJS.Timeout | undefined
  let reading: Promise<void> = Promise.resolve()
  let startedAtMs = 0
  let failures = 0
  /** Jobs that failed since then, or before this start, may be waiting for hours. */
  let wasAway = true
  const stopping = new AbortController()

  /** @returns when it was done */
  async function read(turn: PollLease): Promise<number> {
    const beganAtMs = now()
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(readingTimeoutMs)])
    const began = await syncedEvents.endingAfter(remote.id, beganAtMs)
    const today = beganAtMs - (beganAtMs % msPerDay)
    const found = await remote.read({ startEpochMs: today - msPerDay, endEpochMs: today + aheadMs }, signal)
    const find: SyncRound['find'] = (event) => remote.find(event, signal).catch(() => undefined)

    const uids = [...new Set(found.busy.flatMap(({ ownUid }) => ownUid ?? []))]
    const beganOf = new Map(began.map((event) => [event.uid, event]))
    const known = (uid: string, subject: Subject) => [uid, { subject, began: beganOf.get(uid) }] as const
    const busyNow = async () => {
      const booked = await appointments.findByIds(
        uids.flatMap((uid) => appointmentIdOf(uid, uidDomain) ?? []),
      )
      const blocked = await blockedTimes.findByIds(
        uids.flatMap((uid) => blockedTimeIdOf(uid, uidDomain) ?? []),
      )
      const ownEvents = [
        ...booked.map((one) => known(eventUid(one.id, uidDomain), one)),
        ...blocked.map((one) => known(blockedTimeUid(one.id, uidDomain), one)),
      ]
      return busyTimesOf(found.busy, new Map(ownEvents))
    }
    // Blocks busy times first: applying the owner's changes opens times, which an event of theirs may already fill.
    await reads.add(remote.id, await busyNow())
    await follow({ beganAtMs, began, reading: found, find })
    const { unreadable } = found
    if (unreadable.length > 0) log.warn({ unreadable }, 'entries of the calendar could not be read')
    const busy = await busyNow()
    const doneAtMs = now()
    await reads.finish(remote.id, turn, busy, unreadable.length, doneAtMs)
    return doneAtMs
  }

  /** Queues a notice to the owner, if the polls found something new. */
  async function emailOwner(nowEpochMs: number): Promise<void> {
    if (await news.queueNotice(remote.id, nowEpochMs)) wakeWorker(nowEpochMs)
  }

  /** @param onStart - gets the turn that a start takes regardless of the schedule */
  async function takeLease(onStart?: (turn: PollLease) => void): Promise<void> {
    let readAtMs: number | null = null
    try {
      const isStart = onStart !== undefined
      const turn = await reads.takeLease(remote.id, now(), readEveryMs * turnShare, isStart)
      if (!turn) return
      onStart?.(turn)
      readAtMs = turn.readAtMs
      const doneAtMs = await read(turn)
      failures = 0
      if (wasAway) {
        await reads.hasten(now())
        wakeWorker(now())
        wasAway = false
      }
      await emailOwner(doneAtMs)
    } catch (error) {
      if (stopping.signal.aborted) return
      failures += 1
      wasAway = true
      const lastRead = readAtMs === null ? 'never' : new Date(readAtMs).toISOString()
      const fact = { fault: errorKind(error), lastRead }
      log.warn(fact, 'the calendar could not be read; the busy times known from it still hold')
      if (failures >= failuresMin && isLongAgo(readAtMs ?? startedAtMs, now()))
        await emailOwner(now()).catch(() => {})
    }
  }

  function wake(onStart?: (turn: PollLease) => void): void {
    if (stopping.signal.aborted) return
    reading = takeLease(onStart).finally(() => {
      if (!stopping.signal.aborted) timer = setTimeout(wake, readEveryMs)
    })
  }

  return {
    async start() {
      startedAtMs = now()
      const patience = Promise.withResolvers<void>()
      let waiting: NodeJS.Timeout | undefined
      const begin = () =>
        wake(({ readAtMs }) => {
          waiting = setTimeout(patience.resolve, readAtMs === null ? veryFirstReadingMs : firstReadingMs)
        })
      const firstReading = reads
        .keepOnly(remote.id)
        .then(begin, begin)
        .then(() => reading)
      reading = firstReading
      await Promise.race([firstReading, patience.promise])
      clearTimeout(waiting)
    },
    async stop() {
      stopping.abort()
      clearTimeout(timer)
      await reading
    },
  }
}

/** Removes the busy times of former calendars, for a calendar that only this server writes. */
export function forgetFormerCalendars({
  calendarReads,
  log,
}: Pick<PollerDependencies, 'calendarReads' | 'log'>): Poller {
  let running = Promise.resolve()
  return {
    async start() {
      running = calendarReads.keepOnly(null).catch(() => {
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
 * The part of a busy time that no confirmed appointment or blocked time accounts for. Of an event at its confirmed time,
 * only the length that the owner added counts. An event at its old time, whose appointment changed since, is about to go.
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
