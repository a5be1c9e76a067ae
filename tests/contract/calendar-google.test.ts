import { describe, expect, it } from 'vitest'
import { anonymizedEvent, businessEvent, eventUid, shopDomain } from '../../booking/calendar-event.ts'
import { shop } from '../../booking/opening-hours.ts'
import { at, hour, idOf, openAtGoogle } from './support/google-shop.ts'
import { ann } from './support/shop-server.ts'

const day = ann.appointment_date
const signal = () => AbortSignal.timeout(100_000)

describe('a booking in the owner’s Google calendar', () => {
  it('stands there once, without guests, with the client in its description', async () => {
    const { api, book, show } = await openAtGoogle()
    // Google would make a link of it: a description is HTML.
    const appointment = await book({ ...ann, full_name: 'Ann <a href=//x>Lee' })
    await show(appointment)
    await show(appointment)
    expect([...api.events.keys()]).toEqual([idOf(appointment)])
    const event = api.events.get(idOf(appointment))
    expect(event?.start.dateTime).toBe('2026-12-03T16:00:00.000Z')
    expect(event?.attendees).toBeUndefined()
    // Google names one itself: the calendar.
    expect(event).not.toHaveProperty('organizer')
    expect(event?.summary).toBe('Consultation: Ann <a href=//x>Lee')
    expect(event?.description).toBe(
      'Client: Ann &lt;a href=//x>Lee\nEmail: ann@example.com\nPhone: (555) 123-4567',
    )
    expect(event?.extendedProperties?.private?.appointmentId).toBe(appointment.id)
  })

  it('is taken as done when an attempt was lost after its effect', async () => {
    const { api, book, show, storage, remote } = await openAtGoogle()
    const appointment = await book()
    await show(appointment)
    const copies = await storage.syncedEvents.endingAfter(remote.id, 0)
    expect(copies).toHaveLength(1)
    const lost = {
      ...businessEvent(appointment, shop),
      uid: eventUid(appointment.id, shopDomain),
      sequence: 0,
    }
    await remote.create({ ...lost, status: 'confirmed' }, signal())
    expect(api.events.size).toBe(1)
    expect(api.events.get(idOf(appointment))?.change).toBe(1)
  })

  it('comes back where its event was moved, and deleted in the calendar', async () => {
    const { api, book, show, remote } = await openAtGoogle()
    const appointment = await book()
    await show(appointment)
    const id = idOf(appointment)
    const [start, end] = ['2026-12-03T18:00:00Z', '2026-12-03T19:00:00Z']
    api.change(id, { start: { dateTime: start }, end: { dateTime: end } })
    api.change(id, { status: 'cancelled' })
    const again = {
      ...businessEvent(appointment, shop),
      uid: eventUid(appointment.id, shopDomain),
      sequence: 0,
    }
    const create = () => remote.create({ ...again, status: 'confirmed' }, signal())
    await create()
    expect(api.events.get(id)).toMatchObject({
      status: 'confirmed',
      start: { dateTime: '2026-12-03T16:00:00.000Z' },
    })
    api.deleteForGood(id)
    await expect(create()).rejects.toMatchObject({ code: 'GOOGLE_409_duplicate' })
  })

  it('moves and goes with the appointment', async () => {
    const { api, book, show, desk } = await openAtGoogle()
    const booked = await book()
    await show(booked)
    const { id } = booked
    const to = { appointment_date: day, appointment_time: '15:00' }
    const moved = await desk.move({ id, expectedSequence: 0, durationMinutes: 60, to, by: 'client' })
    if (moved.status !== 'changed') return expect.fail(moved.status)
    await show(moved.appointment)
    const eventId = idOf(moved.appointment)
    // What was held up before does not take it back.
    await show(booked)
    expect(api.events.get(eventId)?.start.dateTime).toBe('2026-12-03T21:00:00.000Z')
    await show({ ...moved.appointment, status: 'cancelled', sequence: 2 })
    await show({ ...moved.appointment, status: 'cancelled', sequence: 2 })
    expect(api.events.get(eventId)?.status).toBe('cancelled')
    // An attempt that was held up does not bring it back.
    await show(moved.appointment)
    expect(api.events.get(eventId)?.status).toBe('cancelled')
  })

  it('stays at its time without the client who is forgotten', async () => {
    const { api, book, show, calendar } = await openAtGoogle()
    const appointment = await book()
    await show(appointment)
    const { id, sequence, status } = appointment
    const event = { ...anonymizedEvent(appointment), uid: eventUid(id, shopDomain), sequence, status }
    await calendar.forget(event, signal())
    const standing = api.events.get(idOf(appointment))
    expect(JSON.stringify(standing)).not.toMatch(/ann|lee|123-4567/i)
    expect(standing).toMatchObject({
      summary: 'Consultation',
      status: 'confirmed',
      start: { dateTime: '2026-12-03T16:00:00.000Z' },
    })
    expect(standing?.extendedProperties?.private?.appointmentId).toBe(id)
    await calendar.forget(
      { ...event, uid: eventUid('0190aaaa-0000-7000-8000-000000000000', shopDomain) },
      signal(),
    )
    expect(api.events.size).toBe(1)
  })

  it('keeps no word about a forgotten client in days of a series that the owner has changed by themselves', async () => {
    const { api, book, show, calendar, remote } = await openAtGoogle()
    const appointment = await book()
    await show(appointment)
    const series = idOf(appointment)
    api.change(series, { recurrence: ['RRULE:FREQ=WEEKLY;COUNT=4'] })
    const standing = api.events.get(series) ?? expect.fail()
    api.changeInstance(`${series}_20261210T160000Z`, { summary: 'Fitting of Ann Lee' })
    // A day that was moved may have kept all that it said.
    api.changeInstance(`${series}_20261217T160000Z`, {
      ...hour(at('2026-12-18', '11:00')),
      summary: standing.summary ?? '',
      description: standing.description ?? '',
    })
    api.changeInstance(`${series}_20261224T160000Z`, { status: 'cancelled' })
    api.add('elsewhere', at(day, '15:00'), { summary: 'Lunch with Ann Lee' })
    const { id, sequence, status } = appointment
    const event = { ...anonymizedEvent(appointment), uid: eventUid(id, shopDomain), sequence, status }
    const during = { startEpochMs: at(day, '00:00'), endEpochMs: at('2027-01-01', '00:00') }
    const { busy } = await remote.read(during, signal())
    for (const _ of ['a first time', 'and, as after an answer that was lost, again']) {
      await calendar.forget(event, signal())
      const days = api.daysOf(series)
      expect(days.map(({ summary }) => summary)).toEqual(['Consultation', 'Consultation', 'Consultation'])
      expect(JSON.stringify(days)).not.toMatch(/ann|lee|123-4567/i)
    }
    expect((await remote.read(during, signal())).busy).toEqual(busy)
    expect(api.events.get('elsewhere')?.summary).toBe('Lunch with Ann Lee')
    // Of days that say it already, none is written again.
    expect(api.requests.filter((request) => /^PATCH .*_/.test(request))).toHaveLength(2)
  })

  it('is not taken for done when somebody between us answers, be it with success', async () => {
    const { api, book, show, remote } = await openAtGoogle()
    const appointment = await book()
    const id = idOf(appointment)
    const event = {
      ...businessEvent(appointment, shop),
      uid: eventUid(appointment.id, shopDomain),
      sequence: 0,
    }
    const put = () => remote.create({ ...event, status: 'confirmed' }, signal())
    api.interceptNext()
    await expect(put()).rejects.toMatchObject({ code: 'GOOGLE_200' })
    await put()
    const standing = await remote.find(event, signal())
    if (!standing) return expect.fail('The event stands nowhere.')
    api.interceptNext()
    await expect(remote.find(event, signal())).rejects.toMatchObject({ code: 'GOOGLE_200' })
    api.interceptNext()
    await expect(remote.erase(standing, signal())).rejects.toMatchObject({ code: 'GOOGLE_200' })
    await show(appointment)
    expect(api.events.get(id)?.status).toBe('confirmed')
  })

  it('fails with Google’s own word for the fault, which a later attempt can overcome', async () => {
    const { api, book, show } = await openAtGoogle()
    const appointment = await book()
    for (const [status, reason] of [
      [403, 'rateLimitExceeded'],
      [500, 'backendError'],
      [404, 'notFound'],
    ] as const) {
      // The first call of an attempt asks whether the event is there, for which 404 is an answer.
      if (status === 404) api.failNext(404, 'notFound')
      api.failNext(status, reason)
      await expect(show(appointment)).rejects.toMatchObject({ code: `GOOGLE_${status}_${reason}` })
    }
    await show(appointment)
    expect(api.events.size).toBe(1)
  })
})
