import { describe, expect, it } from 'vitest'
import type { StoredAppointment } from '../../booking/appointment.ts'
import { jobsForPuttingBack } from '../../server/appointments/follow-up-jobs.ts'
import { type EngineName, engines } from './support/engines.ts'
import { hour, openGoogleShop, toEventId } from './support/google-shop.ts'
import { ann, testNoon } from './support/shop-server.ts'
import { at } from './support/synced-shop.ts'

const day = ann.appointment_date
const four = ['09:00', '11:00', '13:00', '15:00']

/** Consultations and closed times of half an hour, with their events. */
async function openWith(engine: EngineName, times: readonly string[] = four, closedFrom: string[] = []) {
  const shop = await openGoogleShop(engine)
  const booked: StoredAppointment[] = []
  for (const appointment_time of times) booked.push(await shop.bookShown({ ...ann, appointment_time }))
  for (const time of closedFrom) await shop.closeShown(time, time.replace('00', '30'))
  await shop.poll()
  const ids = booked.map(toEventId)
  const during = { startEpochMs: testNoon, endEpochMs: at('2032-01-01', '00:00') }
  const closed = () => shop.storage.blockedTimes.during(during)
  return {
    ...shop,
    booked,
    ids,
    closureIds: [...shop.api.events.keys()].filter((id) => !ids.includes(id)),
    closed,
    closedCount: async () => (await closed()).length,
    async confirmed() {
      const stored = await shop.storage.appointments.findByIds(booked.map(({ id }) => id))
      return stored.filter(({ status }) => status === 'confirmed').length
    },
  }
}

describe.each(engines)('deleting an event, stored in %s', (engine) => {
  it.each([
    { when: 'in the same hour', movedAt: '10:20' },
    { when: 'later that day', movedAt: '15:00' },
  ])('after the appointment started, rewrites it where the desk moves it $when', async ({ movedAt }) => {
    const { api, booked, ids, windTo, poll, move, show, deleteEvents, stored } = await openWith(engine, [
      '10:00',
    ])
    const [appointment = expect.fail()] = booked
    windTo(at(day, '10:15'))
    deleteEvents(...ids)
    await poll(3)
    expect(await stored(appointment)).toMatchObject({ status: 'confirmed', sequence: 0 })
    windTo(at(day, movedAt))
    await show(await move(appointment, '2026-12-08', '10:00', 'desk'))
    expect(api.events.get(toEventId(appointment))).toMatchObject(hour(at('2026-12-08', '10:00')))
    await poll(3)
    expect(await stored(appointment)).toMatchObject({ status: 'confirmed', sequence: 1 })
  })
})

describe('deleting an event', () => {
  it('cancels the appointment after two polls miss it and the calendar confirms it, however short its list', async () => {
    const shop = await openWith('SQLite', four, ['16:00'])
    const { api, poll, confirmed, isOpen } = shop
    const [unlisted = expect.fail(), deleted = expect.fail()] = shop.booked
    const [closureId = ''] = shop.closureIds
    for (const id of shop.ids) if (id !== toEventId(deleted)) api.leaveOut(id)
    api.leaveOut(closureId)
    shop.moveEvent(deleted, day, '13:00')
    await poll()
    shop.deleteEvents(toEventId(deleted))
    await poll()
    for (const id of [toEventId(deleted), closureId]) api.failNext(503, 'backendError', `GET /${id}`)
    await poll()
    expect(await confirmed()).toBe(four.length)
    // The owner can still move an event that the list misses.
    shop.moveEvent(unlisted, day, '12:00')
    await poll()
    expect(await shop.stored(unlisted)).toMatchObject({ status: 'confirmed', appointment_time: '12:00' })
    expect(await shop.statusOf(deleted)).toBe('cancelled')
    expect([await confirmed(), await shop.onHold(), await isOpen('16:00')]).toEqual([3, 0, false])
    shop.deleteEvents(closureId)
    await poll()
    expect(await isOpen('16:00')).toBe(true)
  })
})

describe.each(engines)('an emptied calendar, on %s', (engine) => {
  it('cancels nothing until the owner restores the events or confirms', async () => {
    const { api, poll, deleteEvents, restoreEvents, ids, confirmed, onHold, ...shop } = await openWith(engine)
    deleteEvents(...ids)
    const before = api.requests.length
    await poll(3)
    expect([await onHold(), await confirmed()]).toEqual([four.length, four.length])
    const alone = api.requests.slice(before).filter((request) => ids.some((id) => request.endsWith(id)))
    // The server asks a deleted calendar about at most three of its events.
    expect(alone).toHaveLength(3)
    restoreEvents(...ids)
    await poll()
    expect([await onHold(), await confirmed()]).toEqual([0, four.length])
    // Later the owner cancels one of them, which is normal, and then one per poll, which isn't.
    const [first = '', ...others] = ids
    deleteEvents(first)
    await poll(2)
    for (const id of others) {
      deleteEvents(id)
      await poll()
    }
    await poll(2)
    expect([await onHold(), await confirmed()]).toEqual([3, 3])
    // The server doesn't ask about past appointments.
    expect(await onHold(at('2026-12-04', '00:00'))).toBe(0)
    await shop.storage.polls.confirm(shop.remote.id)
    await poll()
    expect(await confirmed()).toBe(0)
  })

  it.each([
    { what: 'vanishes alone, after two cancellations', times: ['09:00', '11:00'] },
    { what: 'vanishes with two others', times: [], from: ['09:00', '12:00', '16:00'] },
  ])('opens a closed time that $what', async ({ times, from = ['16:00'] }) => {
    const shop = await openWith(engine, times, from)
    const { poll, deleteEvents, closedCount } = shop
    deleteEvents(...shop.ids)
    await poll(2)
    expect([await shop.confirmed(), await closedCount()]).toEqual([0, from.length])
    deleteEvents(...shop.closureIds)
    await poll(2)
    expect(await closedCount()).toBe(0)
  })

  it('opens a closed time whose consultations came back before they were on hold', async () => {
    const shop = await openWith(engine, four, ['16:00'])
    shop.deleteEvents(...shop.closureIds, ...shop.ids)
    await shop.poll()
    shop.restoreEvents(...shop.ids)
    expect(await shop.closedCount()).toBe(1)
    await shop.poll(2)
    expect([await shop.onHold(), await shop.closedCount()]).toEqual([0, 0])
  })

  it('keeps a closed time until the owner puts it back, and asks the owner once each time', async () => {
    const shop = await openWith(engine, four, ['16:00'])
    const { poll, deleteEvents, restoreEvents, closureIds, closedCount, confirmed, report } = shop
    const { polls } = shop.storage
    const three = shop.ids.slice(1)
    for (const gone of [closureIds, three, []]) {
      deleteEvents(...gone)
      await poll()
    }
    expect(await closedCount()).toBe(1)
    expect(await report()).toMatchObject({ isNew: true, onHold: [{}, {}, {}] })
    await shop.markAlerted()
    await poll()
    expect((await report()).isNew).toBe(false)
    restoreEvents(...three.slice(1))
    await poll(3)
    expect([await confirmed(), await closedCount()]).toEqual([four.length, 1])

    expect(await polls.putBack(shop.remote.id, (kind) => jobsForPuttingBack(kind, testNoon))).toBe(2)
    for (const appointment of shop.booked) await shop.show(appointment)
    await poll(3)
    expect(await closedCount()).toBe(1)
    for (const closure of await shop.closed()) await shop.showBlockedTime(closure)
    await poll(3)
    expect([await confirmed(), await closedCount()]).toEqual([four.length, 1])
    expect(closureIds.map((id) => shop.api.events.get(id)?.status)).toEqual(['confirmed'])

    deleteEvents(...closureIds, ...three)
    await poll(3)
    expect(await report()).toMatchObject({ isNew: true, onHold: [{}, {}, {}] })
    expect(await closedCount()).toBe(1)
    restoreEvents(...three)
    await poll(3)
    // The closed time is alone now.
    expect([await shop.onHold(), await closedCount()]).toEqual([0, 0])
  })
})

describe.each(engines)('a closed time in the owner’s calendar, stored in %s', (engine) => {
  it('moves with its event, and opens after two polls without it', async () => {
    const shop = await openWith(engine, ['15:00'], ['12:00'])
    const { api, poll, isOpen, closed } = shop
    const [id = ''] = shop.closureIds
    expect(
      await shop.storage.blockedTimes.busyDuring({ startEpochMs: 0, endEpochMs: at(day, '14:00') }),
    ).toEqual([])
    // Years ahead, past the busy times that a poll reads.
    api.change(id, hour(at('2030-12-27', '09:00')))
    await poll()
    expect(await closed()).toMatchObject([{ from: '2030-12-27T09:00', to: '2030-12-27T10:00', sequence: 1 }])
    expect(await isOpen('12:00')).toBe(true)
    // Without a length it stays the same, and the server applies the rest.
    const { start } = hour(at(day, '11:00'))
    api.change(id, { start, end: start })
    shop.moveEvent(shop.booked[0] ?? expect.fail(), day, '16:00')
    await poll()
    expect(await closed()).toMatchObject([{ from: '2030-12-27T09:00', sequence: 1 }])
    expect(await isOpen('14:00')).toBe(true)

    api.change(id, { end: hour(at(day, '11:00')).end })
    // The second poll finds nothing new.
    await poll(2)
    api.change(id, { end: hour(at(day, '10:30')).end })
    await poll()
    const shorter = [{ from: `${day}T11:00`, to: `${day}T11:30`, sequence: 3 }]
    expect(await closed()).toMatchObject(shorter)
    for (const change of [shop.deleteEvents, shop.restoreEvents, shop.deleteEvents]) {
      change(id)
      await poll()
    }
    expect(await closed()).toMatchObject(shorter)
    expect(await isOpen('11:00')).toBe(false)
    await poll()
    expect(await closed()).toEqual([])
    expect(await isOpen('11:00')).toBe(true)
  })
})
