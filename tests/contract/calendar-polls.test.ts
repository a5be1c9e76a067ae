import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { calendarNotice } from '#copy/emails.ts'
import type { StoredAppointment } from '../../booking/appointment.ts'
import { msPerDay, msPerHour, msPerMinute } from '../../booking/time.ts'
import { readConfig } from '../../server/config.ts'
import { createLease } from '../../server/db/jobs.ts'
import { openStores } from '../../server/db/stores.ts'
import { delivered } from '../../server/jobs/worker.ts'
import { openDatabase } from '../../server/open.ts'
import { calendarObject, hostileEntries } from '../support/hostile-entries.ts'
import { startConnection, startProxy } from './support/behind.ts'
import { waitForEvents, waitForPolls } from './support/calendar-reading.ts'
import { openClock } from './support/clock.ts'
import { databaseSettings, engines } from './support/engines.ts'
import { hour, openGoogleShop, type ShopAtGoogle, toEventId } from './support/google-shop.ts'
import { shareRadicale } from './support/radicale.ts'
import { runCommand } from './support/run-command.ts'
import { ann, createTemporaryFolder, openShop, testNoon, waitFor } from './support/shop-server.ts'
import { at } from './support/synced-shop.ts'
import { bo } from './support/visits.ts'

const day = ann.appointment_date
const openCalendar = shareRadicale()

describe.each(engines)('startup on %s', (engine) => {
  it('reads what a backup lacks before the first booking, no matter how recent the last poll was', async () => {
    const calendar = await openCalendar()
    const env = { ...calendar.env, CALENDAR_READ_SECONDS: '60', ...(await databaseSettings(engine)) }
    const before = await openShop({ env })
    await before.postForm({ ...ann })
    const file = join(before.folder, 'backup.sqlite')
    const settings = { DATA_DIR: before.dataDir, ...env }
    expect(await runCommand('backup', [file], settings)).toMatchObject({ code: 0 })
    await before.postForm(bo)
    await waitFor(async () => (await calendar.events()).length === 2)
    await before.close()
    expect(await runCommand('restore', [file, '--replace'], settings)).toMatchObject({ code: 0 })

    const after = await openShop({ env, folder: before.folder, nowEpochMs: testNoon + 30_000 })
    const open = await after.openTimes(day)
    expect(open).not.toContain('14:00')
    // The event of the appointment in the backup blocks nothing else.
    expect(open).toContain('11:00')
    expect((await after.book({ ...bo, email: 'cy@example.com' })).status).toBe(409)
    expect(await calendar.events()).toHaveLength(2)
  })

  it('reads the calendar first in every process, even while another one is polling', async () => {
    const calendar = await openCalendar()
    await calendar.putEvent('dentist', ['DTSTART:20261203T160000Z', 'DTEND:20261203T170000Z'])
    const both = Promise.withResolvers<void>()
    let polls = 0
    const CALDAV_URL = await startProxy(calendar.url, {
      delays: async (body) => {
        if (!body.includes('calendar-query')) return
        polls += 1
        if (polls === 2) both.resolve()
        await both.promise
      },
    })
    const database = await databaseSettings(engine)
    const env = { ...calendar.env, CALDAV_URL, CALENDAR_READ_SECONDS: '60', ...database }
    const folder = createTemporaryFolder()
    const starts = [openShop({ env, folder }), openShop({ env, folder })]
    const first = await Promise.race(starts)
    expect(await first.openTimes(day)).not.toContain('10:00')
    both.resolve()
    await Promise.all(starts)
  })
})

describe.each(engines)('the lease of a poll in %s', (engine) => {
  it('comes once per period, and keeps a slow poll from undoing what a later and faster one found', async () => {
    const settings = { DATA_DIR: createTemporaryFolder(), ...(await databaseSettings(engine)) }
    const database = await openDatabase(readConfig(settings), { seats: 1 })
    onTestFinished(() => database.close())
    const { polls, blockedTimes } = await openStores(database)
    const take = (atMs: number) => polls.takeLease('c', atMs, msPerMinute, false)
    // A clock that was ahead took it.
    expect(await take(testNoon + 365 * msPerDay)).not.toBeNull()
    const slow = (await take(testNoon)) ?? expect.fail('The period has no lease.')
    expect(await take(testNoon + msPerMinute - 1)).toBeNull()
    const quick = (await take(testNoon + msPerMinute)) ?? expect.fail('The next period has no lease.')
    expect(await take(testNoon + msPerMinute)).toBeNull()
    const dentist = { startEpochMs: testNoon, endEpochMs: testNoon + msPerHour }
    await polls.finish('c', quick, [dentist], 0, testNoon + msPerMinute + 1)
    await polls.finish('c', slow, [], 0, testNoon + msPerMinute + 2)
    expect(await blockedTimes.busyDuring(dentist)).toEqual([dentist])
  })

  it('keeps a slow poll from undoing what a later one, still running, found', async () => {
    const settings = { DATA_DIR: createTemporaryFolder(), ...(await databaseSettings(engine)) }
    const database = await openDatabase(readConfig(settings), { seats: 1 })
    onTestFinished(() => database.close())
    const { polls, blockedTimes } = await openStores(database)
    const take = async (atMs: number) =>
      (await polls.takeLease('c', atMs, msPerMinute, false)) ?? expect.fail('The period has no lease.')
    const [gone, dentist] = [
      { startEpochMs: testNoon, endEpochMs: testNoon + msPerHour },
      { startEpochMs: testNoon + msPerDay, endEpochMs: testNoon + msPerDay + msPerHour },
    ]
    await polls.addBusy('c', [gone])
    const slow = await take(testNoon)
    await take(testNoon + msPerMinute)
    await polls.addBusy('c', [dentist])
    await polls.finish('c', slow, [], 0, testNoon + msPerMinute + 1)
    expect(await blockedTimes.busyDuring(gone)).toEqual([])
    expect(await blockedTimes.busyDuring(dentist)).toEqual([dentist])
  })
})

it('a poll writes only the times that changed since the last one', async () => {
  const database = await openDatabase(readConfig({ DATA_DIR: createTemporaryFolder() }), { seats: 1 })
  onTestFinished(() => database.close())
  await sql`create table writes (start_ms integer, change text)`.execute(database.db)
  for (const change of ['insert', 'delete'])
    await sql`create trigger ${sql.raw(`noted_${change}`)} before ${sql.raw(change)} on busy_times begin
      insert into writes values (${sql.raw(change === 'insert' ? 'new' : 'old')}.start_ms, ${sql.lit(change)}); end`.execute(
      database.db,
    )
  const { polls } = await openStores(database)
  const hours = [0, 2, 4, 6].map((hours) => testNoon + hours * msPerHour)
  const times = hours.map((startEpochMs) => ({ startEpochMs, endEpochMs: startEpochMs + msPerHour }))
  const poll = async (atMs: number, busy: typeof times) => {
    const lease = (await polls.takeLease('c', atMs, msPerMinute, false)) ?? expect.fail('There is no lease.')
    await polls.finish('c', lease, busy, 0, atMs)
    const { rows } = await sql`select change, start_ms from writes order by change, start_ms`.execute(
      database.db,
    )
    await sql`delete from writes`.execute(database.db)
    return rows
  }
  expect(await poll(testNoon, times.slice(0, 3))).toHaveLength(3)
  expect(await poll(testNoon + msPerMinute, times.slice(0, 3))).toEqual([])
  expect(await poll(testNoon + 2 * msPerMinute, times.slice(1))).toEqual([
    { change: 'delete', start_ms: hours[0] },
    { change: 'insert', start_ms: hours[3] },
  ])
})

it('hostile entries in the owner’s calendar trigger one email with their number', async () => {
  const calendar = await openCalendar()
  const entries = Object.values(hostileEntries)
  for (const [index, entry] of entries.entries())
    await calendar.putText(`hostile-${index}`, calendarObject(`hostile-${index}`, entry))
  const shop = await openShop({ env: calendar.env })
  await shop.postForm({ ...ann })
  await waitFor(async () => (await shop.mails('calendar-notice')).length > 0)
  const [notice] = await shop.mails('calendar-notice')
  const unreadable = entries.filter(({ isUnreadable }) => isUnreadable).length
  const [told = ''] = calendarNotice.unreadable(unreadable).split(',')
  expect(notice?.text).toContain(told)
})

describe.each(engines)('an hour without a readable calendar, with %s', (engine) => {
  it('triggers one email and a doctor’s warning, and the entries arrive once the calendar answers', async () => {
    const calendar = await openCalendar()
    const line = await startConnection(calendar)
    const clock = openClock()
    const shop = await openShop({ env: line.env, engine, now: clock.now })
    await shop.postForm({ ...ann })
    await waitForEvents(calendar, shop, 1)
    const { run } = await shop.database()
    const twoHours = 2 * 3_600_000
    // The machine slept, and wakes a moment before its network.
    line.failing = 1
    clock.wind(twoHours)
    await waitForPolls(calendar, shop)
    expect(await run("select outcome from jobs where kind = 'calendar-notice'")).toEqual([])

    line.failing = Number.POSITIVE_INFINITY
    const { failed: before } = line
    // A running poll would end after the clock was set.
    await waitFor(() => line.failed > before)
    clock.wind(twoHours)
    await waitFor(async () => (await shop.mails('calendar-notice')).length === 1)
    expect((await shop.mails('calendar-notice'))[0]?.text).toMatch(
      /been able to read your calendar since Tuesday, December 1, 2026 at 2:\d\d PM/,
    )
    clock.wind(twoHours)
    const { failed } = line
    await waitFor(() => line.failed > failed + 2)
    expect(await shop.mails('calendar-notice')).toHaveLength(1)
    // The doctor uses the real clock.
    await run('update calendar_polls set polled_at_ms = 0')
    expect((await runCommand('doctor', [], shop.settings, shop.folder)).output).toContain(
      'WARN  The calendar was last read on',
    )

    // The server tried the event of a later booking for long, and would retry it in some hours.
    await shop.postForm({ ...ann, appointment_time: '14:00' })
    const inHours = `update jobs set attempts = 20, due_at_ms = ${clock.now() + 6 * 3_600_000}
      where kind = 'calendar-event' and attempts > 0 and status = 'pending' and leased_until_ms is null returning id`
    await waitFor(async () => (await run(inHours)).length === 1)
    line.failing = 0
    await waitFor(async () =>
      (await calendar.events()).some(({ start }) => start === '2026-12-03T20:00:00.000Z'),
    )
  })
})

/** Polls the calendar. While its answer to the next such question is on its way, something else happens and finishes. */
async function pollDuring(
  { remote, poll }: ShopAtGoogle,
  question: 'read' | 'find',
  work: () => Promise<void>,
) {
  const asked = { ...remote }
  const held = async <T>(answer: Promise<T>): Promise<T> => {
    Object.assign(remote, asked)
    const found = await answer
    await work()
    return found
  }
  if (question === 'read') remote.read = (...args) => held(asked.read(...args))
  else remote.find = (...args) => held(asked.find(...args))
  await poll()
  expect(remote[question]).toBe(asked[question])
}

/**
 * Runs the pending jobs of a kind.
 * @returns how many there were
 */
async function deliver({ storage: { jobs } }: ShopAtGoogle, kind: 'event-restored' | 'move-refused') {
  const due = await jobs.claimDue(createLease(testNoon), 10, [kind])
  for (const job of due) await jobs.complete(job, delivered('a@mail'), testNoon)
  return due.length
}

describe.each(engines)('two processes polling the owner’s calendar at the same moment, with %s', (engine) => {
  it('miss a deleted event once, and neither cancel nor open anything', async () => {
    const shop = await openGoogleShop(engine)
    const appointment = await shop.bookShown()
    await shop.closeShown('16:00', '17:00')
    shop.deleteEvents(...shop.api.events.keys())
    await pollDuring(shop, 'read', shop.poll)
    expect([await shop.statusOf(appointment), await shop.isOpen('16:00')]).toEqual(['confirmed', false])
    await shop.poll()
    expect([await shop.statusOf(appointment), await shop.isOpen('16:00')]).toEqual(['cancelled', true])
  })

  it('apply a move onto another client once, and let the owner make room', async () => {
    const shop = await openGoogleShop(engine)
    const [first, second] = [await shop.bookShown(), await shop.bookShown(bo)]
    shop.moveEvent(first, day, '14:00')
    await pollDuring(shop, 'read', shop.poll)
    expect(await deliver(shop, 'move-refused')).toBe(0)
    shop.moveEvent(second, day, '16:00')
    await shop.poll()
    const times = [await shop.stored(first), await shop.stored(second)].map(
      (appointment) => appointment.appointment_time,
    )
    expect(times).toEqual(['14:00', '16:00'])
  })

  it('notify the owner once of a canceled consultation’s restored event', async () => {
    const shop = await openGoogleShop(engine)
    const id = toEventId(await shop.bookShown())
    shop.deleteEvents(id)
    await shop.poll(2)
    shop.restoreEvents(id)
    let told = 0
    await pollDuring(shop, 'find', async () => {
      await shop.poll()
      told += await deliver(shop, 'event-restored')
    })
    expect(told + (await deliver(shop, 'event-restored'))).toBe(1)
  })

  it('notify the owner once of a rejected move', async () => {
    const shop = await openGoogleShop(engine)
    const [moved, deleted] = [await shop.bookShown(), await shop.bookShown(bo)]
    shop.deleteEvents(toEventId(deleted))
    await shop.poll()
    shop.moveEvent(moved, '2026-12-01', '09:00')
    let told = 0
    await pollDuring(shop, 'find', async () => {
      await shop.poll()
      told += await deliver(shop, 'move-refused')
      // Puts the event back.
      await shop.show(await shop.stored(moved))
    })
    expect(told + (await deliver(shop, 'move-refused'))).toBe(1)
  })

  it('keep the owner’s answer about missing events', async () => {
    const shop = await openGoogleShop(engine)
    const booked: StoredAppointment[] = []
    for (const appointment_time of ['09:00', '10:00', '11:00', '12:00'])
      booked.push(await shop.bookShown({ ...ann, appointment_time }))
    shop.deleteEvents(...shop.api.events.keys())
    await shop.poll()
    await pollDuring(shop, 'find', async () => {
      await shop.poll()
      expect(await shop.storage.polls.confirm(shop.remote.id)).toBe(booked.length)
    })
    await shop.poll()
    for (const appointment of booked) expect(await shop.statusOf(appointment)).toBe('cancelled')
  })
})

describe.each(engines)('a slow poll of the owner’s calendar, with %s', (engine) => {
  it('undoes nothing that the client did during it', async () => {
    const shop = await openGoogleShop(engine)
    const booked = await shop.bookShown()
    await shop.poll()
    const { id } = booked
    await pollDuring(shop, 'read', async () => {
      const to = { appointment_date: day, appointment_time: '14:00' }
      const moved = await shop.desk.move({ id, expectedSequence: 0, durationMinutes: 60, to, by: 'client' })
      await shop.show(moved.status === 'changed' ? moved.appointment : expect.fail(moved.status))
    })
    await shop.poll(2)
    expect(await shop.stored(booked)).toMatchObject({ appointment_time: '14:00', sequence: 1 })
    expect(shop.api.events.get(toEventId(booked))).toMatchObject(hour(at(day, '14:00')))
    expect(await shop.isOpen('10:00')).toBe(true)
  })
})
