import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { msPerDay } from '../../booking/time.ts'
import { lineTo } from './support/behind.ts'
import { eventOf, isRead, ownEvents, putBack, stand } from './support/calendar-reading.ts'
import { openClock } from './support/clock.ts'
import { atDesk } from './support/desk.ts'
import { databaseSettings, engines } from './support/engines.ts'
import { openSlowMailServer } from './support/mail-server.ts'
import { type OpenCalendar, shareRadicale } from './support/radicale.ts'
import { runCommand } from './support/run-command.ts'
import { ann, openShop, temporaryFolder, testNoon, until } from './support/shop-server.ts'
import { bo, booked, cancel } from './support/visits.ts'

const openCalendar = shareRadicale()
// The commands have the real clock: for them, this shop's bookings are over.
const long = Date.UTC(2026, 0, 5, 18)
const past = { ...ann, appointment_date: '2026-01-06' }

const textIn = async (calendar: OpenCalendar) => (await calendar.objects()).map(({ text }) => text).join()

const namesNoOne = (calendar: OpenCalendar) =>
  until(async () => !/ann|lee|123-4567/i.test(await textIn(calendar)))

describe.each(engines)('a client whose data is deleted, on %s,', (engine) => {
  it('disappears from the owner’s calendar as soon as it answers; the entry stays', async () => {
    const calendar = await openCalendar()
    const line = await lineTo(calendar)
    const folder = temporaryFolder()
    const env = { ...line.env, ...(await databaseSettings(engine)) }
    const before = await openShop({ env, folder, nowEpochMs: long })
    for (const fields of [past, { ...bo, appointment_date: past.appointment_date, phone: '555 765 4321' }])
      expect((await before.book(fields)).status).toBe(201)
    await until(async () => (await calendar.objects()).length === 2)
    await calendar.edit((await eventOf(calendar, 'Ann')).href, (text) =>
      text.replace('BEGIN:VALARM', 'COMMENT:Ann likes tweed\r\nBEGIN:VALARM'),
    )
    await before.close()

    const settings = { DATA_DIR: before.dataDir, ...env }
    expect((await runCommand('forget', [ann.email], settings)).output).toContain('Anonymized 1 appointment')
    line.failing = Number.POSITIVE_INFINITY
    const clock = openClock()
    const after = await openShop({ env, folder, now: clock.now })
    const { run } = await after.database()
    const jobs = () => run("select attempts, finished_at_ms from jobs where kind = 'calendar-forgetting'")
    await until(async () => Number((await jobs())[0]?.attempts) > 0)
    // The calendar fails for a week: after as many attempts an email would fail permanently.
    const atRest = "kind = 'calendar-forgetting' and leased_until_ms is null"
    const failedOften = `update jobs set attempts = 29 where ${atRest} returning id`
    await until(async () => (await run(failedOften)).length === 1)
    clock.windPastRetries()
    await until(
      async () => (await run(`select id from jobs where ${atRest} and attempts >= 30`)).length === 1,
    )
    line.failing = 0
    clock.wind(msPerDay)
    await namesNoOne(calendar)

    const events = await calendar.events()
    expect(events.map(({ event, start }) => [event.summary, start])).toEqual([
      ['Consultation', '2026-01-06T16:00:00.000Z'],
      ['Consultation: Bo Diaz', '2026-01-06T20:00:00.000Z'],
    ])
    await until(async () => (await jobs())[0]?.finished_at_ms !== null)
    expect(await jobs()).toHaveLength(1)
    // The server doesn't take its own writing for the owner's.
    await isRead(calendar, after, 2)
    expect(await run("select id from appointments where status = 'cancelled' or sequence > 0")).toEqual([])
  })

  it('disappears also after a restored backup brought them back, before the next poll', async () => {
    const calendar = await openCalendar()
    const env = { ...calendar.env, ...(await databaseSettings(engine)) }
    const before = await openShop({ env, nowEpochMs: long })
    expect((await before.book(past)).status).toBe(201)
    const { run } = await before.database()
    await until(async () => (await run('select uid from synced_events')).length === 1)
    await before.close()
    const settings = { DATA_DIR: before.dataDir, ...env }
    const file = join(before.folder, 'backup.sqlite')
    for (const [command, typed] of [
      ['backup', [file]],
      ['restore', [file, '--replace']],
      ['forget', [ann.email]],
    ] as const)
      expect(await runCommand(command, typed, settings)).toMatchObject({ code: 0 })
    await openShop({ env, folder: before.folder })
    await namesNoOne(calendar)
  })

  it('disappears while emails to them are still under way', async () => {
    const calendar = await openCalendar()
    const mailServer = await openSlowMailServer()
    const env = { ...calendar.env, ...(await databaseSettings(engine)), SMTP_URL: mailServer.url }
    const clock = openClock(long)
    const shop = await openShop({ env, now: clock.now })
    await shop.postForm(past)
    await until(async () => (await calendar.objects()).length === 1 && mailServer.received.length === 2)
    const settings = { DATA_DIR: shop.dataDir, ...env }
    expect((await runCommand('forget', [ann.email], settings)).output).toContain('1 appointment')
    // The command's jobs are due by the real clock, and now by the shop's.
    clock.wind(testNoon - long)
    mailServer.acknowledge()
    await namesNoOne(calendar)
  })

  it('disappears from the entries of canceled consultations that are still there, or back', async () => {
    const calendar = await openCalendar()
    const line = await lineTo(calendar)
    const clock = openClock()
    const shop = await openShop({ env: line.env, engine, now: clock.now })
    const desk = await atDesk(shop)
    const tokens = [await booked(shop, ann), await booked(shop, bo)]
    await stand(calendar, shop, 2)
    const { href } = await eventOf(calendar, bo.full_name)
    const back = (await calendar.objects()).find((one) => one.href === href) ?? expect.fail()
    await cancel(shop, tokens[1] ?? '')
    await until(async () => !(await textIn(calendar)).includes(bo.full_name))
    await putBack(calendar, back)
    await until(async () => (await shop.mails('event-restored')).length === 1)

    line.failing = Number.POSITIVE_INFINITY
    await cancel(shop, tokens[0] ?? '')
    const { run } = await shop.database()
    const pending = "select attempts from jobs where kind = 'calendar-event' and status = 'pending'"
    await until(async () => Number((await run(pending))[0]?.attempts) > 0)
    for (const { email } of [ann, bo]) expect((await desk.rpc('forget_client', { email })).error).toBeNull()
    line.failing = 0
    clock.windPastRetries()
    await until(async () => {
      const [first, ...others] = await ownEvents(calendar)
      return first?.href === href && first.event.summary === 'Consultation' && others.length === 0
    })
    const text = await textIn(calendar)
    for (const personal of [ann.full_name, bo.full_name, ann.phone]) expect(text).not.toContain(personal)
  })
})
