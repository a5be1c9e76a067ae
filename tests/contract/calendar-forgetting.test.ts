import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { msPerDay } from '../../booking/time.ts'
import { eventOf, isRead, stand } from './support/calendar-reading.ts'
import { openClock } from './support/clock.ts'
import { atDesk } from './support/desk.ts'
import { databaseSettings, engines } from './support/engines.ts'
import { openRadicale } from './support/radicale.ts'
import { runCommand } from './support/run-command.ts'
import { ann, openShop, temporaryFolder, testNoon, until } from './support/shop-server.ts'
import { openSlowMailServer } from './support/slow-mail-server.ts'
import { bo, booked, cancel } from './support/visits.ts'

const personal = /ann|lee|123-4567/i
const long = Date.UTC(2026, 0, 5, 18)
const past = { ...ann, appointment_date: '2026-01-06' }
const other = {
  ...past,
  full_name: 'Bo Diaz',
  email: 'bo@example.com',
  phone: '555 765 4321',
  appointment_time: '14:00',
}

describe.each(engines)('a client who is forgotten, on %s', (engine) => {
  it('is taken out of the owner’s calendar, as soon as it can be reached; the entry stays', async () => {
    const radicale = await openRadicale()
    const folder = temporaryFolder()
    const env = { ...radicale.env, ...(await databaseSettings(engine)) }
    const texts = async () => (await radicale.objects()).map(({ text }) => text)
    // The command has the real clock; what this shop books is over for it.
    const before = await openShop({ env, folder, nowEpochMs: long })
    for (const fields of [past, other]) expect((await before.book(fields)).status).toBe(201)
    await until(async () => (await texts()).length === 2)
    const [standing] = await radicale.events()
    await radicale.edit(standing?.href ?? '', (text) =>
      text.replace('BEGIN:VALARM', 'COMMENT:Ann likes tweed\r\nBEGIN:VALARM'),
    )
    await before.close()

    const settings = { DATA_DIR: before.dataDir, ...env }
    expect((await runCommand('forget', [ann.email], settings)).output).toContain('Anonymized 1 appointment')
    await radicale.kill()
    const clock = openClock()
    const after = await openShop({ env, folder, now: clock.now })
    const { run } = await after.database()
    const owed = async () =>
      run("select attempts, finished_at_ms from jobs where kind = 'calendar-forgetting'")
    await until(async () => Number((await owed())[0]?.attempts) > 0)
    // It is away for a week; after as many attempts a mail is given up.
    const atRest = "kind = 'calendar-forgetting' and leased_until_ms is null"
    await until(
      async () => (await run(`update jobs set attempts = 29 where ${atRest} returning id`)).length === 1,
    )
    clock.windPastRetries()
    await until(
      async () => (await run(`select id from jobs where ${atRest} and attempts >= 30`)).length === 1,
    )
    await radicale.start()
    clock.wind(msPerDay)
    await until(async () => !(await texts()).some((text) => personal.test(text)))

    const events = await radicale.events()
    expect(events.map(({ event, start }) => [event.summary, start])).toEqual([
      ['Consultation', '2026-01-06T16:00:00.000Z'],
      ['Consultation: Bo Diaz', '2026-01-06T20:00:00.000Z'],
    ])
    await until(async () => (await owed())[0]?.finished_at_ms !== null)
    expect(await owed()).toHaveLength(1)
    // What we have written there is not taken for the owner's doing.
    await isRead(radicale, after, 2)
    expect(await run("select id from appointments where status = 'cancelled' or sequence > 0")).toEqual([])
  })

  it('is taken out of it when a backup that knows them was restored, and nothing has read the calendar yet', async () => {
    const radicale = await openRadicale()
    const env = { ...radicale.env, ...(await databaseSettings(engine)) }
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
    ] as const) {
      expect(await runCommand(command, typed, settings)).toMatchObject({ code: 0 })
    }
    await openShop({ env, folder: before.folder })
    await until(async () => !(await radicale.objects()).some(({ text }) => personal.test(text)))
  })

  it('is taken out of it although mails about them are still under way', async () => {
    const radicale = await openRadicale()
    const mailServer = await openSlowMailServer()
    const env = { ...radicale.env, ...(await databaseSettings(engine)), SMTP_URL: mailServer.url }
    const clock = openClock(long)
    const shop = await openShop({ env, now: clock.now })
    await shop.postForm(past)
    await until(async () => (await radicale.objects()).length === 1 && mailServer.received.length === 2)
    const settings = { DATA_DIR: shop.dataDir, ...env }
    expect((await runCommand('forget', [ann.email], settings)).output).toContain('1 appointment')
    // What the command has noted by the real clock is due for both.
    clock.wind(testNoon - long)
    mailServer.acknowledge()
    await until(async () => !(await radicale.objects()).some(({ text }) => personal.test(text)))
  })

  it('leaves nothing of a cancelled consultation there, whose entry could not be taken out yet or is back', async () => {
    const radicale = await openRadicale()
    const clock = openClock()
    const shop = await openShop({ env: radicale.env, engine, now: clock.now })
    const desk = await atDesk(shop)
    const tokens = [await booked(shop, ann), await booked(shop, bo)]
    await stand(radicale, shop, 2)
    const { href } = await eventOf(radicale, bo.full_name)
    const back = (await radicale.objects()).find((one) => one.href === href)?.text ?? ''
    await cancel(shop, tokens[1] ?? '')
    await until(async () => (await radicale.objects()).every(({ text }) => !text.includes(bo.full_name)))
    await radicale.putText(href.split('/').at(-1)?.replace('.ics', '') ?? '', back)
    await until(async () => (await shop.mails('event-restored')).length === 1)

    await radicale.kill()
    await cancel(shop, tokens[0] ?? '')
    const { run } = await shop.database()
    const owed = () => run("select attempts from jobs where kind = 'calendar-event' and status = 'pending'")
    await until(async () => Number((await owed())[0]?.attempts) > 0)
    for (const { email } of [ann, bo]) expect((await desk.rpc('forget_client', { email })).error).toBeNull()
    await radicale.start()
    clock.windPastRetries()
    await until(async () => {
      const ours = (await radicale.events())
        .map(({ event }) => event.summary)
        .filter((one) => /^Con/.test(one))
      return ours.join() === 'Consultation'
    })
    const texts = (await radicale.objects()).map(({ text }) => text).join()
    for (const personal of [ann.full_name, bo.full_name, ann.phone]) expect(texts).not.toContain(personal)
    expect((await eventOf(radicale, 'Consultation')).href).toBe(href)
  })
})
