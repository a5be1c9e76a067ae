import { describe, expect, it } from 'vitest'
import { shop as demoShop } from '../../booking/opening-hours.ts'
import { wallTimeToEpochMs } from '../../booking/time.ts'
import { inOneGo } from './support/behind.ts'
import { eventOf, isRead, stand } from './support/calendar-reading.ts'
import { openClock } from './support/clock.ts'
import { engines } from './support/engines.ts'
import { openRadicale } from './support/radicale.ts'
import { ann, type OpenShop, openShop, until } from './support/shop-server.ts'

const at = (date: string, time: string) => wallTimeToEpochMs(date, time, demoShop.timeZone)
const day = ann.appointment_date

async function timesOf(shop: OpenShop): Promise<Record<string, unknown>> {
  const { run } = await shop.database()
  const rows = await run("select full_name, appointment_time from appointments where status = 'confirmed'")
  return Object.fromEntries(rows.map((row) => [row.full_name, row.appointment_time]))
}

/** What the owner does in one go: clients at these times, and their events moved to those, in that order. */
const cases: {
  what: string
  booked: Record<string, string>
  moved: [string, string][]
  capacity?: number
}[] = [
  {
    what: 'moves one client away and another in',
    booked: { Ann: '10:00', Bo: '14:00' },
    moved: [
      ['Bo', '16:00'],
      ['Ann', '14:00'],
    ],
  },
  {
    what: 'lets two clients change places',
    booked: { Ann: '10:00', Bo: '14:00' },
    moved: [
      ['Ann', '14:00'],
      ['Bo', '10:00'],
    ],
  },
  {
    what: 'lets four clients each go an hour later',
    booked: { Ann: '10:00', Bo: '11:00', Cy: '12:00', Di: '13:00' },
    moved: [
      ['Ann', '11:00'],
      ['Bo', '12:00'],
      ['Cy', '13:00'],
      ['Di', '14:00'],
    ],
  },
  {
    what: 'lets three clients go round, where two fitters work',
    booked: { Ann: '10:00', Bo: '12:00', Cy: '14:00', Di: '10:00', Ed: '12:00', Flo: '14:00' },
    moved: [
      ['Ann', '12:00'],
      ['Bo', '14:00'],
      ['Cy', '10:00'],
    ],
    capacity: 2,
  },
]

describe.each(engines)('an owner, with the appointments in %s, who', (engine) => {
  it.each(cases)('$what, is followed', async ({ booked, moved, capacity = 1 }) => {
    const radicale = await openRadicale()
    const { env, go } = await inOneGo(radicale)
    const shop = await openShop({ env, engine, opening: { capacity } })
    for (const [full_name, appointment_time] of Object.entries(booked)) {
      const email = `${full_name.toLowerCase()}@example.com`
      await shop.postForm({ ...ann, full_name, email, appointment_time })
    }
    await stand(radicale, shop, Object.keys(booked).length)
    const hrefs = new Map<string, string>()
    for (const [name] of moved) hrefs.set(name, (await eventOf(radicale, name)).href)
    await go(async () => {
      for (const [name, time] of moved) await radicale.move(hrefs.get(name) ?? '', at(day, time))
    })
    // Two, because a reading can have begun before the moves.
    await isRead(radicale, shop, 2)
    expect(await timesOf(shop)).toEqual({ ...booked, ...Object.fromEntries(moved) })
    expect(await shop.mails('move-refused')).toEqual([])
  })

  it('deletes one event and moves another client to its time, is followed in both', async () => {
    const radicale = await openRadicale()
    const shop = await openShop({ env: radicale.env, engine })
    await shop.postForm({ ...ann, full_name: 'Ann' })
    await shop.postForm({ ...ann, full_name: 'Bo', email: 'bo@example.com', appointment_time: '14:00' })
    await stand(radicale, shop, 2)
    const [a, b] = [await eventOf(radicale, 'Ann'), await eventOf(radicale, 'Bo')]
    await radicale.delete(b.href)
    await radicale.move(a.href, at(day, '14:00'))
    await isRead(radicale, shop, 3)
    expect(await timesOf(shop)).toEqual({ Ann: '14:00' })
    expect(await shop.mails('move-refused')).toEqual([])
  })

  it('moves a client outside the opening hours, or over an event of their own, is followed', async () => {
    const radicale = await openRadicale()
    const shop = await openShop({ env: radicale.env, engine })
    await shop.postForm({ ...ann, full_name: 'Ann' })
    await shop.postForm({ ...ann, full_name: 'Bo', email: 'bo@example.com', appointment_time: '14:00' })
    await radicale.putEvent('lunch', ['DTSTART:20261203T180000Z', 'DTEND:20261203T190000Z'])
    await stand(radicale, shop, 2)
    await radicale.move((await eventOf(radicale, 'Ann')).href, at(day, '07:15'))
    await radicale.move((await eventOf(radicale, 'Bo')).href, at(day, '12:00'))
    await isRead(radicale, shop, 2)
    expect(await timesOf(shop)).toEqual({ Ann: '07:15', Bo: '12:00' })
    expect(await shop.mails('move-refused')).toEqual([])
  })

  it('moves a client who did not come to another day, is followed', async () => {
    const radicale = await openRadicale()
    const clock = openClock()
    const shop = await openShop({ env: radicale.env, engine, now: clock.now })
    await shop.postForm({ ...ann, full_name: 'Ann' })
    await stand(radicale, shop, 1)
    clock.wind(at(day, '15:00') - clock.now())
    const { run } = await shop.database()
    await run("update appointments set attendance = 'did_not_come'")
    await radicale.move((await eventOf(radicale, 'Ann')).href, at('2026-12-04', '10:00'))
    await isRead(radicale, shop, 2)
    // Of the new time nothing is known yet, as when it is moved at the desk.
    expect(await run('select appointment_date, appointment_time, attendance from appointments')).toEqual([
      { appointment_date: '2026-12-04', appointment_time: '10:00', attendance: null },
    ])
    await until(async () =>
      (await shop.mails('client-invitation')).some(({ subject }) => subject?.startsWith('Rescheduled: ')),
    )
    // Deleted where it stands now, it is cancelled as any other.
    await radicale.delete((await eventOf(radicale, 'Ann')).href)
    await until(async () => (await timesOf(shop)).Ann === undefined)
  })

  it('moves a client by seconds beside the minute, is followed once, to the minute', async () => {
    const radicale = await openRadicale()
    const shop = await openShop({ env: radicale.env, engine })
    await shop.postForm({ ...ann, full_name: 'Ann' })
    await stand(radicale, shop, 1)
    await radicale.move((await eventOf(radicale, 'Ann')).href, at(day, '12:00') + 30_000)
    await isRead(radicale, shop, 3)
    expect(await timesOf(shop)).toEqual({ Ann: '12:00' })
    const { run } = await shop.database()
    expect(await run('select changed_by from appointment_changes')).toHaveLength(1)
    expect(await shop.openTimes(day)).toContain('13:00')
  })

  it('moves two into one place, is followed in one, and told of the other', async () => {
    const radicale = await openRadicale()
    const shop = await openShop({ env: radicale.env, engine })
    await shop.postForm({ ...ann, full_name: 'Ann' })
    await shop.postForm({ ...ann, full_name: 'Bo', email: 'bo@example.com', appointment_time: '14:00' })
    await stand(radicale, shop, 2)
    const [a, b] = [await eventOf(radicale, 'Ann'), await eventOf(radicale, 'Bo')]
    for (const { href } of [a, b]) await radicale.move(href, at(day, '12:00'))
    await isRead(radicale, shop, 3)
    const times = Object.values(await timesOf(shop))
    expect(times).toContain('12:00')
    expect(new Set(times).size).toBe(2)
    await until(async () => (await shop.mails('move-refused')).length > 0)
    expect(await shop.mails('move-refused')).toHaveLength(1)
  })
})
