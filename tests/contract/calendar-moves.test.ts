import { describe, expect, it } from 'vitest'
import type { StoredAppointment } from '../../booking/appointment.ts'
import { engines } from './support/engines.ts'
import { hour, openGoogleShop, toEventId } from './support/google-shop.ts'
import { ann, testNoon } from './support/shop-server.ts'
import { at } from './support/synced-shop.ts'

const day = ann.appointment_date
const nextDay = '2026-12-04'
const ownersChange = 'The owner has changed the event'

/** Books a client for each of the times, and writes the events, which a poll sees. */
async function openWith(times: readonly string[], ...options: Parameters<typeof openGoogleShop>) {
  const shop = await openGoogleShop(...options)
  const booked: StoredAppointment[] = []
  for (const [index, appointment_time] of times.entries())
    booked.push(await shop.bookShown({ ...ann, full_name: `Client ${index}`, appointment_time }))
  await shop.poll()
  return { ...shop, booked }
}

async function openWithTwo(...options: Parameters<typeof openGoogleShop>) {
  const { booked, ...shop } = await openWith(['10:00', '14:00'], ...options)
  const [first = expect.fail(), second = expect.fail()] = booked
  return { ...shop, first, second }
}

describe.each(engines)('moving an event in the owner’s calendar, stored in %s', (engine) => {
  it.each([
    { what: 'one client away and another in', from: ['10:00', '14:00'], to: ['14:00', '16:00'] },
    { what: 'two clients to each other’s times', from: ['10:00', '14:00'], to: ['14:00', '10:00'] },
    {
      what: 'four clients each an hour later',
      from: ['10:00', '11:00', '12:00', '13:00'],
      to: ['11:00', '12:00', '13:00', '14:00'],
    },
    {
      what: 'three clients in a circle, where two fitters work',
      from: ['10:00', '12:00', '14:00', '10:00', '12:00', '14:00'],
      to: ['12:00', '14:00', '10:00', '10:00', '12:00', '14:00'],
      fitters: 2,
    },
  ])('swaps appointments: $what', async ({ from, to, fitters }) => {
    const { booked, ...shop } = await openWith(from, engine, fitters)
    for (const [index, appointment] of booked.entries())
      if (from[index] !== to[index]) shop.moveEvent(appointment, day, to[index] ?? '')
    await shop.poll()
    const stored = await Promise.all(booked.map(shop.stored))
    expect(stored.map((appointment) => appointment.appointment_time)).toEqual(to)
    for (const appointment of booked) expect(await shop.rejectionOf(appointment)).toBeNull()
  })

  it('moves the appointment to the minute, outside the opening hours and onto the owner’s own event', async () => {
    const { api, poll, stored, first, second, ...shop } = await openWithTwo(engine)
    api.add('lunch', at(day, '12:00'))
    await poll()
    api.change(toEventId(first), hour(at(nextDay, '07:15') + 30_000))
    shop.moveEvent(second, day, '12:00')
    // An event can have seconds, but an appointment has none. The second poll finds nothing new.
    await poll(2)
    const early = { appointment_date: nextDay, appointment_time: '07:15', sequence: 1 }
    expect(await stored(first)).toMatchObject(early)
    expect(await stored(second)).toMatchObject({ appointment_time: '12:00', sequence: 1 })
    expect([await shop.rejectionOf(first), await shop.rejectionOf(second)]).toEqual([null, null])
  })

  it('can take the time of an event that the owner deletes at the same moment', async () => {
    const { first, second, poll, ...shop } = await openWithTwo(engine)
    shop.deleteEvents(toEventId(second))
    shop.moveEvent(first, day, '14:00')
    await poll(3)
    expect(await shop.stored(first)).toMatchObject({ status: 'confirmed', appointment_time: '14:00' })
    expect(await shop.statusOf(second)).toBe('cancelled')
    expect(await shop.rejectionOf(first)).toBeNull()
  })

  it('moves one of two clients to the same time, and undoes the other move', async () => {
    const { first, second, poll, ...shop } = await openWithTwo(engine)
    for (const appointment of [first, second]) shop.moveEvent(appointment, day, '12:00')
    await poll(3)
    const times = (await Promise.all([first, second].map(shop.stored))).map(
      (appointment) => appointment.appointment_time,
    )
    expect(times.filter((time) => time === '12:00')).toHaveLength(1)
    const rejections = await Promise.all([first, second].map(shop.rejectionOf))
    expect(rejections.filter(Boolean)).toMatchObject([{ why: 'taken', count: 1 }])
  })

  it('into the past by mistake is ignored if the owner corrects it before it’s undone', async () => {
    const { api, first, second, poll, ...shop } = await openWithTwo(engine)
    for (const appointment of [first, second])
      shop.moveEvent(appointment, '2026-11-26', appointment.appointment_time)
    await poll(2)
    for (const appointment of [first, second])
      expect(await shop.rejectionOf(appointment)).toMatchObject({ why: 'past', count: 1 })
    api.change(toEventId(first), hour(at(nextDay, '11:00')))
    shop.deleteEvents(toEventId(second))
    for (const appointment of [first, second])
      await expect(shop.show(appointment)).rejects.toThrow(ownersChange)
    await poll(2)
    const corrected = { status: 'confirmed', appointment_date: nextDay, appointment_time: '11:00' }
    expect(await shop.stored(first)).toMatchObject(corrected)
    expect(await shop.statusOf(second)).toBe('cancelled')
  })

  it('brings a client who didn’t come, or a past closed time, to an upcoming day', async () => {
    const { api, poll, bookShown, storage, ...shop } = await openGoogleShop(engine)
    const closed = await shop.closeShown('14:00', '15:00')
    const [closureId = ''] = api.events.keys()
    const missed = await bookShown()
    await poll()
    const nowEpochMs = at(day, '17:00')
    shop.windTo(nowEpochMs)
    await storage.notes.setAttendance({ id: missed.id, expectedSequence: 0 }, 'did_not_come', nowEpochMs)
    shop.moveEvent(missed, nextDay, '10:00')
    api.change(closureId, hour(at(nextDay, '14:00')))
    await poll(2)
    expect(await storage.blockedTimes.findByIds([closed.id])).toMatchObject([{ from: `${nextDay}T14:00` }])
    // As when the desk moves it, the new time is unknown.
    const moved = { appointment_date: nextDay, sequence: 1, attendance: null }
    expect(await storage.ownerViews.find(missed.id, nowEpochMs)).toMatchObject(moved)
    await shop.show(await shop.stored(missed))
    shop.deleteEvents(toEventId(missed))
    await poll(2)
    expect(await shop.statusOf(missed)).toBe('cancelled')
  })
})

describe('moving an event in the owner’s calendar', () => {
  it.each([
    { why: 'all-day', time: '10:00', to: { start: { date: nextDay }, end: { date: '2026-12-05' } } },
    // That day starts at the appointment's time.
    { why: 'all-day', time: '00:00', to: { start: { date: day }, end: { date: nextDay } } },
    { why: 'past', time: '10:00', to: hour(testNoon - 3_600_000) },
    // The second time that the clock shows half past one that night.
    { why: 'clock-change', time: '10:00', to: hour(Date.UTC(2027, 10, 7, 7, 30)) },
  ])(
    'from $time is rejected once and undone, where no appointment can be: $why',
    async ({ why, time, to }) => {
      const { api, poll, ...shop } = await openGoogleShop()
      const appointment = await shop.bookAtDesk({ appointment_time: time })
      await poll()
      const { start } = api.events.get(toEventId(appointment)) ?? expect.fail()
      api.change(toEventId(appointment), to)
      await poll(2)
      expect(await shop.rejectionOf(appointment)).toMatchObject({ why, count: 1 })
      await shop.show(appointment)
      expect(api.events.get(toEventId(appointment))?.start).toEqual(start)
      expect((await shop.stored(appointment)).sequence).toBe(0)
    },
  )

  it('within the past doesn’t keep the desk from moving the appointment', async () => {
    const yesterday = '2026-11-30'
    const { api, poll, ...shop } = await openGoogleShop()
    const missed = await shop.bookAtDesk({ appointment_date: yesterday })
    shop.moveEvent(missed, yesterday, '15:00')
    await poll()
    await shop.show(await shop.move(missed, day, '10:00', 'desk'))
    expect(api.events.get(toEventId(missed))).toMatchObject(hour(at(day, '10:00')))
  })

  it('overrides a client’s change just after it', async () => {
    const { first, poll, ...shop } = await openWithTwo()
    shop.moveEvent(first, day, '12:00')
    await expect(shop.show(await shop.move(first, day, '16:00', 'client'))).rejects.toThrow(ownersChange)
    await poll()
    expect((await shop.stored(first)).appointment_time).toBe('12:00')
  })

  it('never opens a time that the owner fills in the same poll', async () => {
    const { api, first, poll, desk, ...shop } = await openWithTwo()
    shop.moveEvent(first, day, '12:00')
    api.add('dentist', at(day, ann.appointment_time))
    let outcome = ''
    await poll(1, async () => {
      outcome = (await desk.book({ ...ann, email: 'cy@example.com' }, 0)).status
    })
    expect(outcome).toBe('taken')
    // The moved event blocks only its own time.
    expect(await shop.isOpen('13:00')).toBe(true)
  })
})
