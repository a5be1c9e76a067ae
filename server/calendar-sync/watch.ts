import type { Logger } from 'pino'
import { msPerDay } from '../../booking/milliseconds.ts'
import { type CalendarNewsStore, isLongAgo } from '../appointments/calendar-news.ts'
import { appointmentIdOf } from '../appointments/identity.ts'
import type { AppointmentStore, WakeOutbox } from '../appointments/ports.ts'
import { faultOf } from '../base/fault.ts'
import type { RemoteCalendar } from '../calendar/remote-calendar.ts'
import { busyTimesOf } from './busy-times.ts'
import type { Look } from './follow-owner.ts'
import type { ReadStore } from './read-store.ts'
import type { SyncedEventStore } from './synced-events.ts'

interface Dependencies {
  remote: RemoteCalendar
  syncedEvents: SyncedEventStore
  reads: ReadStore
  news: Pick<CalendarNewsStore, 'oweNotice'>
  appointments: Pick<AppointmentStore, 'findByIds'>
  /** Does to appointments what the owner has done to their events. */
  follow: (look: Look) => Promise<void>
  wakeOutbox: WakeOutbox
  readEveryMs: number
  now: () => number
  log: Logger
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
/** A turn that falls due a little before the next look of the same process is not missed by it. */
const turnShare = 0.9

/**
 * Follows what the owner does in the calendar, and keeps what else is busy there in the database. Of several
 * processes one reads at a time. A calendar that cannot be read leaves everything as it was last known.
 */
export function createCalendarWatch(dependencies: Dependencies): CalendarSync {
  const { remote, syncedEvents, reads, news, appointments, follow, wakeOutbox, readEveryMs, now, log } =
    dependencies
  let timer: NodeJS.Timeout | undefined
  let reading: Promise<void> = Promise.resolve()
  let startedAtMs = 0
  const stopping = new AbortController()

  async function read(): Promise<void> {
    const beganAtMs = now()
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(readingTimeoutMs)])
    const began = await syncedEvents.endingAfter(remote.id, beganAtMs)
    const today = beganAtMs - (beganAtMs % msPerDay)
    const found = await remote.read({ startEpochMs: today - msPerDay, endEpochMs: today + aheadMs }, signal)
    const find: Look['find'] = (uid) => remote.find(uid, signal).catch(() => undefined)
    await follow({ beganAtMs, began, reading: found, find })

    const uids = [...new Set(found.busy.flatMap(({ ownUid }) => ownUid ?? []))]
    const ids = uids.flatMap((uid) => appointmentIdOf(uid) ?? [])
    const byId = new Map((await appointments.findByIds(ids)).map((one) => [one.id, one]))
    const beganOf = new Map(began.map((event) => [event.uid, event]))
    const ownEvents = uids.flatMap((uid) => {
      const appointment = byId.get(appointmentIdOf(uid) ?? '')
      return appointment ? [[uid, { appointment, began: beganOf.get(uid) }] as const] : []
    })
    const { unreadable } = found
    if (unreadable.length > 0) log.warn({ unreadable }, 'entries of the calendar could not be read')
    await reads.finish(remote.id, busyTimesOf(found.busy, new Map(ownEvents)), unreadable.length, now())
  }

  /** Owes the owner a notice of what the readings have brought, if there is something that was not told yet. */
  async function tellOwner(): Promise<void> {
    if (await news.oweNotice(remote.id, now())) wakeOutbox(now())
  }

  async function takeTurn(): Promise<void> {
    let readAtMs: number | null = null
    try {
      const turn = await reads.takeTurn(remote.id, now(), readEveryMs * turnShare)
      if (!turn) return
      readAtMs = turn.readAtMs
      await read()
      await tellOwner()
    } catch (error) {
      if (stopping.signal.aborted) return
      const lastRead = readAtMs === null ? 'never' : new Date(readAtMs).toISOString()
      const fact = { fault: faultOf(error), lastRead }
      log.warn(fact, 'the calendar could not be read; the busy times known from it still hold')
      if (isLongAgo(readAtMs ?? startedAtMs, now())) await tellOwner().catch(() => {})
    }
  }

  function wake(): void {
    if (stopping.signal.aborted) return
    reading = takeTurn().finally(() => {
      if (!stopping.signal.aborted) timer = setTimeout(wake, readEveryMs)
    })
  }

  return {
    async start() {
      startedAtMs = now()
      const firstReading = reads
        .keepOnly(remote.id)
        .then(wake, wake)
        .then(() => reading)
      reading = firstReading
      const patience = Promise.withResolvers<void>()
      const timer = setTimeout(patience.resolve, firstReadingMs)
      await Promise.race([firstReading, patience.promise])
      clearTimeout(timer)
    },
    async stop() {
      stopping.abort()
      clearTimeout(timer)
      await reading
    },
  }
}
