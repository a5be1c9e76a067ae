import { describe, expect, it } from 'vitest'
import type { StoredAppointment } from '../../booking/appointment.ts'
import { eventUid, shopDomain } from '../../booking/calendar-event.ts'
import { calendarReport } from '../../server/jobs/alerts.ts'
import { engines } from './support/engines.ts'
import { at, hour, idOf, openAtGoogle } from './support/google-shop.ts'
import { ann, testNoon } from './support/shop-server.ts'

const day = ann.appointment_date
const bo = { ...ann, full_name: 'Bo Diaz', email: 'bo@example.com' }

describe('what the owner does in Google Calendar', () => {
  it('closes the times of other events, over all pages, and not those of our own', async () => {
    const { api, book, show, desk, read, storage } = await openAtGoogle()
    await show(await book())
    api.inPagesOf(1)
    api.add('dentist', at(day, '13:00'))
    api.add('free', at(day, '15:00'), { transparency: 'transparent' })
    api.add('holiday', 0, { start: { date: '2026-12-05' }, end: { date: '2026-12-06' } })
    api.add('one day', 0, { start: { date: '2026-12-08' }, end: { date: '2026-12-08' } })
    await read()
    const open = await desk.openTimesOn(day)
    expect(open).not.toContain('13:30')
    expect(open).toContain('15:00')
    expect(open).toContain('11:00')
    const saturday = { startEpochMs: at('2026-12-05', '00:00'), endEpochMs: at('2026-12-06', '00:00') }
    expect(await storage.blockedTimes.busyDuring(saturday)).toEqual([saturday])
    expect(await desk.openTimesOn('2026-12-05')).toEqual([])
    expect(await desk.openTimesOn('2026-12-08')).toEqual([])
    const outcome = await desk.book({ ...ann, appointment_time: '12:30' }, 0)
    expect(outcome.status).toBe('taken')
    api.change('dentist', { status: 'cancelled' })
    await read()
    expect(await desk.openTimesOn(day)).toContain('13:00')
  })

  it('closes no time with what the owner has declined or keeps free', async () => {
    const { api, desk, read } = await openAtGoogle()
    const moment = { dateTime: new Date(at(day, '16:30')).toISOString() }
    api.add('reminder', 0, { start: moment, end: moment })
    api.add('from-home', at(day, '16:00'), { eventType: 'workingLocation' })
    const declined = { self: true, responseStatus: 'declined' }
    api.add('declined', at(day, '10:00'), { attendees: [declined, { responseStatus: 'accepted' }] })
    api.add('free', at(day, '12:00'), { transparency: 'transparent' })
    api.add('of-others', at(day, '14:00'), { attendees: [{ ...declined, self: false }] })
    await read()
    const open = await desk.openTimesOn(day)
    const times = ['10:00', '12:00', '14:00', '16:00']
    expect(times.filter((time) => open.includes(time))).toEqual(['10:00', '12:00', '16:00'])
    expect((await desk.book({ ...ann, appointment_time: '16:00' }, 0)).status).toBe('booked')
  })

  it('moves and cancels the appointment', async () => {
    const { api, book, show, read, storage } = await openAtGoogle()
    const appointment = await book()
    await show(appointment)
    await read()
    // An appointment has no seconds; an event can have some.
    api.change(idOf(appointment), hour(at('2026-12-04', '11:15') + 30_000))
    await read()
    const stored = () => storage.appointments.findById(appointment.id)
    expect(await stored()).toMatchObject({
      appointment_date: '2026-12-04',
      appointment_time: '11:15',
      sequence: 1,
    })
    await read()
    expect((await stored())?.sequence).toBe(1)
    api.change(idOf(appointment), { status: 'cancelled' })
    // Nothing is taken back at first sight.
    for (const _ of [1, 2]) await read()
    expect((await stored())?.status).toBe('cancelled')
  })

  it('opens no time, not for a moment, in which something else of the owner’s stands', async () => {
    const { api, book, show, read, desk } = await openAtGoogle()
    const appointment = await book()
    await show(appointment)
    await read()
    api.change(idOf(appointment), hour(at(day, '14:00')))
    api.add('dentist', at(day, ann.appointment_time))
    const other = { ...ann, full_name: 'Bo Diaz', email: 'bo@example.com' }
    let outcome = ''
    await read(async () => {
      outcome = (await desk.book(other, 0)).status
    })
    expect(outcome).toBe('taken')
    // Where the consultation stands now, it closes nothing beside itself.
    expect(await desk.openTimesOn(day)).toContain('15:00')
  })

  it.each([
    { why: 'all-day', to: { start: { date: '2026-12-04' }, end: { date: '2026-12-05' } } },
    { why: 'past', to: hour(testNoon - 3_600_000) },
    // The second time that the clock shows half past one that night.
    { why: 'clock-change', to: hour(Date.UTC(2027, 10, 7, 7, 30)) },
  ])('is told once, and put back, where no consultation can be: $why', async ({ why, to }) => {
    const { api, book, show, read, storage, remote } = await openAtGoogle()
    const appointment = await book()
    await show(appointment)
    await read()
    const { start } = api.events.get(idOf(appointment)) ?? expect.fail()
    api.change(idOf(appointment), to)
    for (const _ of [1, 2]) await read()
    const rejection = await storage.polls.findRejection(remote.id, eventUid(appointment.id, shopDomain))
    expect(rejection).toMatchObject({ why, count: 1 })
    await show(appointment)
    expect(api.events.get(idOf(appointment))?.start).toEqual(start)
    expect((await storage.appointments.findById(appointment.id))?.sequence).toBe(0)
  })

  it('is followed where one event is deleted and another moved', async () => {
    const { api, book, show, read, storage } = await openAtGoogle()
    const first = await book()
    const second = await book({ ...ann, appointment_time: '14:00' })
    for (const appointment of [first, second]) await show(appointment)
    await read()
    api.change(idOf(first), { status: 'cancelled' })
    api.change(idOf(second), hour(at(day, '16:00')))
    for (const _ of [1, 2]) await read()
    expect((await storage.appointments.findById(first.id))?.status).toBe('cancelled')
    expect((await storage.appointments.findById(second.id))?.appointment_time).toBe('16:00')
  })

  it('cancels nothing before the calendar has said of the event itself that it is gone', async () => {
    const { api, book, show, read, storage, desk, showBlockedTime } = await openAtGoogle()
    const closed = { from: `${day}T16:00`, to: `${day}T17:00`, reason: 'Fair' }
    await showBlockedTime(await desk.block(closed))
    const [closureId = ''] = api.events.keys()
    const [unlisted, unsaid] = [await book(), await book({ ...bo, appointment_time: '14:00' })]
    const listed = await book({ ...bo, appointment_time: '09:00' })
    for (const appointment of [unlisted, unsaid, listed]) await show(appointment)
    await read()
    for (const id of [idOf(unlisted), closureId]) api.leaveOut(id)
    api.change(idOf(unsaid), { status: 'cancelled' })
    await read()
    for (const id of [idOf(unsaid), closureId]) api.failNext(503, 'backendError', `GET /${id}`)
    await read()
    const stored = (ids = [unlisted.id, unsaid.id]) => storage.appointments.findByIds(ids)
    expect((await stored()).map(({ status }) => status)).toEqual(['confirmed', 'confirmed'])
    // Where the list does not tell of it, it can still be moved.
    api.change(idOf(unlisted), hour(at(day, '12:00')))
    await read()
    expect(await stored([unlisted.id])).toMatchObject([{ status: 'confirmed', appointment_time: '12:00' }])
    expect(await stored([unsaid.id])).toMatchObject([{ status: 'cancelled' }])
    expect(await desk.openTimesOn(day)).not.toContain('16:00')
  })

  it('is followed at once, and no question asked, where the list is shorter than the calendar', async () => {
    const { api, book, show, read, desk, storage, remote, showBlockedTime } = await openAtGoogle()
    const closure = await desk.block({ from: `${day}T16:00`, to: `${day}T17:00`, reason: 'Fair' })
    await showBlockedTime(closure)
    const [closureId = ''] = api.events.keys()
    const unlisted: StoredAppointment[] = []
    for (const appointment_date of ['2030-03-01', '2030-03-02', '2030-03-03', day])
      unlisted.push(await book({ ...ann, appointment_date }))
    const deleted = unlisted.pop() ?? expect.fail()
    for (const appointment of [...unlisted, deleted]) await show(appointment)
    for (const appointment of unlisted) api.leaveOut(idOf(appointment))
    for (const _ of [1, 2]) await read()
    api.change(idOf(deleted), { status: 'cancelled' })
    api.change(closureId, { status: 'cancelled' })
    for (const _ of [1, 2]) await read()
    expect((await storage.polls.findings(remote.id, testNoon)).onHold).toEqual([])
    const stored = async (ids: string[]) =>
      (await storage.appointments.findByIds(ids)).map(({ status }) => status)
    expect(await stored([deleted.id])).toEqual(['cancelled'])
    expect(await stored(unlisted.map(({ id }) => id))).toEqual(unlisted.map(() => 'confirmed'))
    expect(await desk.openTimesOn(day)).toContain('16:00')
  })

  it('cancels an appointment whose event was first moved to where another client is, and then deleted', async () => {
    const { api, book, show, read, storage } = await openAtGoogle()
    const [first, second] = [await book(), await book({ ...bo, appointment_time: '14:00' })]
    for (const appointment of [first, second]) await show(appointment)
    await read()
    api.change(idOf(first), hour(at(day, '14:00')))
    await read()
    api.change(idOf(first), { status: 'cancelled' })
    for (const _ of [1, 2]) await read()
    expect((await storage.appointments.findById(first.id))?.status).toBe('cancelled')
  })

  it('is not overwritten unseen by a client’s change', async () => {
    const { api, book, show, read, desk, storage } = await openAtGoogle()
    const appointment = await book()
    await show(appointment)
    await read()
    api.change(idOf(appointment), hour(at(day, '12:00')))
    const to = { appointment_date: day, appointment_time: '15:00' }
    const moved = await desk.move({
      id: appointment.id,
      expectedSequence: 0,
      durationMinutes: 60,
      to,
      by: 'client',
    })
    if (moved.status !== 'changed') return expect.fail(moved.status)
    await expect(show(moved.appointment)).rejects.toThrow('The owner has changed the event')
    await read()
    expect((await storage.appointments.findById(appointment.id))?.appointment_time).toBe('12:00')
  })

  it('leaves the busy times as they were last known when Google refuses, or somebody else answers, and says so', async () => {
    const { api, desk, read, warnings } = await openAtGoogle()
    api.add('dentist', at(day, '13:00'))
    await read()
    api.events.clear()
    for (const fault of ['GOOGLE_503_backendError', 'GOOGLE_200']) {
      if (fault === 'GOOGLE_200') api.interceptNext()
      else api.failNext(503, 'backendError')
      await read()
      expect(await desk.openTimesOn(day)).not.toContain('13:00')
      expect(warnings.join()).toContain(fault)
    }
  })

  it('closes every day of a consultation that the owner makes repeat, and no day twice', async () => {
    const { api, book, show, desk, read, storage } = await openAtGoogle()
    const appointment = await book()
    await show(appointment)
    api.change(idOf(appointment), { recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3'] })
    await read()
    expect(await desk.openTimesOn('2026-12-10')).not.toContain('10:00')
    expect(
      await storage.blockedTimes.busyDuring({ startEpochMs: 0, endEpochMs: at('2026-12-04', '00:00') }),
    ).toEqual([])
    const stored = () => storage.appointments.findById(appointment.id)
    expect(await stored()).toMatchObject({ sequence: 0, status: 'confirmed' })

    const firstDay = `${idOf(appointment)}_20261203T160000Z`
    api.changeInstance(firstDay, hour(at('2026-12-04', '11:00')))
    await read()
    expect(await stored()).toMatchObject({ appointment_date: '2026-12-04', appointment_time: '11:00' })
    expect(await desk.openTimesOn('2026-12-17')).not.toContain('10:00')
    api.changeInstance(firstDay, { status: 'cancelled' })
    for (const _ of [1, 2]) await read()
    expect((await stored())?.status).toBe('cancelled')
    expect(await desk.openTimesOn('2026-12-10')).not.toContain('10:00')
  })

  it('is not misled by a copy, which closes its own time', async () => {
    const { api, book, show, desk, read, storage } = await openAtGoogle()
    const appointment = await book()
    await show(appointment)
    const { extendedProperties = {} } = api.events.get(idOf(appointment)) ?? {}
    api.add('copy', at('2026-12-04', '14:00'), { extendedProperties })
    await read()
    expect(await storage.appointments.findById(appointment.id)).toMatchObject({
      sequence: 0,
      status: 'confirmed',
    })
    expect(await desk.openTimesOn('2026-12-04')).not.toContain('14:00')
    api.change(idOf(appointment), { status: 'cancelled' })
    for (const _ of [1, 2]) await read()
    expect((await storage.appointments.findById(appointment.id))?.status).toBe('cancelled')
  })

  it('closes times with events of ours of which nothing is known here, as after a restore', async () => {
    const { api, desk, read } = await openAtGoogle()
    api.add('0190aaaa000070008000000000000000', at(day, '14:00'))
    await read()
    expect(await desk.openTimesOn(day)).not.toContain('14:00')
  })

  it('is read past an event without a time, which is counted', async () => {
    const { api, book, show, desk, read, storage, remote } = await openAtGoogle()
    const appointment = await book()
    await show(appointment)
    api.change(idOf(appointment), { start: {}, end: {} })
    api.add('dentist', at(day, '14:00'))
    for (const _ of [1, 2]) await read()
    expect(await desk.openTimesOn(day)).not.toContain('14:00')
    expect((await storage.appointments.findById(appointment.id))?.status).toBe('confirmed')
    expect((await storage.polls.findings(remote.id, testNoon)).unreadable).toBe(1)
    // Either is told once: that there is one, and later that nothing was read for long.
    for (const atMs of [testNoon, at('2026-12-02', '12:00')]) {
      const report = async () => calendarReport(await storage.polls.findings(remote.id, atMs), atMs)
      expect((await report()).isNew).toBe(true)
      await storage.polls.markAlerted(remote.id, await report(), atMs)
      expect((await report()).isNew).toBe(false)
    }
  })

  it('is held back when it empties the calendar, event by event, until the owner confirms it', async () => {
    const { api, book, show, read, storage, remote } = await openAtGoogle()
    const booked = await Promise.all(
      ['09:00', '11:00', '13:00', '15:00'].map((appointment_time) => book({ ...ann, appointment_time })),
    )
    for (const appointment of booked) await show(appointment)
    await read()
    for (const appointment of booked) {
      api.change(idOf(appointment), { status: 'cancelled' })
      await read()
    }
    for (const _ of [1, 2]) await read()
    const confirmed = async () =>
      (await storage.appointments.findByIds(booked.map(({ id }) => id))).filter(
        ({ status }) => status === 'confirmed',
      )
    // Deleted one by one at the pace of the readings, the first two look like any other.
    expect((await confirmed()).length).toBeGreaterThanOrEqual(2)
    const { onHold: held } = await storage.polls.findings(remote.id, testNoon)
    expect(held).toHaveLength((await confirmed()).length)
    // Nobody is asked about what is over.
    expect((await storage.polls.findings(remote.id, at('2026-12-04', '00:00'))).onHold).toEqual([])
    await storage.polls.confirm(remote.id)
    await read()
    expect(await confirmed()).toEqual([])
  })

  it('is asked for no more than three of the events that have gone together', async () => {
    const { api, book, show, read, storage, remote } = await openAtGoogle()
    const times = ['09:00', '10:00', '11:00', '13:00', '14:00', '15:00']
    const booked = await Promise.all(times.map((appointment_time) => book({ ...ann, appointment_time })))
    for (const appointment of booked) await show(appointment)
    await read()
    for (const appointment of booked) api.change(idOf(appointment), { status: 'cancelled' })
    const before = api.requests.length
    for (const _ of [1, 2, 3]) await read()
    const ids = booked.map(idOf)
    const alone = api.requests.slice(before).filter((request) => ids.some((id) => request.endsWith(id)))
    expect(alone).toHaveLength(3)
    expect((await storage.polls.findings(remote.id, testNoon)).onHold).toHaveLength(times.length)
  })

  it('opens no time whose event went a reading before all the others', async () => {
    const { api, book, show, read, desk, storage, remote, showBlockedTime } = await openAtGoogle()
    await showBlockedTime(await desk.block({ from: `${day}T16:00`, to: `${day}T17:00`, reason: 'Fair' }))
    for (const appointment_time of ['09:00', '11:00', '13:00']) {
      await show(await book({ ...ann, appointment_time }))
    }
    await read()
    const [closureId = '', ...ids] = api.events.keys()
    for (const gone of [[closureId], ids, []]) {
      for (const id of gone) api.change(id, { status: 'cancelled' })
      await read()
    }
    const during = { startEpochMs: at(day, '00:00'), endEpochMs: at(day, '23:00') }
    expect(await storage.blockedTimes.during(during)).toHaveLength(1)
    // The owner is told once, and once more when they have been back meanwhile.
    const report = async () => calendarReport(await storage.polls.findings(remote.id, testNoon), testNoon)
    expect(await report()).toMatchObject({ isNew: true, onHold: [{}, {}, {}] })
    await storage.polls.markAlerted(remote.id, await report(), testNoon)
    await read()
    expect((await report()).isNew).toBe(false)
    for (const status of ['confirmed', 'cancelled']) {
      for (const id of ids) api.change(id, { status })
      for (const _ of [1, 2]) await read()
    }
    expect(await report()).toMatchObject({ isNew: true, onHold: [{}, {}, {}] })
  })

  it('moves closed times years ahead, and opens all of them that are deleted at once', async () => {
    const { api, read, desk, storage, showBlockedTime } = await openAtGoogle()
    const years = ['2029', '2030', '2031']
    for (const year of years)
      await showBlockedTime(
        await desk.block({ from: `${year}-12-24T09:00`, to: `${year}-12-24T17:00`, reason: '' }),
      )
    await read()
    const during = { startEpochMs: testNoon, endEpochMs: at('2032-01-01', '00:00') }
    const closed = async () => (await storage.blockedTimes.during(during)).map(({ from }) => from)
    const [id = ''] = api.events.keys()
    api.change(id, hour(at('2029-12-27', '09:00')))
    await read()
    for (const closureId of api.events.keys()) api.change(closureId, { status: 'cancelled' })
    await read()
    expect(await closed()).toEqual(['2029-12-27T09:00', '2030-12-24T09:00', '2031-12-24T09:00'])
    await read()
    expect(await closed()).toEqual([])
  })

  it('moves what is over to a day that is to come, a client who did not come and a closed time', async () => {
    const { api, read, desk, show, showBlockedTime, storage } = await openAtGoogle()
    const yesterday = '2026-11-30'
    const closed = { from: `${yesterday}T14:00`, to: `${yesterday}T15:00`, reason: 'Fair' }
    const closure = await desk.block(closed)
    await showBlockedTime(closure)
    const [closureId = ''] = api.events.keys()
    const missed = await desk.bookForClient({ ...ann, appointment_date: yesterday })
    if (missed.status !== 'booked') return expect.fail(missed.status)
    await show(missed.appointment)
    await read()
    api.change(idOf(missed.appointment), hour(at(day, '10:00')))
    api.change(closureId, hour(at(day, '14:00')))
    await read()
    expect(await storage.appointments.findById(missed.appointment.id)).toMatchObject({
      appointment_date: day,
      sequence: 1,
    })
    expect(await storage.blockedTimes.findByIds([closure.id])).toMatchObject([{ from: `${day}T14:00` }])
  })

  it('keeps no client who did not come where the event was moved in the past, once the desk moves both', async () => {
    const { api, read, desk, show } = await openAtGoogle()
    const missed = await desk.bookForClient({ ...ann, appointment_date: '2026-11-30' })
    if (missed.status !== 'booked') return expect.fail(missed.status)
    const { appointment } = missed
    await show(appointment)
    api.change(idOf(appointment), hour(at('2026-11-30', '15:00')))
    await read()
    const to = { appointment_date: day, appointment_time: '10:00' }
    const moved = await desk.move({
      id: appointment.id,
      expectedSequence: 0,
      durationMinutes: 60,
      to,
      by: 'desk',
    })
    if (moved.status !== 'changed') return expect.fail(moved.status)
    await show(moved.appointment)
    expect(api.events.get(idOf(appointment))?.start.dateTime).toBe('2026-12-03T16:00:00.000Z')
  })

  it('stays cancelled when the event of a cancelled consultation is restored, which closes its time', async () => {
    const { api, book, show, read, desk, storage } = await openAtGoogle()
    const appointment = await book()
    await show(appointment)
    api.change(idOf(appointment), { status: 'cancelled' })
    for (const _ of [1, 2]) await read()
    expect(await desk.openTimesOn(day)).toContain('10:00')
    api.change(idOf(appointment), { status: 'confirmed' })
    await read()
    expect(await desk.openTimesOn(day)).not.toContain('10:00')
    expect((await storage.jobViews.unfinished(testNoon)).map(({ kind }) => kind)).toContain('event-restored')
  })

  it('moves and opens again a time that was closed at the desk, which is busy once', async () => {
    const { api, read, desk, storage, showBlockedTime } = await openAtGoogle()
    const wanted = { from: `${day}T12:00`, to: `${day}T14:00`, reason: 'Fair' }
    const closure = await desk.block(wanted)
    await showBlockedTime(closure)
    await read()
    const during = { startEpochMs: at(day, '00:00'), endEpochMs: at(day, '23:00') }
    expect(await storage.blockedTimes.busyDuring(during)).toEqual([])
    const [id = ''] = api.events.keys()
    api.add('copy', at(day, '15:00'), {
      extendedProperties: api.events.get(id)?.extendedProperties ?? {},
    })
    api.change(id, hour(at(day, '09:00')))
    await read()
    expect(await storage.blockedTimes.during(during)).toMatchObject([
      { from: `${day}T09:00`, to: `${day}T10:00`, sequence: 1 },
    ])
    const open = await desk.openTimesOn(day)
    expect(open).not.toContain('09:30')
    expect(open).toContain('12:00')
    expect(open).not.toContain('15:00')
    // Without length it stays as it was.
    const { start } = hour(at(day, '11:00'))
    api.change(id, { start, end: start })
    await read()
    expect(await storage.blockedTimes.during(during)).toMatchObject([{ from: `${day}T09:00`, sequence: 1 }])

    api.change(id, { start, end: hour(at(day, '12:00')).start })
    // The second time there is nothing new to follow.
    for (const _ of [1, 2]) await read()
    api.change(id, { end: hour(at(day, '11:30')).start })
    await read()
    const shorter = [{ from: `${day}T11:00`, to: `${day}T11:30`, sequence: 3 }]
    expect(await storage.blockedTimes.during(during)).toMatchObject(shorter)

    // Each time that it is gone is looked at twice.
    for (const status of ['cancelled', 'confirmed', 'cancelled']) {
      api.change(id, { status })
      await read()
    }
    expect(await storage.blockedTimes.during(during)).toMatchObject(shorter)
    await read()
    expect(await storage.blockedTimes.during(during)).toEqual([])
    expect(await desk.openTimesOn(day)).toContain('09:00')
  })

  it('lets two clients change places', async () => {
    const { api, book, show, read, storage } = await openAtGoogle()
    const [first, second] = [await book(), await book({ ...bo, appointment_time: '14:00' })]
    for (const appointment of [first, second]) await show(appointment)
    api.change(idOf(first), hour(at(day, '14:00')))
    api.change(idOf(second), hour(at(day, '10:00')))
    await read()
    const times = async () =>
      (await storage.appointments.findByIds([first.id, second.id])).map((one) => one.appointment_time)
    expect(new Set(await times())).toEqual(new Set(['14:00', '10:00']))
    expect((await storage.appointments.findById(first.id))?.appointment_time).toBe('14:00')
  })
})

describe.each(engines)('a consultation that was moved into the past by mistake, kept in %s', (engine) => {
  it.each([
    {
      what: 'moved to the right day',
      to: hour(at('2026-12-04', '11:00')),
      after: { status: 'confirmed', appointment_date: '2026-12-04', appointment_time: '11:00' },
    },
    { what: 'deleted', to: { status: 'cancelled' }, after: { status: 'cancelled' } },
  ])('is followed when it is $what before it was put back', async ({ to, after }) => {
    const { api, book, show, read, storage, remote } = await openAtGoogle(engine)
    const appointment = await book()
    await show(appointment)
    await read()
    api.change(idOf(appointment), hour(at('2026-11-26', '10:00')))
    for (const _ of [1, 2]) await read()
    const rejection = await storage.polls.findRejection(remote.id, eventUid(appointment.id, shopDomain))
    expect(rejection).toMatchObject({ why: 'past', count: 1 })
    api.change(idOf(appointment), to)
    await expect(show(appointment)).rejects.toThrow('The owner has changed the event')
    for (const _ of [1, 2]) await read()
    expect(await storage.appointments.findById(appointment.id)).toMatchObject(after)
  })
})
