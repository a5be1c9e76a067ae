import { describe, expect, it } from 'vitest'
import { anonymizedEvent, eventUid, shopDomain } from '../../booking/calendar-event.ts'
import { msPerDay } from '../../booking/time.ts'
import { engines } from './support/engines.ts'
import { hour, openGoogleShop, toEventId } from './support/google-shop.ts'
import { ann, testNoon } from './support/shop-server.ts'
import { at, signal, toEvent } from './support/synced-shop.ts'

const day = ann.appointment_date
const unknown = eventUid('0190aaaa-0000-7000-8000-000000000000', shopDomain)
const during = { startEpochMs: at(day, '00:00'), endEpochMs: at('2027-01-01', '00:00') }

describe('a booking in the owner’s Google calendar', () => {
  it('appears once, without guests, with the client in its description', async () => {
    const { api, book, show, remote } = await openGoogleShop()
    // Google would make a link of it, because a description is HTML.
    const appointment = await book({ ...ann, full_name: 'Ann <a href=//x>Lee' })
    // As when the answer to the first attempt was lost, or the process was killed before recording it.
    for (const _ of [1, 2]) await remote.create(toEvent(appointment), signal())
    for (const _ of [1, 2]) await show(appointment)
    expect([...api.events.keys()]).toEqual([toEventId(appointment)])
    const event = api.events.get(toEventId(appointment))
    expect(event).toMatchObject({
      etag: '"1"',
      start: { dateTime: '2026-12-03T16:00:00.000Z' },
      summary: 'Consultation: Ann <a href=//x>Lee',
      description: 'Client: Ann &lt;a href=//x>Lee\nEmail: ann@example.com\nPhone: (555) 123-4567',
      extendedProperties: { private: { appointmentId: appointment.id } },
    })
    // Google lists the calendar itself as the organizer.
    for (const absent of ['attendees', 'organizer']) expect(event).not.toHaveProperty(absent)
  })

  it('returns to its time after the owner moved and deleted it, unless it was deleted from the trash', async () => {
    const { api, bookShown, remote, moveEvent, deleteEvents } = await openGoogleShop()
    const appointment = await bookShown()
    const id = toEventId(appointment)
    moveEvent(appointment, day, '12:00')
    deleteEvents(id)
    const create = () => remote.create(toEvent(appointment), signal())
    await create()
    const start = { dateTime: '2026-12-03T16:00:00.000Z' }
    expect(api.events.get(id)).toMatchObject({ status: 'confirmed', start })
    api.deleteForGood(id)
    await expect(create()).rejects.toMatchObject({ code: 'GOOGLE_409_duplicate' })
  })

  it('moves and disappears with the appointment, whatever a delayed attempt writes', async () => {
    const { api, bookShown, show, desk } = await openGoogleShop()
    const booked = await bookShown()
    const { id } = booked
    const to = { appointment_date: day, appointment_time: '15:00' }
    const moved = await desk.move({ id, expectedSequence: 0, durationMinutes: 60, to, by: 'client' })
    if (moved.status !== 'changed') return expect.fail(moved.status)
    await show(moved.appointment)
    await show(booked)
    expect(api.events.get(toEventId(booked))?.start.dateTime).toBe('2026-12-03T21:00:00.000Z')
    for (const _ of [1, 2]) await show({ ...moved.appointment, status: 'cancelled', sequence: 2 })
    await show(moved.appointment)
    expect(api.events.get(toEventId(booked))?.status).toBe('cancelled')
  })

  it('fails with Google’s own error code, and a later attempt succeeds', async () => {
    const { api, book, show } = await openGoogleShop()
    const appointment = await book()
    for (const [status, reason] of [
      [403, 'rateLimitExceeded'],
      [500, 'backendError'],
      [404, 'notFound'],
    ] as const) {
      // The first call of an attempt checks whether the event exists. 404 only says that it doesn't.
      if (status === 404) api.failNext(404, 'notFound')
      api.failNext(status, reason)
      await expect(show(appointment)).rejects.toMatchObject({ code: `GOOGLE_${status}_${reason}` })
    }
    await show(appointment)
    expect(api.events.size).toBe(1)
  })

  it('blocks a day for an unanswered invitation, and skips an entry with more than 2,000 times', async () => {
    const { api, remote } = await openGoogleShop()
    const invited = (answer: string) => ({
      organizer: { email: 'stranger@example.com' },
      attendees: [{ self: true, responseStatus: answer }],
    })
    const decade = { start: { date: '2026-12-04' }, end: { date: '2036-12-04' } }
    api.add('ten years', 0, { ...decade, ...invited('needsAction') })
    const days = async () => {
      const { busy } = await remote.read(during, signal())
      return busy.reduce((ms, { startEpochMs, endEpochMs }) => ms + endEpochMs - startEpochMs, 0) / msPerDay
    }
    expect(await days()).toBe(1)
    api.add('ten years', 0, { ...decade, ...invited('accepted') })
    expect(await days()).toBeGreaterThan(27)

    api.add('ten years', 0, { status: 'cancelled' })
    api.add('storm', at(day, '09:00'), { recurrence: ['RRULE:FREQ=WEEKLY;COUNT=2001'] })
    const endEpochMs = during.startEpochMs + 2001 * 7 * msPerDay
    const { busy, unreadable } = await remote.read({ ...during, endEpochMs }, signal())
    expect({ busy, unreadable }).toEqual({ busy: [], unreadable: ['storm'] })
  })

  it('is never written, found, missing, or deleted because a proxy answered with success', async () => {
    const { api, bookShown, remote } = await openGoogleShop()
    const appointment = await bookShown()
    const event = toEvent(appointment)
    const known = (await remote.find(event, signal())) ?? expect.fail()
    const other = { ...event, uid: unknown }
    for (const work of [
      () => remote.create(other, signal()),
      () => remote.find(event, signal()),
      () => remote.erase(known, signal()),
      () => remote.read(during, signal()),
    ]) {
      api.interceptNext()
      await expect(work()).rejects.toMatchObject({ code: 'GOOGLE_200' })
    }
    await remote.create(other, signal())
    expect([...api.events.values()].map(({ status }) => status)).toEqual(['confirmed', 'confirmed'])
  })
})

describe('a deleted client in the owner’s Google calendar', () => {
  it('leaves no trace in the event, or in the days of a series that the owner made of it', async () => {
    const { api, bookShown, calendar, remote } = await openGoogleShop()
    const appointment = await bookShown()
    const series = toEventId(appointment)
    api.change(series, { recurrence: ['RRULE:FREQ=WEEKLY;COUNT=4'] })
    const { summary = '', description = '' } = api.events.get(series) ?? {}
    api.changeInstance(`${series}_20261210T160000Z`, { summary: 'Fitting of Ann Lee' })
    // A moved day keeps its text.
    const moved = hour(at('2026-12-18', '11:00'))
    api.changeInstance(`${series}_20261217T160000Z`, { ...moved, summary, description })
    api.changeInstance(`${series}_20261224T160000Z`, { status: 'cancelled' })
    api.add('elsewhere', at(day, '15:00'), { summary: 'Lunch with Ann Lee' })
    const { busy } = await remote.read(during, signal())
    const anonymous = { ...toEvent(appointment), ...anonymizedEvent(appointment) }
    for (const _ of ['a first time', 'again, because the answer was lost']) {
      await calendar.forget(anonymous, signal())
      const days = api.daysOf(series)
      expect(days.map((event) => event.summary)).toEqual(['Consultation', 'Consultation', 'Consultation'])
      expect(JSON.stringify(days)).not.toMatch(/ann|lee|123-4567/i)
    }
    await calendar.forget({ ...anonymous, uid: unknown }, signal())
    expect([...api.events.keys()]).toEqual([series, 'elsewhere'])
    expect((await remote.read(during, signal())).busy).toEqual(busy)
    expect(api.events.get('elsewhere')?.summary).toBe('Lunch with Ann Lee')
    // The second attempt doesn't rewrite any day.
    expect(api.requests.filter((request) => /^PATCH .*_/.test(request))).toHaveLength(2)
  })
})

describe('the owner’s other events in Google Calendar', () => {
  it('block their times, on every result page, unless declined or marked free', async () => {
    const { api, bookShown, closeShown, desk, poll, isOpen, ...shop } = await openGoogleShop()
    const { storage, stored, deleteEvents } = shop
    const appointment = await bookShown()
    await closeShown('17:00', '17:30')
    const own = [...api.events.keys()]
    const copyOf = (id = '') => ({ extendedProperties: api.events.get(id)?.extendedProperties ?? null })
    api.add('copy', at(day, '11:00'), copyOf(own[0]))
    api.add('copy of a closed time', at('2026-12-09', '10:00'), copyOf(own[1]))
    api.inPagesOf(1)
    api.add('dentist', at(day, '13:00'))
    api.add('holiday', 0, { start: { date: '2026-12-05' }, end: { date: '2026-12-06' } })
    api.add('one day', 0, { start: { date: '2026-12-08' }, end: { date: '2026-12-08' } })
    // An event of this shop that its database doesn't know, as after a restore.
    api.add('0190aaaa000070008000000000000000', at(day, '15:00'))
    const moment = { dateTime: new Date(at(day, '16:30')).toISOString() }
    api.add('reminder', 0, { start: moment, end: moment })
    api.add('from-home', at(day, '16:00'), { eventType: 'workingLocation' })
    const declined = { self: true, responseStatus: 'declined' }
    api.add('declined', at(day, '09:00'), { attendees: [declined, { responseStatus: 'accepted' }] })
    api.add('free', at(day, '12:00'), { transparency: 'transparent' })
    api.add('of-others', at(day, '14:00'), { attendees: [{ ...declined, self: false }] })
    await poll()
    const hours = ['09:00', '10:00', '11:00', '12:00', '13:30', '14:00', '15:00', '16:00']
    const open = await Promise.all(hours.map((time) => isOpen(time)))
    expect(hours.filter((_, index) => open[index])).toEqual(['09:00', '12:00', '16:00'])
    const saturday = { startEpochMs: at('2026-12-05', '00:00'), endEpochMs: at('2026-12-06', '00:00') }
    expect(await storage.blockedTimes.busyDuring(saturday)).toEqual([saturday])
    for (const date of ['2026-12-05', '2026-12-08']) expect(await desk.openTimesOn(date)).toEqual([])
    expect((await desk.book({ ...ann, appointment_time: '12:30' }, 0)).status).toBe('taken')
    expect(await stored(appointment)).toMatchObject({ sequence: 0, status: 'confirmed' })
    // The copies don't replace them.
    deleteEvents('dentist', ...own)
    await poll(2)
    expect(await isOpen('13:00')).toBe(true)
    expect((await stored(appointment)).status).toBe('cancelled')
    expect(await storage.blockedTimes.during(during)).toEqual([])
    expect(await isOpen('10:00', '2026-12-09')).toBe(false)
  })
})

describe('a consultation that the owner makes repeat in Google Calendar', () => {
  it('blocks each of its days once, and its first day is the appointment', async () => {
    const { api, bookShown, isOpen, poll, storage, stored, statusOf } = await openGoogleShop()
    const appointment = await bookShown()
    api.change(toEventId(appointment), { recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3'] })
    await poll()
    expect(await isOpen('10:00', '2026-12-10')).toBe(false)
    const before = { startEpochMs: 0, endEpochMs: at('2026-12-04', '00:00') }
    expect(await storage.blockedTimes.busyDuring(before)).toEqual([])
    expect(await stored(appointment)).toMatchObject({ sequence: 0, status: 'confirmed' })

    const firstDay = `${toEventId(appointment)}_20261203T160000Z`
    api.changeInstance(firstDay, hour(at('2026-12-04', '11:00')))
    await poll()
    const moved = { appointment_date: '2026-12-04', appointment_time: '11:00' }
    expect(await stored(appointment)).toMatchObject(moved)
    expect(await isOpen('10:00', '2026-12-17')).toBe(false)
    api.changeInstance(firstDay, { status: 'cancelled' })
    await poll(2)
    expect(await statusOf(appointment)).toBe('cancelled')
    expect(await isOpen('10:00', '2026-12-10')).toBe(false)
  })
})

describe.each(engines)('an event without a time in Google Calendar, with %s', (engine) => {
  it('is skipped and counted, and the owner gets one email', async () => {
    const { api, bookShown, isOpen, poll, statusOf, report, markAlerted } = await openGoogleShop(engine)
    const appointment = await bookShown()
    const { start, end } = api.events.get(toEventId(appointment)) ?? expect.fail()
    api.change(toEventId(appointment), { start: {}, end: {} })
    api.add('dentist', at(day, '14:00'))
    await poll(2)
    expect(await isOpen('14:00')).toBe(false)
    expect(await statusOf(appointment)).toBe('confirmed')
    expect((await report()).unreadable).toBe(1)
    // The second report is about a calendar that wasn't read for a day.
    for (const atMs of [testNoon, at('2026-12-02', '12:00')]) {
      expect((await report(atMs)).isNew).toBe(true)
      await markAlerted(atMs)
      expect((await report(atMs)).isNew).toBe(false)
    }
    // After it was readable, the next one is new.
    api.change(toEventId(appointment), { start, end })
    await poll()
    expect((await report()).isNew).toBe(false)
    api.change(toEventId(appointment), { start: {}, end: {} })
    await poll()
    expect((await report()).isNew).toBe(true)
  })
})
