import { describe, expect, it } from 'vitest'
import type { Agenda } from '../../booking/owner-api.ts'
import { calendarNotice } from '../../copy/emails.ts'
import { lineTo } from './support/behind.ts'
import { eventOf, hrefOf, isRead, ownEvents, putBack, stand } from './support/calendar-reading.ts'
import { openClock } from './support/clock.ts'
import { atDesk } from './support/desk.ts'
import { engines } from './support/engines.ts'
import { type OpenCalendar, shareRadicale } from './support/radicale.ts'
import { atTestNoon, runCommand } from './support/run-command.ts'
import { ann, type OpenShop, openShop, until } from './support/shop-server.ts'
import { at } from './support/synced-shop.ts'

const day = ann.appointment_date
const openCalendar = shareRadicale()

const toClient = async (shop: OpenShop, subject: string) =>
  (await shop.mails('client-invitation')).filter((mail) => mail.subject?.startsWith(subject))

const isOpen = async (shop: OpenShop, time: string, date = day) => (await shop.openTimes(date)).includes(time)

const objectsOfOurs = async (calendar: OpenCalendar) =>
  (await calendar.objects()).filter(({ text }) => text.includes('SUMMARY:Consultation'))

/** Waits until every due job is done and its result was seen in the calendar, so nothing more follows. */
async function settle(calendar: OpenCalendar, shop: OpenShop): Promise<void> {
  const { run } = await shop.database()
  const pending = "select id from jobs where status = 'pending' and kind <> 'client-reminder'"
  await until(async () => (await run(pending)).length === 0)
  await isRead(calendar, shop, 2)
}

describe.each(engines)('the owner’s changes in a CalDAV calendar, stored in %s,', (engine) => {
  it('move, cancel, and restore: the shop follows, and the client and the owner get emails', async () => {
    const calendar = await openCalendar()
    const shop = await openShop({ env: calendar.env, engine })
    await shop.postForm({ ...ann })
    await stand(calendar, shop, 1)
    const href = await hrefOf(calendar, 'Ann Lee')
    await calendar.edit(href, (text) => text.replace('DESCRIPTION:', 'X-NOTE:navy cloth\r\nDESCRIPTION:'))
    await calendar.move(href, at('2026-12-04', '15:15'))
    await until(() => isOpen(shop, '10:00'))
    expect(await isOpen(shop, '15:00', '2026-12-04')).toBe(false)
    expect(await isOpen(shop, '14:00', '2026-12-04')).toBe(true)
    await until(async () => (await toClient(shop, 'Rescheduled: ')).length === 1)
    const [moved] = await toClient(shop, 'Rescheduled: ')
    expect(moved?.to?.[0]?.address).toBe(ann.email)
    expect(moved?.subject).toContain('Fri, Dec 4 at 3:15 PM')
    const wanted = { ...ann, email: 'bob@example.com', appointment_date: '2026-12-04' }
    expect((await shop.book({ ...wanted, appointment_time: '15:45' })).status).toBe(409)
    expect((await eventOf(calendar, 'Ann Lee')).component.getFirstPropertyValue('x-note')).toBe('navy cloth')
    // The server doesn't take its own writing for the owner's.
    await settle(calendar, shop)
    const settled = await objectsOfOurs(calendar)
    await settle(calendar, shop)
    expect(await objectsOfOurs(calendar)).toEqual(settled)
    expect(await toClient(shop, 'Rescheduled: ')).toHaveLength(1)
    const { run } = await shop.database()
    expect(await run('select sequence from appointments')).toEqual([{ sequence: 1 }])

    // The server follows what happened while it was stopped.
    await shop.close()
    await calendar.delete(href)
    const later = await openShop({ env: { ...calendar.env, ...shop.databaseEnv }, folder: shop.folder })
    await until(() => isOpen(later, '15:00', '2026-12-04'))
    await until(async () => (await toClient(later, 'Canceled: ')).length === 1)
    expect((await toClient(later, 'Canceled: '))[0]?.to?.[0]?.address).toBe(ann.email)
    await settle(calendar, later)
    expect(await objectsOfOurs(calendar)).toEqual([])

    for (const times of [1, 2]) {
      await putBack(calendar, settled[0] ?? expect.fail())
      await until(async () => (await later.mails('event-restored')).length === times)
      await until(async () => !(await isOpen(later, '15:00', '2026-12-04')))
      expect((await later.book({ ...wanted, appointment_time: '15:00' })).status).toBe(409)
      await isRead(calendar, later, 2)
      expect(await later.mails('event-restored')).toHaveLength(times)
      await calendar.delete(href)
      await until(() => isOpen(later, '15:00', '2026-12-04'))
    }
    const [told] = await later.mails('event-restored')
    expect(told?.subject).toBe('Still canceled: Ann Lee’s consultation')
    expect(told?.text).toContain('Friday, December 4, 2026 at 3:15 PM')
    expect((await later.book({ ...wanted, appointment_time: '15:00' })).status).toBe(201)
  })

  it('are undone where another client has the time, and the owner gets an email each time', async () => {
    const calendar = await openCalendar()
    const shop = await openShop({ env: calendar.env, engine })
    await shop.postForm({ ...ann })
    await shop.postForm({ ...ann, full_name: 'Bob Ray', email: 'bob@example.com', appointment_time: '14:00' })
    await stand(calendar, shop, 2)
    const href = await hrefOf(calendar, 'Ann Lee')
    for (const times of [1, 2]) {
      await calendar.move(href, at(day, '14:30'))
      await until(async () => (await shop.mails('move-refused')).length === times)
      await until(async () => (await eventOf(calendar, 'Ann')).start === '2026-12-03T16:00:00.000Z')
    }
    await settle(calendar, shop)
    const [told] = await shop.mails('move-refused')
    expect(told?.subject).toBe('Not moved: Ann Lee’s consultation')
    expect(told?.text).toContain('Thursday, December 3, 2026 at 2:30 PM')
    expect(await toClient(shop, 'Rescheduled: ')).toHaveLength(0)
    expect(await isOpen(shop, '10:00')).toBe(false)
    expect(await objectsOfOurs(calendar)).toHaveLength(2)
  })

  it('that empty the calendar cancel nothing until the owner answers the email', async () => {
    const times = ['10:00', '12:00', '14:00', '16:00']
    const clock = openClock()
    const calendar = await openCalendar()
    const { env, go } = await lineTo(calendar)
    const shop = await openShop({ env, engine, now: clock.now })
    for (const appointment_time of times) await shop.postForm({ ...ann, appointment_time })
    await stand(calendar, shop, times.length)
    const notices = () => shop.mails('calendar-notice')
    const openOf = async () => (await shop.openTimes(day)).filter((time) => times.includes(time))
    const settings = { ...shop.settings, ...atTestNoon }
    const answer = (word: string) => runCommand('calendar', [word], settings, shop.folder)
    /** As an app does that synchronizes an empty calendar. */
    const empty = (butFor = 0) =>
      go(async () => {
        for (const { href } of (await ownEvents(calendar)).slice(butFor)) await calendar.delete(href)
      })

    await empty(1)
    await until(async () => (await notices()).length === 1)
    const [told] = await notices()
    expect(told?.subject).toBe(calendarNotice.subject)
    expect(told?.text).toContain('3 appointments have disappeared')
    expect(told?.text).toContain('Thursday, December 3, 2026 at 4:00 PM')
    expect(told?.text).toContain('npm run calendar -- confirm')
    // A process whose clock is behind finds the rest: the owner hears of it ten minutes after the first email.
    clock.wind(-30_000)
    await empty()
    const { run } = await shop.database()
    const onHold = "select uid from synced_events where suspected_change = 'on-hold'"
    await until(async () => (await run(onHold)).length === times.length)
    await isRead(calendar, shop, 2)
    expect(await notices()).toHaveLength(1)
    clock.wind(30_000 + 10 * 60_000)
    // Email apps show two emails with one Message-ID as one.
    await until(async () => (await notices()).length === 2)
    const losses = (await notices()).map(({ text }) => /\d appointments/.exec(text ?? '')?.[0])
    expect(losses.sort()).toEqual(['3 appointments', '4 appointments'])
    expect(await openOf()).toEqual([])
    expect((await answer('list')).output).toContain('until you decide: 4')

    expect(await answer('put-back')).toMatchObject({
      code: 0,
      output: expect.stringContaining('The server will write 4 entries again'),
    })
    await stand(calendar, shop, times.length)
    await isRead(calendar, shop, 2)
    expect((await answer('list')).output).toContain('until you decide: 0')
    expect(await openOf()).toEqual([])
    expect(await toClient(shop, 'Canceled')).toEqual([])

    // Emptied as a whole. An email that a fast clock sent in the future does not hold up this one.
    clock.wind(-3_600_000)
    await go(async () => {
      await calendar.delete(calendar.url)
      await calendar.makeCalendar()
    })
    await until(async () => (await notices()).length === 3)
    expect(await toClient(shop, 'Canceled')).toEqual([])
    expect(await answer('confirm')).toMatchObject({ code: 0 })
    await until(async () => (await toClient(shop, 'Canceled')).length === times.length)
    expect(await openOf()).toEqual(times)
  })
})

describe('a closed time in a CalDAV calendar', () => {
  it('is a busy event, moves with it, and is open again when the owner deletes it', async () => {
    const calendar = await openCalendar()
    const shop = await openShop({ env: calendar.env })
    const desk = await atDesk(shop)
    const agenda = async (): Promise<Agenda> =>
      (await desk.rpc('agenda', { from: day, to: day }, { get: true })).data
    await desk.rpc('close_time', { from: `${day}T12:00`, to: `${day}T14:00`, reason: 'Fair' })
    await stand(calendar, shop, 1)
    const { href, start, end, component } = await eventOf(calendar, 'Closed: Fair')
    expect([start, end]).toEqual(['2026-12-03T18:00:00.000Z', '2026-12-03T20:00:00.000Z'])
    expect(component.getFirstPropertyValue('transp')).not.toBe('TRANSPARENT')

    await calendar.move(href, at(day, '09:00'))
    await until(async () => (await agenda()).closures[0]?.from === `${day}T09:00`)
    // After that poll its own event no longer counts as the owner's.
    await until(async () => (await agenda()).busy.length === 0)
    expect((await agenda()).closures[0]?.to).toBe(`${day}T10:00`)
    expect((await shop.book({ ...ann, appointment_time: '09:30' })).status).toBe(409)

    await calendar.delete(href)
    await until(async () => (await agenda()).closures.length === 0)
    await until(async () => (await shop.book({ ...ann, appointment_time: '09:00' })).status === 201)
  })
})

describe('another calendar that the owner moves the events to while the server is stopped', () => {
  it('is followed from then on; the server doesn’t guess what a change in between meant', async () => {
    const [calendar, other] = [await openCalendar(), await openCalendar()]
    const shop = await openShop({ env: calendar.env })
    for (const [full_name, appointment_time] of Object.entries({ Ann: '10:00', Bob: '12:00', Cy: '14:00' }))
      await shop.postForm({ ...ann, full_name, appointment_time })
    const desk = await atDesk(shop)
    await desk.rpc('close_time', { from: `${day}T16:00`, to: `${day}T17:00`, reason: 'Fair' })
    await stand(calendar, shop, 4)
    await shop.close()
    await calendar.move(await hrefOf(calendar, 'Bob'), at(day, '15:00'))
    for (const object of await calendar.objects()) {
      await putBack(other, object)
      await calendar.delete(object.href)
    }
    const later = await openShop({ env: other.env, folder: shop.folder })
    await isRead(other, later, 2)
    await other.move(await hrefOf(other, 'Ann'), at('2026-12-04', '10:00'))
    for (const name of ['Closed', 'Bob']) await other.delete(await hrefOf(other, name))
    await isRead(other, later, 3)
    const { run } = await later.database()
    const stored = 'select full_name, appointment_date, status from appointments order by full_name'
    expect(await run(stored)).toEqual([
      { full_name: 'Ann', appointment_date: '2026-12-04', status: 'confirmed' },
      { full_name: 'Bob', appointment_date: day, status: 'confirmed' },
      { full_name: 'Cy', appointment_date: day, status: 'confirmed' },
    ])
    expect(await isOpen(later, '16:00')).toBe(true)
    expect(await toClient(later, 'Canceled: ')).toEqual([])
    await other.delete(await hrefOf(other, 'Cy'))
    await until(async () => (await toClient(later, 'Canceled: ')).length === 1)
    expect(await isOpen(later, '14:00')).toBe(true)
  })
})
