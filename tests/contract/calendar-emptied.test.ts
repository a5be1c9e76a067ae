import { describe, expect, it } from 'vitest'
import type { StoredAppointment } from '../../booking/appointment.ts'
import { jobsOfPuttingBack } from '../../server/appointments/follow-up-jobs.ts'
import { type EngineName, engines } from './support/engines.ts'
import { hour, idOf, openAtGoogle } from './support/google-shop.ts'
import { ann, testNoon } from './support/shop-server.ts'
import { at } from './support/synced-shop.ts'

const day = ann.appointment_date
const four = ['09:00', '11:00', '13:00', '15:00']

async function openWith(engine: EngineName, times: readonly string[] = four) {
  const shop = await openAtGoogle(engine)
  const booked: StoredAppointment[] = []
  for (const appointment_time of times) booked.push(await shop.bookShown({ ...ann, appointment_time }))
  await shop.poll()
  const confirmed = async () =>
    (await shop.storage.appointments.findByIds(booked.map(({ id }) => id))).filter(
      ({ status }) => status === 'confirmed',
    ).length
  const putBack = () =>
    shop.storage.polls.putBack(shop.remote.id, (kind) => jobsOfPuttingBack(kind, testNoon))
  return { ...shop, booked, ids: booked.map(idOf), confirmed, putBack }
}

/** The same with a closed time, which goes and comes back with the events. */
async function openWithClosed(engine: EngineName, times = four.slice(0, 3), from = ['16:00']) {
  const shop = await openWith(engine, times)
  for (const time of from) await shop.closeShown(time, time.replace('00', '30'))
  await shop.poll()
  const closureIds = [...shop.api.events.keys()].filter((id) => !shop.ids.includes(id))
  const during = { startEpochMs: at(day, '00:00'), endEpochMs: at(day, '23:00') }
  const closed = () => shop.storage.blockedTimes.during(during)
  return { ...shop, closureIds, closed, closedCount: async () => (await closed()).length }
}

describe.each(engines)('an event that the owner deletes, stored in %s', (engine) => {
  it('cancels nothing once the appointment began', async () => {
    const { booked, windTo, poll, deleteEvents, confirmed } = await openWith(engine, ['10:00'])
    windTo(at(day, '10:20'))
    deleteEvents(...booked.map(idOf))
    await poll(3)
    expect(await confirmed()).toBe(1)
  })

  it.each([
    { when: 'in the same hour', movedAt: '10:20' },
    { when: 'later that day', movedAt: '15:00' },
  ])('after the appointment began is written again where the desk moves it $when', async ({ movedAt }) => {
    const { api, booked, windTo, poll, desk, show, deleteEvents, stored } = await openWith(engine, ['10:00'])
    const [{ id } = expect.fail()] = booked
    windTo(at(day, '10:15'))
    deleteEvents(idOf({ id }))
    await poll()
    windTo(at(day, movedAt))
    const to = { appointment_date: '2026-12-08', appointment_time: '10:00' }
    const moved = await desk.move({ id, expectedSequence: 0, durationMinutes: 60, to, by: 'desk' })
    if (moved.status !== 'changed') return expect.fail(moved.status)
    await show(moved.appointment)
    expect(api.events.get(idOf({ id }))).toMatchObject(hour(at('2026-12-08', '10:00')))
    await poll(3)
    expect(await stored(moved.appointment)).toMatchObject({ status: 'confirmed', sequence: 1 })
  })

  it('and restores blocks its time; the appointment stays canceled, and the owner is notified', async () => {
    const { booked, ids, poll, isOpen, storage, statusOf, ...shop } = await openWith(engine, ['10:00'])
    shop.deleteEvents(...ids)
    await poll(2)
    expect(await isOpen('10:00')).toBe(true)
    shop.restoreEvents(...ids)
    await poll()
    expect(await isOpen('10:00')).toBe(false)
    expect(await statusOf(booked[0] ?? expect.fail())).toBe('cancelled')
    expect((await storage.jobViews.unfinished(testNoon)).map(({ kind }) => kind)).toContain('event-restored')
  })
})

describe('an event that the owner deletes', () => {
  it('cancels its appointment once two polls missed it and the calendar says that it is gone', async () => {
    const { api, bookShown, closeShown, poll, statusOf, stored, moveEvent, isOpen, ...shop } =
      await openAtGoogle()
    await closeShown('16:00', '17:00')
    const [closureId = ''] = api.events.keys()
    const [unlisted, unsaid] = [await bookShown(), await bookShown({ ...ann, appointment_time: '14:00' })]
    await bookShown({ ...ann, appointment_time: '09:00' })
    await poll()
    for (const id of [idOf(unlisted), closureId]) api.leaveOut(id)
    shop.deleteEvents(idOf(unsaid))
    await poll()
    for (const id of [idOf(unsaid), closureId]) api.failNext(503, 'backendError', `GET /${id}`)
    await poll()
    expect([await statusOf(unlisted), await statusOf(unsaid)]).toEqual(['confirmed', 'confirmed'])
    // The owner can still move an event that the list misses.
    moveEvent(unlisted, day, '12:00')
    await poll()
    expect(await stored(unlisted)).toMatchObject({ status: 'confirmed', appointment_time: '12:00' })
    expect(await statusOf(unsaid)).toBe('cancelled')
    expect(await isOpen('16:00')).toBe(false)
  })

  it('cancels it also after a move onto another client’s time', async () => {
    const { booked, poll, moveEvent, deleteEvents, statusOf } = await openWith('SQLite', ['10:00', '14:00'])
    const [first = expect.fail()] = booked
    moveEvent(first, day, '14:00')
    await poll()
    deleteEvents(idOf(first))
    await poll(2)
    expect(await statusOf(first)).toBe('cancelled')
  })

  it('cancels nothing and asks nothing where the list is shorter than the calendar', async () => {
    const { api, bookShown, closeShown, poll, statusOf, isOpen, onHold, deleteEvents } = await openAtGoogle()
    await closeShown('16:00', '17:00')
    const [closureId = ''] = api.events.keys()
    const unlisted: StoredAppointment[] = []
    for (const appointment_date of ['2030-03-01', '2030-03-02', '2030-03-03'])
      unlisted.push(await bookShown({ ...ann, appointment_date }))
    const deleted = await bookShown()
    for (const appointment of unlisted) api.leaveOut(idOf(appointment))
    await poll(2)
    deleteEvents(idOf(deleted), closureId)
    await poll(2)
    expect(await onHold()).toBe(0)
    expect(await statusOf(deleted)).toBe('cancelled')
    for (const one of unlisted) expect(await statusOf(one)).toBe('confirmed')
    expect(await isOpen('16:00')).toBe(true)
  })
})

describe.each(engines)('a calendar that is emptied, with the appointments in %s', (engine) => {
  it('cancels nothing until the owner confirms it', async () => {
    const { poll, deleteEvents, ids, confirmed, onHold, storage, remote } = await openWith(engine)
    for (const id of ids) {
      deleteEvents(id)
      await poll()
    }
    await poll(2)
    // Deleted one per poll, the first two look like any other cancellation.
    expect(await confirmed()).toBeGreaterThanOrEqual(2)
    expect(await onHold()).toBe(await confirmed())
    // The server doesn't ask about past appointments.
    expect(await onHold(at('2026-12-04', '00:00'))).toBe(0)
    await storage.polls.confirm(remote.id)
    await poll()
    expect(await confirmed()).toBe(0)
  })

  it('is as it was when the events come back from the trash', async () => {
    const { poll, deleteEvents, restoreEvents, ids, confirmed, onHold } = await openWith(engine)
    deleteEvents(...ids)
    await poll(3)
    expect(await onHold()).toBe(four.length)
    restoreEvents(...ids)
    await poll()
    expect([await onHold(), await confirmed()]).toEqual([0, four.length])
    // Later the owner cancels one of them, which is nothing unusual.
    deleteEvents(ids[0] ?? '')
    await poll(2)
    expect(await confirmed()).toBe(four.length - 1)
  })

  it.each([
    { what: 'is alone there, after two consultations were canceled', times: ['09:00', '11:00'] },
    { what: 'goes with two others', times: [], from: ['09:00', '12:00', '16:00'] },
  ])('opens a closed time that $what', async ({ times, from }) => {
    const { poll, deleteEvents, ids, confirmed, closureIds, closedCount } = await openWithClosed(
      engine,
      times,
      from,
    )
    deleteEvents(...ids)
    await poll(2)
    expect([await confirmed(), await closedCount()]).toEqual([0, closureIds.length])
    deleteEvents(...closureIds)
    await poll(2)
    expect(await closedCount()).toBe(0)
  })

  it.each([
    { when: 'before they were on hold', polls: 1 },
    { when: 'after they were on hold', polls: 2 },
  ])('opens a closed time whose consultations came back $when', async ({ polls }) => {
    const { poll, deleteEvents, restoreEvents, ids, closureIds, closedCount, onHold } =
      await openWithClosed(engine)
    deleteEvents(...closureIds, ...ids)
    await poll(polls)
    expect(await closedCount()).toBe(1)
    restoreEvents(...ids)
    await poll(3)
    expect([await onHold(), await closedCount()]).toEqual([0, 0])
  })

  it('keeps a closed time while it is emptied event by event, until the owner has it written again', async () => {
    const { poll, deleteEvents, restoreEvents, ids, closureIds, ...shop } = await openWithClosed(engine, four)
    const { booked, closed, closedCount, confirmed, putBack } = shop
    deleteEvents(...ids.slice(0, 3), ...closureIds)
    await poll(3)
    restoreEvents(...ids.slice(0, 2))
    await poll(3)
    expect([await confirmed(), await closedCount()]).toEqual([four.length, 1])
    expect(await putBack()).toBe(2)
    for (const appointment of booked) await shop.show(appointment)
    await poll(3)
    expect(await closedCount()).toBe(1)
    for (const closure of await closed()) await shop.showBlockedTime(closure)
    await poll(3)
    expect([await confirmed(), await closedCount()]).toEqual([four.length, 1])
    expect(closureIds.map((id) => shop.api.events.get(id)?.status)).toEqual(['confirmed'])
  })
})

describe('a calendar that is emptied', () => {
  it('answers for no more than three of its events', async () => {
    const times = ['09:00', '10:00', '11:00', '13:00', '14:00', '15:00']
    const { api, poll, deleteEvents, ids, onHold } = await openWith('SQLite', times)
    deleteEvents(...ids)
    const before = api.requests.length
    await poll(3)
    const alone = api.requests.slice(before).filter((request) => ids.some((id) => request.endsWith(id)))
    expect(alone).toHaveLength(3)
    expect(await onHold()).toBe(times.length)
  })

  it('keeps a closed time that went a poll before the rest, and asks the owner once each time', async () => {
    const { poll, deleteEvents, restoreEvents, ids, closureIds, closedCount, report, markAlerted } =
      await openWithClosed('SQLite')
    for (const gone of [closureIds, ids, []]) {
      deleteEvents(...gone)
      await poll()
    }
    expect(await closedCount()).toBe(1)
    expect(await report()).toMatchObject({ isNew: true, onHold: [{}, {}, {}] })
    await markAlerted()
    await poll()
    expect((await report()).isNew).toBe(false)
    for (const change of [restoreEvents, deleteEvents]) {
      change(...ids)
      await poll(2)
    }
    expect(await report()).toMatchObject({ isNew: true, onHold: [{}, {}, {}] })
  })
})

describe.each(engines)('a closed time in the owner’s calendar, stored in %s', (engine) => {
  it('follows its event, and is open again after two polls without it', async () => {
    const { api, poll, isOpen, storage, closed, closureIds, ids, booked, ...shop } = await openWithClosed(
      engine,
      ['15:00'],
      ['12:00'],
    )
    const during = { startEpochMs: at(day, '00:00'), endEpochMs: at(day, '14:00') }
    expect(await storage.blockedTimes.busyDuring(during)).toEqual([])
    const [id = ''] = closureIds
    api.add('copy', at('2026-12-05', '15:00'), {
      extendedProperties: api.events.get(id)?.extendedProperties ?? {},
    })
    api.change(id, hour(at(day, '09:00')))
    await poll()
    expect(await closed()).toMatchObject([{ from: `${day}T09:00`, to: `${day}T10:00`, sequence: 1 }])
    expect([await isOpen('09:30'), await isOpen('12:00')]).toEqual([false, true])
    expect(await isOpen('15:00', '2026-12-05')).toBe(false)
    // Without a length it stays as it was, and the rest is followed.
    const { start } = hour(at(day, '11:00'))
    api.change(id, { start, end: start })
    shop.moveEvent(booked[0] ?? expect.fail(), day, '16:00')
    await poll()
    expect(await closed()).toMatchObject([{ from: `${day}T09:00`, sequence: 1 }])
    expect(await isOpen('14:00')).toBe(true)

    api.change(id, { start, end: hour(at(day, '12:00')).start })
    // The second poll finds nothing new.
    await poll(2)
    api.change(id, { end: hour(at(day, '11:30')).start })
    await poll()
    const shorter = [{ from: `${day}T11:00`, to: `${day}T11:30`, sequence: 3 }]
    expect(await closed()).toMatchObject(shorter)

    for (const change of [shop.deleteEvents, shop.restoreEvents, shop.deleteEvents]) {
      change(id)
      await poll()
    }
    expect(await closed()).toMatchObject(shorter)
    await poll()
    expect(await closed()).toEqual([])
    expect(await isOpen('11:00')).toBe(true)
  })

  it('becomes a whole day where the owner’s app writes one that ends on its own date, as Android does', async () => {
    const { api, poll, closeShown, storage } = await openAtGoogle(engine)
    const { id: closedId } = await closeShown('12:00', '14:00')
    await poll()
    const [id = ''] = api.events.keys()
    api.change(id, { start: { date: '2026-12-04' }, end: { date: '2026-12-04' } })
    await poll()
    const wholeDay = [{ from: '2026-12-04T00:00', to: '2026-12-05T00:00' }]
    expect(await storage.blockedTimes.findByIds([closedId])).toMatchObject(wholeDay)
  })
})

describe('closed times in the owner’s calendar', () => {
  it('move years ahead; three that disappear together are all open again', async () => {
    const { api, poll, storage, closeShown, deleteEvents } = await openAtGoogle()
    for (const year of ['2029', '2030', '2031']) await closeShown('09:00', '17:00', `${year}-12-24`)
    await poll()
    const during = { startEpochMs: testNoon, endEpochMs: at('2032-01-01', '00:00') }
    const closed = async () => (await storage.blockedTimes.during(during)).map(({ from }) => from)
    const [id = ''] = api.events.keys()
    api.change(id, hour(at('2029-12-27', '09:00')))
    await poll()
    deleteEvents(...api.events.keys())
    await poll()
    expect(await closed()).toEqual(['2029-12-27T09:00', '2030-12-24T09:00', '2031-12-24T09:00'])
    await poll()
    expect(await closed()).toEqual([])
  })
})
