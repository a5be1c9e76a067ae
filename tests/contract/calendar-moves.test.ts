import { describe, expect, it } from 'vitest'
import { engines } from './support/engines.ts'
import { hour, idOf, openAtGoogle, type ShopAtGoogle } from './support/google-shop.ts'
import { ann, testNoon } from './support/shop-server.ts'
import { at } from './support/synced-shop.ts'

const day = ann.appointment_date
const nextDay = '2026-12-04'
const yesterday = '2026-11-30'

/** Books each of them at that time, and writes the events. */
const bookAll = (shop: ShopAtGoogle, times: Record<string, string>) =>
  Promise.all(
    Object.entries(times).map(([full_name, appointment_time]) =>
      shop.bookShown({ ...ann, full_name, email: `${full_name}@example.com`, appointment_time }),
    ),
  )

/** Clients at these times, and the events that the owner moves between two polls, in that order. */
const trades: {
  what: string
  booked: Record<string, string>
  moved: Record<string, string>
  fitters?: number
}[] = [
  {
    what: 'one client away and another in',
    booked: { Ann: '10:00', Bo: '14:00' },
    moved: { Bo: '16:00', Ann: '14:00' },
  },
  {
    what: 'two clients to each other’s times',
    booked: { Ann: '10:00', Bo: '14:00' },
    moved: { Ann: '14:00', Bo: '10:00' },
  },
  {
    what: 'four clients each an hour later',
    booked: { Ann: '10:00', Bo: '11:00', Cy: '12:00', Di: '13:00' },
    moved: { Ann: '11:00', Bo: '12:00', Cy: '13:00', Di: '14:00' },
  },
  {
    what: 'three clients in a circle, where two fitters work',
    booked: { Ann: '10:00', Bo: '12:00', Cy: '14:00', Di: '10:00', Ed: '12:00', Flo: '14:00' },
    moved: { Ann: '12:00', Bo: '14:00', Cy: '10:00' },
    fitters: 2,
  },
]

describe.each(engines)('a move in the owner’s calendar, stored in %s', (engine) => {
  it.each(trades)('trades places: $what', async ({ booked, moved, fitters }) => {
    const shop = await openAtGoogle(engine, fitters)
    const appointments = await bookAll(shop, booked)
    await shop.poll()
    for (const [name, time] of Object.entries(moved))
      shop.moveEvent(appointments.find(({ full_name }) => full_name === name) ?? expect.fail(), day, time)
    await shop.poll()
    const stored = await Promise.all(appointments.map(shop.stored))
    const times = stored.map((one) => [one.full_name, one.appointment_time])
    expect(Object.fromEntries(times)).toEqual({ ...booked, ...moved })
    for (const appointment of appointments) expect(await shop.rejectionOf(appointment)).toBeNull()
  })

  it('moves the appointment to the minute, outside the opening hours and over the owner’s own event', async () => {
    const shop = await openAtGoogle(engine)
    const [first, second] = await bookAll(shop, { Ann: '10:00', Bo: '14:00' })
    if (!first || !second) return expect.fail()
    shop.api.add('lunch', at(day, '12:00'))
    await shop.poll()
    shop.api.change(idOf(first), hour(at(nextDay, '07:15') + 30_000))
    shop.moveEvent(second, day, '12:00')
    await shop.poll(2)
    expect(await shop.stored(first)).toMatchObject({
      appointment_date: nextDay,
      appointment_time: '07:15',
      // An event can have seconds, an appointment has none: the second poll finds nothing new.
      sequence: 1,
    })
    expect(await shop.stored(second)).toMatchObject({ appointment_time: '12:00', sequence: 1 })
    expect([await shop.rejectionOf(first), await shop.rejectionOf(second)]).toEqual([null, null])
  })

  it('takes the time of an event that the owner deletes at the same moment', async () => {
    const shop = await openAtGoogle(engine)
    const [first, second] = await bookAll(shop, { Ann: '10:00', Bo: '14:00' })
    if (!first || !second) return expect.fail()
    await shop.poll()
    shop.deleteEvents(idOf(second))
    shop.moveEvent(first, day, '14:00')
    await shop.poll(3)
    expect(await shop.stored(first)).toMatchObject({ status: 'confirmed', appointment_time: '14:00' })
    expect(await shop.statusOf(second)).toBe('cancelled')
    expect(await shop.rejectionOf(first)).toBeNull()
  })

  it('moves one of two clients to the same time, and is undone for the other', async () => {
    const shop = await openAtGoogle(engine)
    const both = await bookAll(shop, { Ann: '10:00', Bo: '14:00' })
    await shop.poll()
    for (const one of both) shop.moveEvent(one, day, '12:00')
    await shop.poll(3)
    const times = (await Promise.all(both.map(shop.stored))).map((one) => one.appointment_time)
    expect(times.filter((time) => time === '12:00')).toHaveLength(1)
    const rejections = await Promise.all(both.map(shop.rejectionOf))
    expect(rejections.filter(Boolean)).toMatchObject([{ why: 'taken', count: 1 }])
  })

  it.each([
    {
      what: 'moves the event to the right day',
      act: (shop: ShopAtGoogle, id: string) => shop.api.change(id, hour(at(nextDay, '11:00'))),
      after: { status: 'confirmed', appointment_date: nextDay, appointment_time: '11:00' },
    },
    {
      what: 'deletes the event',
      act: (shop: ShopAtGoogle, id: string) => shop.deleteEvents(id),
      after: { status: 'cancelled' },
    },
  ])(
    'into the past by mistake is forgotten when the owner $what before it is undone',
    async ({ act, after }) => {
      const shop = await openAtGoogle(engine)
      const appointment = await shop.bookShown()
      await shop.poll()
      shop.moveEvent(appointment, '2026-11-26', '10:00')
      await shop.poll(2)
      expect(await shop.rejectionOf(appointment)).toMatchObject({ why: 'past', count: 1 })
      act(shop, idOf(appointment))
      await expect(shop.show(appointment)).rejects.toThrow('The owner has changed the event')
      await shop.poll(2)
      expect(await shop.stored(appointment)).toMatchObject(after)
    },
  )

  it('takes a client who didn’t come, and a closed time that is over, to a day to come', async () => {
    const { api, poll, show, moveEvent, closeShown, bookShown, storage, windTo, ...shop } =
      await openAtGoogle(engine)
    const missed = await bookShown()
    const closed = await closeShown('14:00', '15:00')
    await poll()
    const nowEpochMs = at(day, '17:00')
    windTo(nowEpochMs)
    await storage.notes.setAttendance({ id: missed.id, expectedSequence: 0 }, 'did_not_come', nowEpochMs)
    moveEvent(missed, nextDay, '10:00')
    for (const id of api.events.keys()) if (id !== idOf(missed)) api.change(id, hour(at(nextDay, '14:00')))
    await poll(2)
    expect(await storage.blockedTimes.findByIds([closed.id])).toMatchObject([{ from: `${nextDay}T14:00` }])
    // As when the desk moves it, nothing is known yet of the new time.
    const moved = { appointment_date: nextDay, sequence: 1, attendance: null }
    expect(await storage.ownerViews.find(missed.id, nowEpochMs)).toMatchObject(moved)
    await show(await shop.stored(missed))
    shop.deleteEvents(idOf(missed))
    await poll(2)
    expect(await shop.statusOf(missed)).toBe('cancelled')
  })
})

describe('a move in the owner’s calendar', () => {
  it.each([
    { why: 'all-day', time: '10:00', to: { start: { date: nextDay }, end: { date: '2026-12-05' } } },
    // That day begins at the time that the appointment has.
    { why: 'all-day', time: '00:00', to: { start: { date: day }, end: { date: nextDay } } },
    { why: 'past', time: '10:00', to: hour(testNoon - 3_600_000) },
    // The second time that the clock shows half past one that night.
    { why: 'clock-change', time: '10:00', to: hour(Date.UTC(2027, 10, 7, 7, 30)) },
  ])(
    'is rejected once and undone, where no appointment can be: $why, from $time',
    async ({ why, time, to }) => {
      const { api, desk, show, poll, stored, rejectionOf } = await openAtGoogle()
      const booked = await desk.bookForClient({ ...ann, appointment_time: time })
      if (booked.status !== 'booked') return expect.fail(booked.status)
      const { appointment } = booked
      await show(appointment)
      await poll()
      const { start } = api.events.get(idOf(appointment)) ?? expect.fail()
      api.change(idOf(appointment), to)
      await poll(2)
      expect(await rejectionOf(appointment)).toMatchObject({ why, count: 1 })
      await show(appointment)
      expect(api.events.get(idOf(appointment))?.start).toEqual(start)
      expect((await stored(appointment)).sequence).toBe(0)
    },
  )

  it('within the past does not keep the desk from moving the appointment', async () => {
    const { api, poll, desk, show, moveEvent } = await openAtGoogle()
    const missed = await desk.bookForClient({ ...ann, appointment_date: yesterday })
    if (missed.status !== 'booked') return expect.fail(missed.status)
    const { appointment } = missed
    await show(appointment)
    moveEvent(appointment, yesterday, '15:00')
    await poll()
    const to = { appointment_date: day, appointment_time: '10:00' }
    const { id } = appointment
    const moved = await desk.move({ id, expectedSequence: 0, durationMinutes: 60, to, by: 'desk' })
    if (moved.status !== 'changed') return expect.fail(moved.status)
    await show(moved.appointment)
    expect(api.events.get(idOf(appointment))?.start.dateTime).toBe('2026-12-03T16:00:00.000Z')
  })

  it('wins over a client’s change just after it', async () => {
    const { bookShown, show, poll, desk, stored, moveEvent } = await openAtGoogle()
    const appointment = await bookShown()
    await poll()
    moveEvent(appointment, day, '12:00')
    const to = { appointment_date: day, appointment_time: '15:00' }
    const { id } = appointment
    const moved = await desk.move({ id, expectedSequence: 0, durationMinutes: 60, to, by: 'client' })
    if (moved.status !== 'changed') return expect.fail(moved.status)
    await expect(show(moved.appointment)).rejects.toThrow('The owner has changed the event')
    await poll()
    expect((await stored(appointment)).appointment_time).toBe('12:00')
  })

  it('frees no time, not even for a moment, that the owner fills in the same poll', async () => {
    const { api, bookShown, poll, desk, isOpen, moveEvent } = await openAtGoogle()
    const appointment = await bookShown()
    await poll()
    moveEvent(appointment, day, '14:00')
    api.add('dentist', at(day, ann.appointment_time))
    let outcome = ''
    await poll(1, async () => {
      outcome = (await desk.book({ ...ann, full_name: 'Bo Diaz', email: 'bo@example.com' }, 0)).status
    })
    expect(outcome).toBe('taken')
    // The moved event blocks only its own time.
    expect(await isOpen('15:00')).toBe(true)
  })
})
