import type { Email } from 'postal-mime'
import { describe, expect, it } from 'vitest'
import { shop as demoShop } from '../../booking/opening-hours.ts'
import { wallTimeToEpochMs } from '../../booking/time.ts'
import { behind } from './support/behind.ts'
import { eventOf, isRead, stand } from './support/calendar-reading.ts'
import { atDesk } from './support/desk.ts'
import { engines } from './support/engines.ts'
import { eventStart, type OpenRadicale, openRadicale } from './support/radicale.ts'
import { ann, type OpenShop, openShop, until } from './support/shop-server.ts'

const at = (date: string, time: string) => wallTimeToEpochMs(date, time, demoShop.timeZone)
const day = ann.appointment_date

const hrefOf = async (radicale: OpenRadicale, name: string) => (await eventOf(radicale, name)).href

/** The objects of appointments as they are written. */
const objectsOfOurs = async (radicale: OpenRadicale) =>
  (await radicale.objects()).filter(({ text }) => text.includes('SUMMARY:Consultation'))

/** Waits until all that was owed at once is done, and was seen in the calendar, so that nothing more follows. */
async function settle(radicale: OpenRadicale, shop: OpenShop): Promise<void> {
  const { run } = await shop.database()
  const owed = "select id from jobs where status = 'pending' and kind <> 'client-reminder'"
  await until(async () => (await run(owed)).length === 0)
  await isRead(radicale, shop, 2)
}

const toClient = async (shop: OpenShop, subject: string): Promise<Email[]> =>
  (await shop.mails('client-invitation')).filter((mail) => mail.subject?.startsWith(subject))
const refusals = (shop: OpenShop): Promise<Email[]> => shop.mails('move-refused')

const wholeDay = (text: string) =>
  text
    .replace(eventStart, '$1DTSTART;VALUE=DATE:20261203')
    .replace(/DTEND[^\r\n]*/, 'DTEND;VALUE=DATE:20261204')

const isOpen = async (shop: OpenShop, time: string, date = day) => (await shop.openTimes(date)).includes(time)

describe.each(engines)('the owner’s changes in the calendar, kept in %s', (engine) => {
  it('move the appointment, free its time, take the new one and tell the client', async () => {
    const radicale = await openRadicale()
    const shop = await openShop({ env: radicale.env, engine })
    await shop.postForm({ ...ann })
    await stand(radicale, shop, 1)
    const href = await hrefOf(radicale, 'Ann Lee')
    await radicale.edit(href, (text) =>
      text.replace('DESCRIPTION:', 'X-NOTE:brings navy cloth\r\nDESCRIPTION:'),
    )
    await radicale.move(href, at('2026-12-04', '15:15'))

    await until(() => isOpen(shop, '10:00'))
    expect(await isOpen(shop, '15:00', '2026-12-04')).toBe(false)
    expect(await isOpen(shop, '14:00', '2026-12-04')).toBe(true)
    await until(async () => (await toClient(shop, 'Rescheduled: ')).length === 1)
    const [moved] = await toClient(shop, 'Rescheduled: ')
    expect(moved?.to?.[0]?.address).toBe(ann.email)
    expect(moved?.subject).toContain('Fri, Dec 4 at 3:15 PM')
    const wanted = { ...ann, appointment_date: '2026-12-04', appointment_time: '15:45' }
    expect((await shop.book({ ...wanted, email: 'bob@example.com' })).status).toBe(409)
    const { component } = await eventOf(radicale, 'Ann Lee')
    expect(component.getFirstPropertyValue('x-note')).toBe('brings navy cloth')
  })

  it('cancel the appointment and free its time', async () => {
    const radicale = await openRadicale()
    const shop = await openShop({ env: radicale.env, engine })
    await shop.postForm({ ...ann })
    await stand(radicale, shop, 1)
    expect(await isOpen(shop, '10:00')).toBe(false)
    await radicale.delete(await hrefOf(radicale, 'Ann Lee'))
    await until(() => isOpen(shop, '10:00'))
    await until(async () => (await toClient(shop, 'Canceled: ')).length === 1)
    expect((await toClient(shop, 'Canceled: '))[0]?.to?.[0]?.address).toBe(ann.email)
    // It stays away: nothing of ours puts it back.
    await settle(radicale, shop)
    expect(await objectsOfOurs(radicale)).toEqual([])
    expect((await shop.book({ ...ann, email: 'bob@example.com' })).status).toBe(201)
  })

  it('are refused where another client has the time: the event goes back and the owner is told, each time', async () => {
    const radicale = await openRadicale()
    const shop = await openShop({ env: radicale.env, engine })
    await shop.postForm({ ...ann })
    await shop.postForm({ ...ann, full_name: 'Bob Ray', email: 'bob@example.com', appointment_time: '14:00' })
    await stand(radicale, shop, 2)
    const href = await hrefOf(radicale, 'Ann Lee')
    const startOfAnn = async () =>
      (await radicale.events()).find(({ event }) => event.summary.includes('Ann'))?.start

    for (const times of [1, 2]) {
      await radicale.move(href, at(day, '14:30'))
      await until(async () => (await refusals(shop)).length === times)
      await until(async () => (await startOfAnn()) === '2026-12-03T16:00:00.000Z')
    }
    await settle(radicale, shop)
    const [told] = await refusals(shop)
    expect(told?.subject).toBe('Not moved: Ann Lee’s consultation')
    expect(told?.text).toContain('Thursday, December 3, 2026 at 2:30 PM')
    expect(await toClient(shop, 'Rescheduled: ')).toHaveLength(0)
    expect(await isOpen(shop, '10:00')).toBe(false)
    expect(await objectsOfOurs(radicale)).toHaveLength(2)
  })
})

describe('the two ways of the calendar', () => {
  it('do not chase each other: what we write is nobody’s change', async () => {
    const radicale = await openRadicale()
    const shop = await openShop({ env: radicale.env })
    await shop.postForm({ ...ann })
    await stand(radicale, shop, 1)
    await radicale.move(await hrefOf(radicale, 'Ann Lee'), at(day, '12:00'))
    await until(() => isOpen(shop, '10:00'))
    await settle(radicale, shop)
    const settled = await objectsOfOurs(radicale)
    await settle(radicale, shop)
    expect(await objectsOfOurs(radicale)).toEqual(settled)
    expect(await toClient(shop, 'Rescheduled: ')).toHaveLength(1)
    const database = await shop.database()
    expect(await database.run('select sequence from appointments')).toEqual([{ sequence: 1 }])
  })

  it('refuse a whole day, and a time that is over', async () => {
    const radicale = await openRadicale()
    const shop = await openShop({ env: radicale.env })
    await shop.postForm({ ...ann })
    await stand(radicale, shop, 1)
    const href = await hrefOf(radicale, 'Ann Lee')
    await radicale.edit(href, wholeDay)
    await until(async () => (await refusals(shop)).length === 1)
    const start = async () => (await radicale.events())[0]?.start
    await until(async () => (await start()) === '2026-12-03T16:00:00.000Z')
    await radicale.move(href, at('2026-11-30', '10:00'))
    await until(async () => (await refusals(shop)).length === 2)
    await until(async () => (await start()) === '2026-12-03T16:00:00.000Z')
  })

  it('refuse a whole day for a consultation at midnight, which is where that begins', async () => {
    const radicale = await openRadicale()
    const shop = await openShop({ env: radicale.env })
    const client = await atDesk(shop)
    const booked = { full_name: 'Ann Lee', appointment_date: day, appointment_time: '00:00' }
    expect((await client.rpc('book_for_client', booked)).error).toBeNull()
    await stand(radicale, shop, 1)
    await radicale.edit(await hrefOf(radicale, 'Ann Lee'), wholeDay)
    await until(async () => (await refusals(shop)).length === 1)
    await until(async () => !(await objectsOfOurs(radicale))[0]?.text.includes('VALUE=DATE:'))
    expect((await radicale.events())[0]?.start).toBe('2026-12-03T06:00:00.000Z')
  })

  it('keep the appointments of a calendar that was emptied as a whole', async () => {
    const radicale = await openRadicale()
    const shop = await openShop({ env: radicale.env })
    for (const appointment_time of ['10:00', '12:00', '14:00'])
      await shop.postForm({ ...ann, appointment_time })
    await stand(radicale, shop, 3)
    await radicale.delete(radicale.url)
    await radicale.makeCalendar()
    await isRead(radicale, shop, 3)
    expect(await isOpen(shop, '10:00')).toBe(false)
    expect(await toClient(shop, 'Canceled: ')).toHaveLength(0)
  })

  it('follow what was done while the server was stopped', async () => {
    const radicale = await openRadicale()
    const shop = await openShop({ env: radicale.env })
    await shop.postForm({ ...ann })
    await stand(radicale, shop, 1)
    await shop.close()
    await radicale.move(await hrefOf(radicale, 'Ann Lee'), at(day, '15:00'))
    const later = await openShop({ env: radicale.env, folder: shop.folder })
    await until(() => isOpen(later, '10:00'))
    expect(await isOpen(later, '15:00')).toBe(false)
  })

  it('are followed when the calendar has another address; what was moved in between is not guessed at', async () => {
    const radicale = await openRadicale()
    const shop = await openShop({ env: radicale.env })
    await shop.postForm({ ...ann })
    await shop.postForm({ ...ann, full_name: 'Bob Ray', email: 'bob@example.com', appointment_time: '12:00' })
    await stand(radicale, shop, 2)
    const client = await atDesk(shop)
    await client.rpc('close_time', { from: `${day}T16:00`, to: `${day}T17:00`, reason: 'Fair' })
    await until(async () => (await radicale.events()).some(({ event }) => event.summary === 'Closed: Fair'))
    await shop.close()
    await radicale.move(await hrefOf(radicale, 'Bob Ray'), at(day, '14:00'))
    const CALDAV_URL = await behind(radicale.url, {})
    const later = await openShop({ env: { ...radicale.env, CALDAV_URL }, folder: shop.folder })
    await isRead(radicale, later, 2)

    await radicale.move(await hrefOf(radicale, 'Ann Lee'), at('2026-12-04', '10:00'))
    await radicale.delete(await hrefOf(radicale, 'Closed'))
    await radicale.delete(await hrefOf(radicale, 'Bob Ray'))
    await isRead(radicale, later, 3)
    const { run } = await later.database()
    const standing = 'select full_name, appointment_date, status from appointments order by full_name'
    expect(await run(standing)).toEqual([
      { full_name: 'Ann Lee', appointment_date: '2026-12-04', status: 'confirmed' },
      { full_name: 'Bob Ray', appointment_date: day, status: 'confirmed' },
    ])
    expect(await isOpen(later, '16:00')).toBe(true)
    await radicale.delete(await hrefOf(radicale, 'Ann Lee'))
    await until(async () => (await toClient(later, 'Canceled: ')).length === 1)
  })

  it('are followed in another calendar, into which the events were moved while the server was stopped', async () => {
    const [radicale, other] = [await openRadicale(), await openRadicale()]
    const shop = await openShop({ env: radicale.env })
    for (const appointment_time of ['10:00', '12:00', '14:00'])
      await shop.postForm({ ...ann, appointment_time })
    await stand(radicale, shop, 3)
    await shop.close()
    for (const { href, text } of await objectsOfOurs(radicale)) {
      await other.putText(href.split('/').at(-1)?.replace('.ics', '') ?? '', text)
      await radicale.delete(href)
    }
    const later = await openShop({ env: other.env, folder: shop.folder })
    await isRead(other, later, 3)
    expect(await toClient(later, 'Canceled: ')).toEqual([])
    await other.delete(await hrefOf(other, 'Ann Lee'))
    await until(() => isOpen(later, '10:00'))
    expect(await isOpen(later, '12:00')).toBe(false)
  })
})
