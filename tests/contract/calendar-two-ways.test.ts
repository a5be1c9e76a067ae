import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { calendarNotice } from '#copy/emails.ts'
import { requestErrors } from '#copy/errors.ts'
import { minutesToTime } from '../../booking/time.ts'
import { startConnection } from './support/behind.ts'
import {
  findEvent,
  findHref,
  ownEvents,
  putBack,
  waitForEvents,
  waitForPolls,
} from './support/calendar-reading.ts'
import { openClock } from './support/clock.ts'
import { atDesk, getAgenda } from './support/desk.ts'
import { engines } from './support/engines.ts'
import { type OpenCalendar, shareRadicale } from './support/radicale.ts'
import { runCommand, testClockEnv } from './support/run-command.ts'
import { ann, type OpenShop, openShop, waitFor } from './support/shop-server.ts'
import { at } from './support/synced-shop.ts'

const day = ann.appointment_date
const nextDay = '2026-12-04'
const openCalendar = shareRadicale()

const toClient = async (shop: OpenShop, subject: string) =>
  (await shop.mails('client-invitation')).filter((mail) => mail.subject?.startsWith(subject))

const isOpen = async (shop: OpenShop, time: string, date = day) => (await shop.openTimes(date)).includes(time)

/** Waits until every due job is done and a poll has seen its result, so nothing more follows. */
async function settle(calendar: OpenCalendar, shop: OpenShop) {
  await shop.finishJobs()
  await waitForPolls(calendar, shop, 2)
  return (await calendar.objects()).filter(({ text }) => text.includes('SUMMARY:Consultation'))
}

describe.each(engines)('the owner’s changes in a CalDAV calendar, stored in %s,', (engine) => {
  it('move, cancel, and restore appointments, and email the client and the owner', async () => {
    const calendar = await openCalendar()
    const shop = await openShop({ env: calendar.env, engine })
    await shop.postForm({ ...ann })
    await shop.postForm({ ...ann, full_name: 'Bob Ray', email: 'bob@example.com', appointment_time: '14:00' })
    await waitForEvents(calendar, shop, 2)
    const href = await findHref(calendar, 'Ann Lee')
    // The server undoes a move onto another client's time, each time with an email to the owner.
    for (const times of [1, 2]) {
      await calendar.move(href, at(day, '14:30'))
      await waitFor(async () => (await shop.mails('move-refused')).length === times)
      await waitFor(async () => (await findEvent(calendar, 'Ann')).start === '2026-12-03T16:00:00.000Z')
    }
    expect(await settle(calendar, shop)).toHaveLength(2)
    const [refused] = await shop.mails('move-refused')
    expect(refused?.subject).toBe('Not moved: Ann Lee’s consultation')
    expect(refused?.text).toContain('Thursday, December 3, 2026 at 2:30 PM')
    expect(await toClient(shop, 'Rescheduled: ')).toHaveLength(0)

    await calendar.edit(href, (text) => text.replace('DESCRIPTION:', 'X-NOTE:navy cloth\r\nDESCRIPTION:'))
    await calendar.move(href, at(nextDay, '15:15'))
    await waitFor(() => isOpen(shop, '10:00'))
    const times = await shop.openTimes(nextDay)
    expect([times.includes('14:00'), times.includes('15:00')]).toEqual([true, false])
    await waitFor(async () => (await toClient(shop, 'Rescheduled: ')).length === 1)
    const [moved] = await toClient(shop, 'Rescheduled: ')
    expect(moved?.to?.[0]?.address).toBe(ann.email)
    expect(moved?.subject).toContain('Fri, Dec 4 at 3:15 PM')
    const wanted = { ...ann, email: 'cleo@example.com', appointment_date: nextDay }
    expect((await shop.book({ ...wanted, appointment_time: '15:45' })).status).toBe(409)
    expect((await findEvent(calendar, 'Ann Lee')).component.getFirstPropertyValue('x-note')).toBe(
      'navy cloth',
    )
    // The server doesn't mistake its own changes for the owner's.
    const settled = await settle(calendar, shop)
    expect(await settle(calendar, shop)).toEqual(settled)
    expect(await toClient(shop, 'Rescheduled: ')).toHaveLength(1)
    const { run } = await shop.database()
    expect(await run('select sequence from appointments order by sequence desc')).toEqual([
      { sequence: 1 },
      { sequence: 0 },
    ])

    // The server applies changes made while it was stopped.
    await shop.close()
    await calendar.delete(href)
    const later = await openShop({ env: { ...calendar.env, ...shop.databaseEnv }, folder: shop.folder })
    const isOpenAgain = () => isOpen(later, '15:00', nextDay)
    await waitFor(isOpenAgain)
    await waitFor(async () => (await toClient(later, 'Canceled: ')).length === 1)
    expect((await toClient(later, 'Canceled: '))[0]?.to?.[0]?.address).toBe(ann.email)
    expect(await settle(calendar, later)).toHaveLength(1)
    const deleted = settled.find((object) => object.href === href) ?? expect.fail()

    for (const times of [1, 2]) {
      await putBack(calendar, deleted)
      await waitFor(async () => (await later.mails('event-restored')).length === times)
      await waitFor(async () => !(await isOpenAgain()))
      expect((await later.book({ ...wanted, appointment_time: '15:00' })).status).toBe(409)
      await waitForPolls(calendar, later, 2)
      expect(await later.mails('event-restored')).toHaveLength(times)
      await calendar.delete(href)
      await waitFor(isOpenAgain)
    }
    const [told] = await later.mails('event-restored')
    expect(told?.subject).toBe('Still canceled: Ann Lee’s consultation')
    expect(told?.text).toContain('Friday, December 4, 2026 at 3:15 PM')
    expect((await later.book({ ...wanted, appointment_time: '15:00' })).status).toBe(201)
  })

  it('cancel nothing when they empty the calendar, until the owner answers the email', async () => {
    const times = ['10:00', '12:00', '14:00', '16:00']
    const clock = openClock()
    const calendar = await openCalendar()
    const { env, go } = await startConnection(calendar)
    const shop = await openShop({ env, engine, now: clock.now })
    for (const appointment_time of times) await shop.postForm({ ...ann, appointment_time })
    await waitForEvents(calendar, shop, times.length)
    const notices = () => shop.mails('calendar-notice')
    const openOf = async () => (await shop.openTimes(day)).filter((time) => times.includes(time))
    const settings = { ...shop.settings, ...testClockEnv }
    const answer = (word: string) => runCommand('calendar', [word], settings, shop.folder)
    /** Like an app that syncs an empty calendar. */
    const empty = (butFor = 0) =>
      go(async () => {
        for (const { href } of (await ownEvents(calendar)).slice(butFor)) await calendar.delete(href)
      })

    await empty(1)
    await waitFor(async () => (await notices()).length === 1)
    const [told] = await notices()
    expect(told?.subject).toBe(calendarNotice.subject)
    expect(told?.text).toMatch(/3 appointments have vanished.*2026 at 4:00\sPM.*calendar -- confirm/s)
    // A process whose clock is behind finds the rest: the owner hears of it ten minutes after the first email.
    clock.wind(-30_000)
    await empty()
    const { run } = await shop.database()
    const onHold = "select uid from synced_events where suspected_change = 'on-hold'"
    await waitFor(async () => (await run(onHold)).length === times.length)
    await waitForPolls(calendar, shop, 2)
    expect(await notices()).toHaveLength(1)
    clock.wind(30_000 + 10 * 60_000)
    // Email apps show two emails with one Message-ID as one.
    await waitFor(async () => (await notices()).length === 2)
    const losses = (await notices()).map(({ text }) => /\d appointments/.exec(text ?? '')?.[0])
    expect(losses.sort()).toEqual(['3 appointments', '4 appointments'])
    expect(await openOf()).toEqual([])
    expect((await answer('list')).output).toContain('until you decide: 4')

    expect(await answer('put-back')).toMatchObject({
      code: 0,
      output: expect.stringContaining('The server will write 4 entries again'),
    })
    await waitForEvents(calendar, shop, times.length)
    await waitForPolls(calendar, shop, 2)
    expect((await answer('list')).output).toContain('until you decide: 0')
    expect(await openOf()).toEqual([])

    // Completely emptied. An email that a fast clock sent in the future doesn't delay this one.
    clock.wind(-3_600_000)
    await go(async () => {
      await calendar.delete(calendar.url)
      await calendar.makeCalendar()
    })
    await waitFor(async () => (await notices()).length === 3)
    expect(await toClient(shop, 'Canceled')).toEqual([])
    expect(await answer('confirm')).toMatchObject({ code: 0 })
    await waitFor(async () => (await toClient(shop, 'Canceled')).length === times.length)
    expect(await openOf()).toEqual(times)
  })
})

describe.each(engines)('events that vanished together, stored in %s', (engine) => {
  it('come back or cancel their appointments, as the owner decides at the desk', async () => {
    const times = ['10:00', '12:00', '14:00', '16:00']
    const clock = openClock()
    const calendar = await openCalendar()
    const { env, go } = await startConnection(calendar)
    const shop = await openShop({ env, engine, now: clock.now })
    for (const appointment_time of times) await shop.postForm({ ...ann, appointment_time })
    await waitForEvents(calendar, shop, times.length)
    const client = await atDesk(shop)
    const vanished = async () => (await getAgenda(client)).vanished
    expect(await vanished()).toEqual([])
    await go(async () => {
      for (const { href } of await ownEvents(calendar)) await calendar.delete(href)
    })
    await waitFor(async () => (await vanished()).length === times.length)
    expect((await vanished()).map((appointment) => appointment.appointment_time)).toEqual(times)
    const idsAt = async (wanted: string[]) =>
      (await vanished())
        .filter((appointment) => wanted.includes(appointment.appointment_time))
        .map(({ id }) => id)
    const answer = async (answer: string, ids: string[]) => client.rpc('answer_vanished', { answer, ids })
    expect((await answer('later', ['x'])).status).toBe(400)
    expect((await answer('put_back', await idsAt(['10:00', '12:00']))).data).toEqual({ answered: 2 })
    expect(await idsAt(times)).toHaveLength(2)
    await waitFor(async () => (await ownEvents(calendar)).length === 2)
    await waitForPolls(calendar, shop)
    expect((await answer('cancel', await idsAt(['14:00']))).data).toEqual({ answered: 1 })
    await waitFor(async () => (await toClient(shop, 'Canceled')).length === 1)
    await waitForPolls(calendar, shop, 2)
    const open = await shop.openTimes(day)
    expect(times.filter((time) => open.includes(time))).toEqual(['14:00'])
    expect((await vanished()).map((appointment) => appointment.appointment_time)).toEqual(['16:00'])
  })
})

describe('moving the events to another calendar while the server is stopped', () => {
  it('links them there, and a change during the move cancels nothing', async () => {
    const [calendar, other] = [await openCalendar(), await openCalendar()]
    const shop = await openShop({ env: calendar.env })
    for (const [full_name, appointment_time] of Object.entries({ Ann: '10:00', Bob: '12:00', Cy: '14:00' }))
      await shop.postForm({ ...ann, full_name, appointment_time })
    const desk = await atDesk(shop)
    await desk.rpc('close_time', { from: `${day}T16:00`, to: `${day}T17:00`, reason: 'Fair' })
    await waitForEvents(calendar, shop, 4)
    const { start, end, component } = await findEvent(calendar, 'Closed: Fair')
    expect([start, end]).toEqual(['2026-12-03T22:00:00.000Z', '2026-12-03T23:00:00.000Z'])
    expect(component.getFirstPropertyValue('transp')).not.toBe('TRANSPARENT')
    await shop.close()
    await calendar.move(await findHref(calendar, 'Bob'), at(day, '15:00'))
    for (const object of await calendar.objects()) {
      await putBack(other, object)
      await calendar.delete(object.href)
    }
    const later = await openShop({ env: other.env, folder: shop.folder })
    await waitForPolls(other, later, 2)
    await other.move(await findHref(other, 'Ann'), at(nextDay, '10:00'))
    for (const name of ['Closed', 'Bob']) await other.delete(await findHref(other, name))
    await waitForPolls(other, later, 3)
    const { run } = await later.database()
    const stored = 'select full_name, appointment_date, status from appointments order by full_name'
    expect(await run(stored)).toEqual([
      { full_name: 'Ann', appointment_date: nextDay, status: 'confirmed' },
      { full_name: 'Bob', appointment_date: day, status: 'confirmed' },
      { full_name: 'Cy', appointment_date: day, status: 'confirmed' },
    ])
    expect(await isOpen(later, '16:00')).toBe(true)
    expect(await toClient(later, 'Canceled: ')).toEqual([])
    await other.delete(await findHref(other, 'Cy'))
    await waitFor(async () => (await toClient(later, 'Canceled: ')).length === 1)
    expect(await isOpen(later, '14:00')).toBe(true)
  })
})

describe('the owner’s own events in a CalDAV calendar', () => {
  const wholeDay = Array.from({ length: 17 }, (_, half) => minutesToTime(9 * 60 + half * 30))
  const without = (...times: string[]) => wholeDay.filter((time) => !times.includes(time))
  const opens = (shop: OpenShop, times: readonly string[]) =>
    waitFor(async () => (await shop.openTimes(day)).join() === times.join())

  it('block their times for the whole shop until it has another calendar, even while this one is unreadable', async () => {
    const calendar = await openCalendar()
    const line = await startConnection(calendar)
    const settings = { env: line.env, opening: { capacity: 2 } }
    const shop = await openShop(settings)
    expect(await shop.openTimes(day)).toEqual(wholeDay)
    await calendar.putEvent('gym', ['DTSTART:20261203T220000Z', 'DTEND:20261203T223000Z'])
    // The shop's domain alone doesn't make an event the shop's.
    const dentist = 'dentist-17@hollisandcrane.example'
    await calendar.putEvent(dentist, ['DTSTART:20261203T163000Z', 'DTEND:20261203T173000Z'])
    await calendar.putEvent('holiday', ['DTSTART;VALUE=DATE:20261205', 'DTEND;VALUE=DATE:20261206'])
    const inNewYork = (name: string, date: string) => `${name};TZID=America/New_York:${date}T110000`
    const yoga = [inNewYork('DTSTART', '20261111'), inNewYork('EXDATE', '20261216')]
    await calendar.putEvent('yoga', [...yoga, 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY;UNTIL=20270401T000000Z'])
    const friday = ['DTSTART:20261204T160000Z', 'DTEND:20261204T170000Z']
    await calendar.putEvent('reminder', [...friday, 'TRANSP:TRANSPARENT'])
    await calendar.putEvent('called-off', [...friday, 'STATUS:CANCELLED'])
    await waitForPolls(calendar, shop)
    const left = without('10:00', '10:30', '11:00', '15:30', '16:00')
    expect(await shop.openTimes(day)).toEqual(left)
    // The day is the shop's day, not Greenwich's.
    const open = [nextDay, '2026-12-05', '2026-12-06'].map(shop.openTimes)
    expect(await Promise.all(open)).toEqual([wholeDay, [], wholeDay])
    // A series that began before the polled times counts, even after a clock change.
    const withYoga = without('09:30', '10:00', '10:30')
    const series = ['2026-12-09', '2026-12-16', '2027-03-17'].map(shop.openTimes)
    expect(await Promise.all(series)).toEqual([withYoga, wholeDay, withYoga])

    const { status, error } = await shop.book(ann)
    expect(status).toBe(409)
    expect(error?.hint).toBe(requestErrors.nearest('09:00, 09:30, 11:30'))
    // A booking's event takes one of two seats, not both.
    const early = { ...ann, appointment_time: '09:30' }
    expect((await shop.postForm(early)).status).toBe(200)
    await waitForEvents(calendar, shop, 1)
    expect(await shop.openTimes(day)).toEqual(left)
    expect((await shop.book({ ...early, email: 'bob@example.com' })).status).toBe(201)
    expect((await shop.book({ ...early, email: 'cleo@example.com' })).status).toBe(409)
    await calendar.delete(new URL(`${dentist}.ics`, calendar.url).pathname)
    await opens(shop, without('09:00', '09:30', '10:00', '15:30', '16:00'))

    line.failing = Number.POSITIVE_INFINITY
    await shop.close()
    const { folder } = shop
    const lines: string[] = []
    const log = pino({ level: 'warn' }, { write: (text) => void lines.push(text) })
    const later = await openShop({ ...settings, folder, log })
    await waitFor(() => lines.some((text) => text.includes('the calendar could not be read')))
    expect(await later.openTimes(day)).not.toContain('16:00')
    expect((await later.book({ ...ann, appointment_time: '16:00' })).status).toBe(409)
    await later.close()
    await opens(await openShop({ opening: settings.opening, folder }), without('09:00', '09:30', '10:00'))
  })
})
