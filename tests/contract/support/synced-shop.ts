import { pino } from 'pino'
import { expect, onTestFinished } from 'vitest'
import type { StoredAppointment, StoredBlockedTime } from '../../../booking/appointment.ts'
import {
  blockedTimeEvent,
  blockedTimeUid,
  businessEvent,
  eventUid,
  shopDomain,
} from '../../../booking/calendar-event.ts'
import { shop } from '../../../booking/opening-hours.ts'
import type { RemoteCalendar } from '../../../server/calendar/calendar.ts'
import { createApply } from '../../../server/calendar/sync/apply.ts'
import { createPoller } from '../../../server/calendar/sync/poller.ts'
import { syncedCalendar } from '../../../server/calendar/sync/synced-calendar.ts'
import { readConfig } from '../../../server/config.ts'
import { openStores } from '../../../server/db/stores.ts'
import { queueCalendarNotice } from '../../../server/jobs/alerts.ts'
import { openDatabase } from '../../../server/open.ts'
import { ann, temporaryFolder, testNoon, until } from './shop-server.ts'
import { openDesk } from './use-cases.ts'

/** The database and the desk around a calendar of the owner's, without a server. */
export async function openAround(remote: RemoteCalendar, databaseSettings: Record<string, string> = {}) {
  const settings = { DATA_DIR: temporaryFolder(), ...databaseSettings }
  const engine = await openDatabase(readConfig(settings), 1)
  onTestFinished(() => engine.close())
  const storage = await openStores(engine)
  const { appointments, blockedTimes, syncedEvents, polls } = storage
  const now = () => testNoon
  const wakeWorker = () => {}
  const desk = openDesk(storage)
  const calendar = syncedCalendar(remote, syncedEvents, shopDomain, now)
  const warnings: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void warnings.push(line) })
  const apply = createApply({
    calendar: remote.id,
    syncedEvents,
    appointments,
    blockedTimes,
    service: desk.service,
    blocking: desk.blockedTimes,
    openingHours: { current: async () => shop },
    wakeWorker,
    uidDomain: shopDomain,
    timeZone: shop.timeZone,
    now,
    log,
  })

  /**
   * Reads the calendar once, as the server does again and again.
   * @param onceFollowed - what happens in the very moment in which that was followed
   */
  async function read(onceFollowed: () => Promise<unknown> = async () => {}): Promise<void> {
    warnings.length = 0
    const leasesLater = { ...polls, takeLease: (id: string) => polls.takeLease(id, testNoon, 0, false) }
    let finished = false
    const finish: typeof polls.finish = async (...found) => {
      await polls.finish(...found)
      finished = true
    }
    const watched = { ...leasesLater, finish }
    const watch = createPoller({
      remote,
      syncedEvents,
      polls: watched,
      queueNotice: (nowEpochMs) => queueCalendarNotice(polls, remote.id, nowEpochMs),
      appointments,
      blockedTimes,
      apply: async (what) => {
        await apply(what)
        await onceFollowed()
      },
      wakeWorker,
      uidDomain: shopDomain,
      pollEveryMs: 60_000,
      now,
      log,
    })
    watch.start()
    await until(() => finished || warnings.join().includes('the calendar could not be read'))
    await watch.stop()
  }

  async function book(fields = ann): Promise<StoredAppointment> {
    const outcome = await desk.book(fields, 0)
    return outcome.status === 'booked' ? outcome.appointment : expect.fail(outcome.status)
  }

  const show = (appointment: StoredAppointment) => {
    const { id, sequence, status, full_name: name, email } = appointment
    const event = { ...businessEvent(appointment, shop), uid: eventUid(id, shopDomain), sequence, status }
    return calendar.put({ ...event, attendee: { name, email } }, AbortSignal.timeout(100_000))
  }

  const showBlockedTime = (blocked: StoredBlockedTime) => {
    const { id, sequence, status } = blocked
    return calendar.put(
      { ...blockedTimeEvent(blocked), uid: blockedTimeUid(id, shopDomain), sequence, status },
      AbortSignal.timeout(100_000),
    )
  }

  return { showBlockedTime, storage, desk, calendar, remote, read, book, show, warnings }
}
