import { type Interval, msPerDay } from '../../../booking/time.ts'
import { appointmentIdOf, closureIdOf, closureUid, eventUid } from '../../appointments/identity.ts'
import type { SyncedEvent } from '../../db/calendar-events.ts'
import { type CalendarNewsStore, isLongAgo, type ReadStore, type Turn } from '../../db/calendar-polls.ts'
import type { Subject } from '../../db/jobs.ts'
import { errorKind } from '../../lib/errors.ts'
import type { BusyTime, RemoteCalendar } from '../calendar.ts'
import type { SyncRound } from './apply.ts'
import type { FollowerDependencies } from './apply-moves.ts'

interface WatchDependencies
  extends Pick<
    FollowerDependencies,
    'syncedEvents' | 'appointments' | 'closures' | 'wakeOutbox' | 'now' | 'log'
  > {
  remote: RemoteCalendar
  calendarReads: ReadStore
  calendarNews: Pick<CalendarNewsStore, 'oweNotice'>
  /** Does to appointments what the owner has done to their events. */
  follow: (round: SyncRound) => Promise<void>
  readEveryMs: number
}

/** Follows in the background what the owner does in the calendar. */
export interface CalendarSync {
  /** Answers once the calendar was read, or could not be within a few seconds; it goes on reading in any case. */
  start(): Promise<void>
  /** Waits for what is under way. */
  stop(): Promise<void>
}

/** Busy times farther away are seen when they have come nearer. */
const aheadMs = 2 * 366 * msPerDay
const readingTimeoutMs = 30_000
/** A start waits no longer: a calendar that is away must not keep clients from booking. */
const firstReadingMs = 5000
/** Where nothing is known of it yet, as after a restore, there is more to read and more to lose. */
const veryFirstReadingMs = readingTimeoutMs
/** A turn that falls due a little before the next reading of the same process is not missed by it. */
const turnShare = 0.9
/** The owner hears of no fewer in a row: after a start, or when the machine has slept, the network comes a little later. */
const failuresMin = 3

/**
 * Follows what the owner does in the calendar, and keeps what else is busy there in the database. Of several
 * processes one reads at a time. A calendar that cannot be read leaves everything as it was last known.
 */
export function createCalendarWatch(dependencies: WatchDependencies): CalendarSync {
  const { remote, syncedEvents, calendarReads: reads, calendarNews: news, follow } = dependencies
  const { appointments, closures, wakeOutbox, readEveryMs, now, log } = dependencies
  let timer: NodeJS.Timeout | undefined
  let reading: Promise<void> = Promise.resolve()
  let startedAtMs = 0
  let failures = 0
  /** So that what failed meanwhile, or before this start, may be waiting for hours. */
  let wasAway = true
  const stopping = new AbortController()

  /** @returns when it was done */
  async function read(turn: Turn): Promise<number> {
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
      const booked = await appointments.findByIds(uids.flatMap((uid) => appointmentIdOf(uid) ?? []))
      const closed = await closures.findByIds(uids.flatMap((uid) => closureIdOf(uid) ?? []))
      const ownEvents = [
        ...booked.map((one) => known(eventUid(one.id), one)),
        ...closed.map((one) => known(closureUid(one.id), one)),
      ]
      return busyTimesOf(found.busy, new Map(ownEvents))
    }
    // First what is busy now is closed: following opens times, in which something of the owner's may stand already.
    await reads.add(remote.id, await busyNow())
    await follow({ beganAtMs, began, reading: found, find })
    const { unreadable } = found
    if (unreadable.length > 0) log.warn({ unreadable }, 'entries of the calendar could not be read')
    const busy = await busyNow()
    const doneAtMs = now()
    await reads.finish(remote.id, turn, busy, unreadable.length, doneAtMs)
    return doneAtMs
  }

  /** Owes the owner a notice of what the readings have brought, if there is something that was not told yet. */
  async function tellOwner(nowEpochMs: number): Promise<void> {
    if (await news.oweNotice(remote.id, nowEpochMs)) wakeOutbox(nowEpochMs)
  }

  /** @param onStart - told of the turn that a start takes whenever the next one is */
  async function takeTurn(onStart?: (turn: Turn) => void): Promise<void> {
    let readAtMs: number | null = null
    try {
      const isStart = onStart !== undefined
      const turn = await reads.takeTurn(remote.id, now(), readEveryMs * turnShare, isStart)
      if (!turn) return
      onStart?.(turn)
      readAtMs = turn.readAtMs
      const doneAtMs = await read(turn)
      failures = 0
      if (wasAway) {
        await reads.hasten(now())
        wakeOutbox(now())
        wasAway = false
      }
      // Whatever time it is by now: the machine may have slept since.
      await tellOwner(doneAtMs)
    } catch (error) {
      if (stopping.signal.aborted) return
      failures += 1
      wasAway = true
      const lastRead = readAtMs === null ? 'never' : new Date(readAtMs).toISOString()
      const fact = { fault: errorKind(error), lastRead }
      log.warn(fact, 'the calendar could not be read; the busy times known from it still hold')
      if (failures >= failuresMin && isLongAgo(readAtMs ?? startedAtMs, now()))
        await tellOwner(now()).catch(() => {})
    }
  }

  function wake(onStart?: (turn: Turn) => void): void {
    if (stopping.signal.aborted) return
    reading = takeTurn(onStart).finally(() => {
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

/** Where the calendar is kept here, nobody but us writes into it, and the busy times of one before it close nothing. */
export function forgetFormerCalendars({
  calendarReads,
  log,
}: Pick<WatchDependencies, 'calendarReads' | 'log'>): CalendarSync {
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

/** What we know of the appointment or the closure whose event keeps a time busy. */
export interface OwnEvent {
  subject: Subject
  /** What the calendar showed of it when the reading began. */
  began: Pick<SyncedEvent, 'sequence' | 'status' | 'startEpochMs'> | undefined
}

/**
 * The part of a busy time that belongs to no appointment or closure of ours. An event is ours where one is confirmed at
 * that time; then only what the owner has added to its length counts. One that stands where we had left it, and whose
 * appointment or closure has changed since, is about to go.
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
 * When the owner is busy with something else than our appointments, which occupy their own fitters, and our closures.
 * @param ownEvents - by UID; an event of something that is not known here, as after a restore, is none of ours
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
