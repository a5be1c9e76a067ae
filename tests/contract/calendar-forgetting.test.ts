import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { msPerDay } from '../../booking/time.ts'
import { startConnection } from './support/behind.ts'
import { findEvent, ownEvents, putBack, waitForEvents, waitForPolls } from './support/calendar-reading.ts'
import { openClock } from './support/clock.ts'
import { atDesk } from './support/desk.ts'
import { engines } from './support/engines.ts'
import { openSlowMailServer } from './support/mail-server.ts'
import { type OpenCalendar, shareRadicale } from './support/radicale.ts'
import { runCommand } from './support/run-command.ts'
import { ann, openShop, testNoon, waitFor } from './support/shop-server.ts'
import { bo, bookVisit, cancel } from './support/visits.ts'

const openCalendar = shareRadicale()
// The commands use the real clock, by which this shop's bookings are past.
const long = Date.UTC(2026, 0, 5, 18)
const past = { ...ann, appointment_date: '2026-01-06' }

const textIn = async (calendar: OpenCalendar) => (await calendar.objects()).map(({ text }) => text).join()

const namesNoOne = (calendar: OpenCalendar) =>
  waitFor(async () => !/ann|lee|123-4567/i.test(await textIn(calendar)))

async function forgetAnn(settings: Record<string, string>) {
  expect((await runCommand('forget', [ann.email], settings)).output).toContain('Anonymized 1 appointment')
}

describe.each(engines)('a deleted client, on %s,', (engine) => {
  it('disappears from the owner’s calendar as soon as it’s reachable; the entry stays', async () => {
    const calendar = await openCalendar()
    const line = await startConnection(calendar)
    const before = await openShop({ env: line.env, engine, nowEpochMs: long })
    for (const fields of [past, { ...bo, appointment_date: past.appointment_date, phone: '555 765 4321' }])
      expect((await before.book(fields)).status).toBe(201)
    await waitFor(async () => (await calendar.objects()).length === 2)
    await calendar.edit((await findEvent(calendar, 'Ann')).href, (text) =>
      text.replace('BEGIN:VALARM', 'COMMENT:Ann likes tweed\r\nBEGIN:VALARM'),
    )
    await before.close()

    // Restoring a backup brings them back.
    const file = join(before.folder, 'backup.sqlite')
    expect(await runCommand('backup', [file], before.settings)).toMatchObject({ code: 0 })
    await forgetAnn(before.settings)
    expect(await runCommand('restore', [file, '--replace'], before.settings)).toMatchObject({ code: 0 })
    await forgetAnn(before.settings)
    line.failing = Number.POSITIVE_INFINITY
    const clock = openClock()
    const env = { ...line.env, ...before.databaseEnv }
    const after = await openShop({ env, folder: before.folder, now: clock.now })
    const { run } = await after.database()
    const jobs = () => run("select attempts, finished_at_ms from jobs where kind = 'calendar-forgetting'")
    await waitFor(async () => Number((await jobs())[0]?.attempts) > 0)
    // The calendar fails for a week. After as many attempts, an email would fail permanently.
    const atRest = "kind = 'calendar-forgetting' and leased_until_ms is null"
    const isDone = (statement: string) => waitFor(async () => (await run(statement)).length === 1)
    await isDone(`update jobs set attempts = 29 where ${atRest} returning id`)
    clock.windPastRetries()
    await isDone(`select id from jobs where ${atRest} and attempts >= 30`)
    line.failing = 0
    clock.wind(msPerDay)
    await namesNoOne(calendar)

    const events = await calendar.events()
    expect(events.map(({ event, start }) => [event.summary, start])).toEqual([
      ['Consultation', '2026-01-06T16:00:00.000Z'],
      ['Consultation: Bo Diaz', '2026-01-06T20:00:00.000Z'],
    ])
    await waitFor(async () => (await jobs())[0]?.finished_at_ms !== null)
    expect(await jobs()).toHaveLength(1)
    // The server doesn't mistake its own changes for the owner's.
    await waitForPolls(calendar, after, 2)
    expect(await run("select id from appointments where status = 'cancelled' or sequence > 0")).toEqual([])
  })

  it('disappears while emails to them are still being sent', async () => {
    const calendar = await openCalendar()
    const mailServer = await openSlowMailServer()
    const clock = openClock(long)
    const env = { ...calendar.env, SMTP_URL: mailServer.url }
    const shop = await openShop({ env, engine, now: clock.now })
    await shop.postForm(past)
    await waitFor(async () => (await calendar.objects()).length === 1 && mailServer.received.length === 2)
    await forgetAnn(shop.settings)
    // The command's jobs are due by the real clock, and now by the shop's.
    clock.wind(testNoon - long)
    mailServer.acknowledge()
    await namesNoOne(calendar)
  })

  it('disappears from entries of canceled consultations that are still there, or restored', async () => {
    const calendar = await openCalendar()
    const line = await startConnection(calendar)
    const clock = openClock()
    const shop = await openShop({ env: line.env, engine, now: clock.now })
    const desk = await atDesk(shop)
    const tokens = [await bookVisit(shop, ann), await bookVisit(shop, bo)]
    await waitForEvents(calendar, shop, 2)
    const { href } = await findEvent(calendar, bo.full_name)
    const back = (await calendar.objects()).find((object) => object.href === href) ?? expect.fail()
    await cancel(shop, tokens[1] ?? '')
    await waitFor(async () => !(await textIn(calendar)).includes(bo.full_name))
    await putBack(calendar, back)
    await waitFor(async () => (await shop.mails('event-restored')).length === 1)

    line.failing = Number.POSITIVE_INFINITY
    await cancel(shop, tokens[0] ?? '')
    const { run } = await shop.database()
    const pending = "select attempts from jobs where kind = 'calendar-event' and status = 'pending'"
    await waitFor(async () => Number((await run(pending))[0]?.attempts) > 0)
    for (const { email } of [ann, bo]) expect((await desk.rpc('forget_client', { email })).error).toBeNull()
    line.failing = 0
    clock.windPastRetries()
    await waitFor(async () => {
      const [first, ...others] = await ownEvents(calendar)
      return first?.href === href && first.event.summary === 'Consultation' && others.length === 0
    })
    const text = await textIn(calendar)
    for (const personal of [ann.full_name, bo.full_name, ann.phone]) expect(text).not.toContain(personal)
  })
})
