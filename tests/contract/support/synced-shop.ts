import { pino } from 'pino'
import { expect, onTestFinished } from 'vitest'
import type { StoredAppointment, StoredBlockedTime } from '../../../booking/appointment.ts'
import { eventUid, shopDomain } from '../../../booking/calendar-event.ts'
import { shop as demoShop } from '../../../booking/opening-hours.ts'
import { wallTimeToEpochMs } from '../../../booking/time.ts'
import { buildBlockedEvent, buildOwnerEvent, type RemoteCalendar } from '../../../server/calendar/calendar.ts'
import { createApply } from '../../../server/calendar/sync/apply.ts'
import { createPoller } from '../../../server/calendar/sync/poller.ts'
import { createSyncedCalendar } from '../../../server/calendar/sync/synced-calendar.ts'
import { readConfig } from '../../../server/config.ts'
import type { BookingOutcome } from '../../../server/db/appointments.ts'
import { openStores } from '../../../server/db/stores.ts'
import { buildCalendarReport, queueCalendarNotice } from '../../../server/jobs/alerts.ts'
import { openDatabase } from '../../../server/open.ts'
import { ann, createTemporaryFolder, testNoon } from './shop-server.ts'
import { openDesk } from './use-cases.ts'

export const signal = () => AbortSignal.timeout(100_000)

/** The instant when the shop's clock shows that. */
export const at = (date: string, time: string) => wallTimeToEpochMs(date, time, demoShop.timeZone)

export const toEvent = (appointment: StoredAppointment) => buildOwnerEvent(appointment, demoShop, shopDomain)

/** The database and the desk around an owner's calendar, without a server: the test polls it itself. */
export async function openAround(
  remote: RemoteCalendar,
  databaseSettings: Record<string, string> = {},
  capacity = 1,
) {
  const config = readConfig({ DATA_DIR: createTemporaryFolder(), ...databaseSettings })
  const engine = await openDatabase(config, { seats: capacity })
  onTestFinished(() => engine.close())
  const storage = await openStores(engine)
  const { appointments, syncedEvents, polls } = storage
  let nowEpochMs = testNoon
  const shop = { ...demoShop, opening: { ...demoShop.opening, capacity } }
  const desk = openDesk(storage, { shop, now: () => nowEpochMs })
  const syncWith = {
    ...storage,
    service: desk.service,
    blocking: desk.blockedTimes,
    openingHours: { current: async () => shop },
    wakeWorker: () => {},
    timeZone: shop.timeZone,
    now: () => nowEpochMs,
    log: pino({ level: 'silent' }),
  }
  const apply = createApply({ ...syncWith, calendar: remote.id })
  const calendar = createSyncedCalendar(remote, syncedEvents, shopDomain, () => nowEpochMs)

  /**
   * Polls as the server does.
   * @param onceApplied - runs right after the owner's changes were applied
   */
  async function poll(times = 1, onceApplied: () => Promise<unknown> = async () => {}): Promise<void> {
    for (let time = 0; time < times; time++) {
      const { promise, resolve } = Promise.withResolvers<void>()
      const write = (line: string) => {
        if (line.includes('the calendar could not be read')) resolve()
      }
      const poller = createPoller({
        ...syncWith,
        remote,
        log: pino({ level: 'warn' }, { write }),
        polls: {
          ...polls,
          takeLease: (id) => polls.takeLease(id, nowEpochMs, 0, false),
          finish: (...found) => polls.finish(...found).then(resolve),
        },
        queueNotice: () => queueCalendarNotice(polls, remote.id, nowEpochMs),
        async apply(round) {
          await apply(round)
          await onceApplied()
        },
        pollEveryMs: 60_000,
      })
      await poller.start()
      await promise
      await poller.stop()
    }
  }

  const bookedBy = (outcome: BookingOutcome) =>
    outcome.status === 'booked' ? outcome.appointment : expect.fail(outcome.status)
  const book = async (fields = ann) => bookedBy(await desk.book(fields, 0))
  const show = (appointment: StoredAppointment) => calendar.put(toEvent(appointment), signal())
  async function shown(appointment: StoredAppointment): Promise<StoredAppointment> {
    await show(appointment)
    return appointment
  }

  const showBlockedTime = (blocked: StoredBlockedTime) =>
    calendar.put(buildBlockedEvent(blocked, shopDomain), signal())
  const stored = async ({ id }: StoredAppointment) => (await appointments.findById(id)) ?? expect.fail()
  const report = async (atMs = nowEpochMs) => buildCalendarReport(await polls.findings(remote.id, atMs), atMs)

  return {
    storage,
    desk,
    calendar,
    remote,
    poll,
    book,
    show,
    showBlockedTime,
    stored,
    report,
    /** Books, and writes the event. */
    bookShown: async (fields = ann) => shown(await book(fields)),
    /** The same at any time, even in the past. */
    bookAtDesk: async (fields: Partial<typeof ann>) =>
      shown(bookedBy(await desk.bookForClient({ ...ann, ...fields }))),
    async move(
      { id, sequence: expectedSequence }: StoredAppointment,
      appointment_date: string,
      appointment_time: string,
      actor: 'desk' | 'client',
    ): Promise<StoredAppointment> {
      const to = { appointment_date, appointment_time }
      const moved = await desk.move({ id, expectedSequence, durationMinutes: 60, to, by: actor })
      return moved.status === 'changed' ? moved.appointment : expect.fail(moved.status)
    },
    /** Closes a time of that day, "HH:MM", and writes the event. */
    async closeShown(from: string, to: string): Promise<StoredBlockedTime> {
      const day = ann.appointment_date
      const blocked = await desk.block({ from: `${day}T${from}`, to: `${day}T${to}`, reason: 'Fair' })
      await showBlockedTime(blocked)
      return blocked
    },
    isOpen: async (time: string, date = ann.appointment_date) =>
      (await desk.openTimesOn(date)).includes(time),
    statusOf: async (appointment: StoredAppointment) => (await stored(appointment)).status,
    onHold: async (atMs = nowEpochMs) => (await polls.findings(remote.id, atMs)).onHold.length,
    rejectionOf: ({ id }: StoredAppointment) => polls.findRejection(remote.id, eventUid(id, shopDomain)),
    markAlerted: async (atMs = nowEpochMs) => polls.markAlerted(remote.id, await report(atMs), atMs),
    windTo(epochMs: number) {
      nowEpochMs = epochMs
    },
  }
}
