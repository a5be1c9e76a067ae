import type { Logger } from 'pino'
import { msPerDay } from '../../booking/milliseconds.ts'
import { faultOf } from '../base/fault.ts'
import type { RemoteCalendar, RemoteChanges } from '../calendar/remote-calendar.ts'
import { busyTimesOf } from './busy-times.ts'
import type { ReadStore } from './read-store.ts'
import type { SyncedEventStore } from './synced-events.ts'

interface Dependencies {
  remote: RemoteCalendar
  syncedEvents: SyncedEventStore
  reads: ReadStore
  /** Does to appointments what the owner has done to their events. */
  follow: (changes: RemoteChanges) => Promise<void>
  readEveryMs: number
  now: () => number
  log: Logger
}

/** Follows in the background what the owner does in the calendar. */
export interface CalendarSync {
  start(): void
  /** Waits for what is under way. */
  stop(): Promise<void>
}

/** Busy times farther away are seen when they have come nearer. */
const aheadMs = 2 * 366 * msPerDay
const readingTimeoutMs = 30_000
/** A turn that falls due a little before the next look of the same process is not missed by it. */
const turnShare = 0.9

/**
 * Follows what the owner does in the calendar, and keeps what else is busy there in the database. Of several
 * processes one reads at a time. A calendar that cannot be read leaves everything as it was last known.
 */
export function createCalendarWatch(dependencies: Dependencies): CalendarSync {
  const { remote, syncedEvents, reads, follow, readEveryMs, now, log } = dependencies
  let timer: NodeJS.Timeout | undefined
  let reading: Promise<void> = Promise.resolve()
  const stopping = new AbortController()

  async function read(cursor: string | null): Promise<void> {
    const nowEpochMs = now()
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(readingTimeoutMs)])
    const known = await syncedEvents.endingAfter(remote.id, nowEpochMs)
    const changes = await remote.changesSince(cursor, new Set(known.map(({ uid }) => uid)), signal)
    await follow(changes)
    const interval = { startEpochMs: nowEpochMs - msPerDay, endEpochMs: nowEpochMs + aheadMs }
    const times = await remote.busyDuring(interval, signal)
    const busy = busyTimesOf(times, await syncedEvents.endingAfter(remote.id, interval.startEpochMs))
    await reads.finish(remote.id, changes.cursor, busy, now())
  }

  async function takeTurn(): Promise<void> {
    let readAtMs: number | null = null
    try {
      const turn = await reads.takeTurn(remote.id, now(), now() + readEveryMs * turnShare)
      if (!turn) return
      readAtMs = turn.readAtMs
      await read(turn.cursor)
    } catch (error) {
      if (stopping.signal.aborted) return
      const lastRead = readAtMs === null ? 'never' : new Date(readAtMs).toISOString()
      const fact = { fault: faultOf(error), lastRead }
      log.warn(fact, 'the calendar could not be read; the busy times known from it still hold')
    }
  }

  function wake(): void {
    if (stopping.signal.aborted) return
    reading = takeTurn().finally(() => {
      if (!stopping.signal.aborted) timer = setTimeout(wake, readEveryMs)
    })
  }

  return {
    start() {
      reading = reads.keepOnly(remote.id).then(wake, wake)
    },
    async stop() {
      stopping.abort()
      clearTimeout(timer)
      await reading
    },
  }
}
