import { describe, expect, it } from 'vitest'
import { shop as demoShop } from '../../booking/opening-hours.ts'
import { wallTimeToEpochMs } from '../../booking/time.ts'
import { hostileEntries, hostileObject } from '../support/hostile-entries.ts'
import { behind } from './support/behind.ts'
import { eventOf, isRead, stand } from './support/calendar-reading.ts'
import { openClock } from './support/clock.ts'
import { atDesk, onlyAppointment } from './support/desk.ts'
import { engines } from './support/engines.ts'
import { openRadicale } from './support/radicale.ts'
import { runCommand } from './support/run-command.ts'
import { ann, type OpenShop, openShop, testNoon, until } from './support/shop-server.ts'
import { move, tokenOf } from './support/visits.ts'

const at = (date: string, time: string) => wallTimeToEpochMs(date, time, demoShop.timeZone)
const day = ann.appointment_date

const invitations = async (shop: OpenShop) =>
  (await shop.mails('client-invitation')).map(({ subject }) => subject?.split(':')[0])

/**
 * Returns the most CPU time that this thread, which is the server's, spends before it turns to the next request. A busy
 * machine doesn't change that.
 */
async function longestTurnMs(work: () => Promise<void>): Promise<number> {
  let longest = 0
  let before = process.threadCpuUsage().user
  const timer = setInterval(() => {
    const now = process.threadCpuUsage().user
    longest = Math.max(longest, now - before)
    before = now
  }, 1)
  await work().finally(() => clearInterval(timer))
  return longest / 1000
}

describe.each(engines)('a reading of the owner’s calendar, kept in %s', (engine) => {
  it('that is slow undoes nothing that the client has done meanwhile', async () => {
    const radicale = await openRadicale()
    // Reading is done when a test lets it: from then on answers to it are held back.
    let answersHeld = false
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    let heldBack = 0
    const url = await behind(radicale.url, {
      delays: async (body) => {
        if (!answersHeld || !body.includes('calendar-multiget')) return
        heldBack += 1
        await released
      },
    })
    const shop = await openShop({ env: { ...radicale.env, CALDAV_URL: url }, engine })
    await shop.postForm({ ...ann })
    await stand(radicale, shop, 1)
    const token = await tokenOf(shop)
    const { href } = await eventOf(radicale, 'Ann Lee')
    answersHeld = true
    await radicale.edit(href, (text) => text.replace('DESCRIPTION:', 'X-NOTE:navy\r\nDESCRIPTION:'))
    await until(() => heldBack > 0)
    expect((await move(shop, token, '14:00')).status).toBe(303)
    await until(async () => (await eventOf(radicale, 'Ann Lee')).start === '2026-12-03T20:00:00.000Z')
    await until(async () => (await invitations(shop)).includes('Rescheduled'))
    answersHeld = false
    release()
    await isRead(radicale, shop, 2)
    expect((await eventOf(radicale, 'Ann Lee')).start).toBe('2026-12-03T20:00:00.000Z')
    const { run } = await shop.database()
    expect(await run('select appointment_time, sequence from appointments')).toEqual([
      { appointment_time: '14:00', sequence: 1 },
    ])
    expect((await invitations(shop)).filter((subject) => subject === 'Rescheduled')).toHaveLength(1)
    expect(await shop.openTimes(day)).toContain('10:00')
  })

  it('goes on past an event of ours that nobody can read: it is counted, told, and cancels nothing', async () => {
    const radicale = await openRadicale()
    let isBroken = false
    const name = { ours: '' }
    const url = await behind(radicale.url, {
      rewrites: (text) =>
        isBroken
          ? text.replace(new RegExp(`${name.ours}[\\s\\S]*?END:VCALENDAR`), (part) =>
              part.replace(/BEGIN:VEVENT[\s\S]*END:VEVENT/, 'BEGIN:NONSENSE'),
            )
          : text,
    })
    const clock = openClock()
    const shop = await openShop({ env: { ...radicale.env, CALDAV_URL: url }, engine, now: clock.now })
    await shop.postForm({ ...ann })
    await stand(radicale, shop, 1)
    const { href } = await eventOf(radicale, 'Ann Lee')
    name.ours = href.split('/').at(-1) ?? ''
    isBroken = true
    await radicale.edit(href, (text) => text.replace('DESCRIPTION:', 'X-NOTE:navy\r\nDESCRIPTION:'))
    await radicale.putEvent('dentist', ['DTSTART:20261204T160000Z', 'DTEND:20261204T170000Z'])
    await until(async () => !(await shop.openTimes('2026-12-04')).includes('10:00'))
    await isRead(radicale, shop, 2)
    await until(async () => (await shop.mails('calendar-notice')).length === 1)
    expect((await shop.mails('calendar-notice'))[0]?.text).toContain('We couldn’t read 1 entry')
    const { run } = await shop.database()
    expect(await run('select status from appointments')).toEqual([{ status: 'confirmed' }])
    expect(await run('select unreadable from calendar_polls')).toEqual([{ unreadable: 1 }])

    const mendAndBreak = async () => {
      isBroken = false
      await radicale.edit(href, (text) => text.replace('X-NOTE:navy', 'X-NOTE:grey'))
      await isRead(radicale, shop, 2)
      isBroken = true
      await radicale.edit(href, (text) => text.replace('X-NOTE:grey', 'X-NOTE:navy'))
    }
    // Once it was mended, the next one is told in a mail of its own.
    await mendAndBreak()
    clock.windPastRetries()
    await until(async () => (await shop.mails('calendar-notice')).length === 2)

    // A notice that a clock has sent which was ahead keeps no other back.
    await mendAndBreak()
    clock.wind(-3_600_000)
    await until(async () => (await shop.mails('calendar-notice')).length === 3)
  })

  it('keeps no page waiting for what a stranger wrote into the calendar', async () => {
    const radicale = await openRadicale()
    const shop = await openShop({ env: radicale.env, engine })
    const { run } = await shop.database()
    const calm = await longestTurnMs(() => isRead(radicale, shop, 2))
    const entries = Object.values(hostileEntries)
    const hostile = await longestTurnMs(async () => {
      for (const [index, entry] of entries.entries())
        await radicale.putText(`hostile-${index}`, hostileObject(`hostile-${index}`, entry))
      const unreadable = entries.filter(({ isUnreadable }) => isUnreadable).length
      await until(async () => {
        expect((await fetch(shop.url)).status).toBe(200)
        return Number((await run('select unreadable from calendar_polls'))[0]?.unreadable) === unreadable
      })
    })
    expect(hostile).toBeLessThan(Math.max(100, 2 * calm))
  })

  it('takes place although the clock was ahead once', async () => {
    const radicale = await openRadicale()
    const aheadMs = 365 * 24 * 3_600_000
    let isAhead = true
    const startedAtMs = Date.now()
    const now = () => testNoon + (Date.now() - startedAtMs) + (isAhead ? aheadMs : 0)
    const shop = await openShop({ env: radicale.env, engine, now })
    const { run } = await shop.database()
    await until(
      async () => (await run('select * from calendar_polls where polled_at_ms is not null')).length === 1,
    )
    isAhead = false
    await radicale.putEvent('dentist', ['DTSTART:20261203T160000Z', 'DTEND:20261203T170000Z'])
    await until(async () => !(await shop.openTimes(day)).includes('10:00'))
  })

  it('calls nothing off when the owner tidies away what has begun', async () => {
    const radicale = await openRadicale()
    const startedAtMs = Date.now()
    let beginsAtMs = testNoon
    const now = () => beginsAtMs + Date.now() - startedAtMs
    const shop = await openShop({ env: radicale.env, engine, now })
    await shop.postForm({ ...ann })
    await stand(radicale, shop, 1)
    beginsAtMs = at(day, '10:20')
    await radicale.delete((await eventOf(radicale, 'Ann Lee')).href)
    await isRead(radicale, shop, 3)
    expect(await invitations(shop)).not.toContain('Canceled')
    const { run } = await shop.database()
    expect(await run('select status from appointments')).toEqual([{ status: 'confirmed' }])
  })

  it.each([
    { when: 'in the same hour', movedAt: '10:20' },
    { when: 'later that day', movedAt: '15:00' },
  ])('leaves one that was tidied away to the desk, where it is moved $when', async ({ movedAt }) => {
    const radicale = await openRadicale()
    const clock = openClock()
    const shop = await openShop({ env: radicale.env, engine, now: clock.now })
    const client = await atDesk(shop)
    await shop.postForm({ ...ann })
    await stand(radicale, shop, 1)
    clock.wind(at(day, '10:15') - clock.now())
    await radicale.delete((await eventOf(radicale, 'Ann Lee')).href)
    await isRead(radicale, shop)
    clock.wind(at(day, movedAt) - clock.now())
    await client.auth.refreshSession()
    const { id } = await onlyAppointment(client)
    const to = { appointment_date: '2026-12-08', appointment_time: '10:00' }
    expect((await client.rpc('move_appointment', { id, sequence: 0, ...to })).error).toBeNull()
    await until(async () =>
      (await radicale.events()).some(({ start }) => start === '2026-12-08T16:00:00.000Z'),
    )
    await isRead(radicale, shop, 3)
    const { run } = await shop.database()
    expect(await run('select status, sequence from appointments')).toEqual([
      { status: 'confirmed', sequence: 1 },
    ])
    expect(await invitations(shop)).not.toContain('Canceled')
  })

  it('that has not come about for long is told to the owner once, and found by the doctor', async () => {
    const radicale = await openRadicale()
    const startedAtMs = Date.now()
    let beginsAtMs = testNoon
    const now = () => beginsAtMs + Date.now() - startedAtMs
    let toFail = 0
    const answerTo = () => (toFail-- > 0 ? { status: 503 } : null)
    const env = { ...radicale.env, CALDAV_URL: await behind(radicale.url, { answerTo }) }
    const shop = await openShop({ env, engine, now })
    await shop.postForm({ ...ann })
    await stand(radicale, shop, 1)
    const settings = { DATA_DIR: shop.dataDir, ...env, ...shop.databaseEnv }
    const { run } = await shop.database()
    // The machine has slept, and wakes a moment before its network.
    beginsAtMs += 2 * 3_600_000
    toFail = 1
    await isRead(radicale, shop)
    expect(await run("select outcome from jobs where kind = 'calendar-notice'")).toEqual([])

    await radicale.kill()
    beginsAtMs += 2 * 3_600_000
    await until(async () => (await shop.mails('calendar-notice')).length === 1)
    expect((await shop.mails('calendar-notice'))[0]?.text).toMatch(
      /been able to read it since Tuesday, December 1, 2026 at 2:\d\d PM/,
    )
    beginsAtMs += 2 * 3_600_000
    const [{ turn } = { turn: 0 }] = await run('select next_poll_at_ms as turn from calendar_polls')
    await until(
      async () =>
        Number((await run('select next_poll_at_ms as turn from calendar_polls'))[0]?.turn) > Number(turn),
    )
    expect(await shop.mails('calendar-notice')).toHaveLength(1)
    // The doctor lives on the real clock.
    await run('update calendar_polls set polled_at_ms = 0')
    expect((await runCommand('doctor', [], settings, shop.folder)).output).toContain(
      'WARN  The calendar was last read on',
    )

    // What was booked meanwhile has been tried for long, and would be tried again in some hours.
    await shop.postForm({ ...ann, appointment_time: '14:00' })
    const inHours = `update jobs set attempts = 20, due_at_ms = ${now() + 6 * 3_600_000}
      where kind = 'calendar-event' and attempts > 0 and status = 'pending' and leased_until_ms is null returning id`
    await until(async () => (await run(inHours)).length === 1)
    await radicale.start()
    await until(async () =>
      (await radicale.events()).some(({ start }) => start === '2026-12-03T20:00:00.000Z'),
    )
  })
})
