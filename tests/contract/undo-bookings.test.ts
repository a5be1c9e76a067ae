import { describe, expect, it, onTestFinished } from 'vitest'
import { bookingAlert } from '#copy/emails.ts'
import type { SimilarBooking } from '../../booking/owner-api.ts'
import { addDays, minutesToTime, msPerDay, msPerMinute } from '../../booking/time.ts'
import { readConfig } from '../../server/config.ts'
import { openStores } from '../../server/db/stores.ts'
import { isUnusual } from '../../server/jobs/alerts.ts'
import { openDatabase } from '../../server/open.ts'
import { openClock } from './support/clock.ts'
import { createFrozenClock, getAgenda, type OfficialClient, openDesk } from './support/desk.ts'
import { engines } from './support/engines.ts'
import { ann, type OpenShop, openShop, waitFor } from './support/shop-server.ts'
import { getVisitToken, move, visit } from './support/visits.ts'

const env = { RATE_LIMIT_PER_MINUTE: '1000', TRUST_PROXY: 'loopback' }

const week = { from: '2026-12-07', to: '2026-12-11' }

/** A weekday for every five of them. */
const dateOf = (index: number) => addDays(week.from, Math.floor(index / 5) % 5)
const timeOf = (index: number) => minutesToTime((9 + (index % 5)) * 60)

const madeUp = (index: number) => ({
  ...ann,
  full_name: `Visitor ${String.fromCharCode(65 + index)}`,
  email: `visitor${index}@example.com`,
  phone: `(214) 555-0${100 + index}`,
  appointment_date: dateOf(index),
  appointment_time: timeOf(index),
})

/** Books as a form without JavaScript does: the owner's notification is due right away. */
async function send(shop: OpenShop, fields: Record<string, string>, address: string): Promise<string> {
  const answer = await shop.postForm(fields, { 'x-forwarded-for': address })
  expect(answer.status).toBe(200)
  return new URL(answer.url).searchParams.get('appointment') ?? ''
}

const similar = async (desk: OfficialClient, id: string): Promise<SimilarBooking[]> =>
  (await desk.rpc('similar_bookings', { id }, { get: true })).data

const undo = async (desk: OfficialClient, ids: readonly string[]) =>
  (await desk.rpc('undo_bookings', { id: ids[0], ids })).data

const alertsOf = async (desk: OfficialClient) => (await getAgenda(desk, week)).booking_alerts

const [flood, other] = ['203.0.113.7', '203.0.113.8']

describe.each(engines)('bookings of one visitor, on %s', (engine) => {
  it('are undone by name, and only clients with another visit, or who opened a link, get an email', async () => {
    const { shop, client: desk } = await openDesk({ engine, env, now: openClock().now })
    const ids: string[] = []
    for (let index = 0; index < 6; index++) ids.push(await send(shop, madeUp(index), flood))
    const reader = await send(shop, { ...madeUp(6), email: 'reader@example.com' }, flood)
    const known = await send(shop, { ...madeUp(7), email: 'known@example.com' }, flood)
    const unreal = await send(shop, { ...madeUp(8), email: 'visitor0@example.com' }, other)
    expect((await visit(shop, await getVisitToken(shop, 'reader@example.com'))).status).toBe(200)
    const visitOf = { full_name: 'Frank', email: 'known@example.com', appointment_date: dateOf(12) }
    await desk.rpc('book_for_client', { ...visitOf, appointment_time: '16:00' })

    const [first = '', second = '', third = ''] = ids
    await desk.rpc('write_note', { id: second, note: 'Called. He is real.' })
    const moved = { id: third, sequence: 0, appointment_date: dateOf(12), appointment_time: '14:00' }
    expect((await desk.rpc('move_appointment', moved)).error).toBeNull()
    const listed = await similar(desk, first)
    // By network, and by mailbox.
    expect(listed.map(({ id }) => id).sort()).toEqual([...ids, reader, known, unreal].sort())
    const find = (id: string) => listed.find((booking) => booking.id === id)
    expect(find(first)).toMatchObject({ full_name: 'Visitor A', known: null, gets_email: false })
    expect(find(reader)).toMatchObject({ known: null, gets_email: true })
    expect(find(known)).toMatchObject({ known: { by: 'visit', date: dateOf(12) }, gets_email: true })
    expect(find(second)).toMatchObject({ known: { by: 'noted' }, gets_email: true })
    expect(find(third)).toMatchObject({ known: { by: 'moved' }, gets_email: true })

    const checked = [first, second, reader, known]
    expect(await undo(desk, checked)).toEqual({ undone: 4 })
    expect(await undo(desk, checked)).toEqual({ undone: 0 })
    const { appointments } = await getAgenda(desk, week)
    const canceled = appointments.filter(({ status }) => status === 'cancelled')
    expect(canceled.map(({ id }) => id).sort()).toEqual(checked.sort())
    for (const { history } of canceled) expect(history).toMatchObject([{ what: 'cancelled', by: 'shop' }])
    expect(await shop.openTimes(dateOf(0))).toContain(timeOf(0))
    await shop.finishJobs()
    const emails = await shop.mails('client-invitation')
    const told = emails.filter(({ text }) => text?.includes('canceled'))
    expect(told.map(({ to }) => to?.[0]?.address).sort()).toEqual(
      ['known@example.com', 'reader@example.com', 'visitor1@example.com'].sort(),
    )
    // The owner's own bookings aren't undone here.
    const [own] = appointments.filter(({ booked_by }) => booked_by === 'shop')
    expect(await undo(desk, [own?.id ?? ''])).toEqual({ undone: 0 })
  })

  it('raise one alert, which lasts as long as any of them, or until the owner ends it', async () => {
    const { shop, client: desk, pass } = await openDesk({ engine, env })
    const ids: string[] = []
    const book = async (index: number, address: string) => {
      await pass(msPerMinute)
      ids.push(await send(shop, madeUp(index), address))
      await waitFor(async () => (await shop.mails()).length === ids.length)
    }
    for (let index = 0; index < 5; index++) await book(index, flood)
    expect(await alertsOf(desk)).toEqual([])
    for (let index = 5; index < 8; index++) await book(index, flood)
    const [first = '', ...others] = ids
    expect(await alertsOf(desk)).toEqual([{ id: first, appointment_date: dateOf(0), count: 8 }])
    await waitFor(async () => (await shop.mails('booking-alert')).length === 1)
    const [email] = await shop.mails('booking-alert')
    expect(email?.subject).toBe(bookingAlert.subject(6))
    expect(email?.text?.replace(/\s+/g, ' ')).toContain(bookingAlert.onlyNetwork)
    expect(email?.text).toMatch(/\/appointment\/[\w-]+\/undo/)
    // The one that carries it, then all but one of the others, and days later.
    await undo(desk, [first, ...others.slice(0, 6)])
    await pass(2 * msPerDay)
    expect(await alertsOf(desk)).toMatchObject([{ id: others.at(-1), count: 1 }])
    // A second network has its own.
    await book(19, '198.51.100.9')
    for (let index = 8; index < 14; index++) await book(index, other)
    expect(await alertsOf(desk)).toMatchObject([{ count: 1 }, { count: 6 }])
    await waitFor(async () => (await shop.mails('booking-alert')).length === 2)
    const texts = (await shop.mails('booking-alert')).map(({ text }) => text?.replace(/\s+/g, ' '))
    expect(texts.filter((text) => text?.includes(bookingAlert.onlyNetwork))).toHaveLength(1)
    expect((await desk.rpc('end_booking_alert', { id: ids.at(-1) })).error).toBeNull()
    expect(await alertsOf(desk)).toMatchObject([{ id: others.at(-1), count: 1 }])
    // It stays ended after one more.
    await book(14, other)
    expect(await alertsOf(desk)).toHaveLength(1)
    await undo(desk, others)
    expect(await alertsOf(desk)).toEqual([])
  })

  it('of four networks, five each, raise an alert for each network', async () => {
    const { shop, client: desk } = await openDesk({ engine, env, now: openClock().now })
    for (let index = 0; index < 20; index++) await send(shop, madeUp(index), `203.0.113.${index % 4}`)
    await waitFor(async () => (await alertsOf(desk)).length === 4)
    expect(await alertsOf(desk)).toMatchObject([{ count: 5 }, { count: 5 }, { count: 5 }, { count: 5 }])
  })

  it('raise an alert when they come one a day and then move within an hour', async () => {
    const { shop, client: desk, pass } = await openDesk({ engine, env })
    const far = (index: number) => ({
      ...madeUp(index),
      appointment_date: addDays('2027-11-08', Math.floor(index / 5)),
    })
    for (let index = 0; index < 6; index++) {
      await send(shop, far(index), flood)
      await pass(msPerDay)
    }
    const near = { from: '2026-12-14', to: '2026-12-18' }
    const alerts = async () => (await getAgenda(desk, near)).booking_alerts
    expect(await alerts()).toEqual([])
    for (let index = 0; index < 6; index++) {
      const token = await getVisitToken(shop, madeUp(index).email)
      const date = addDays(near.from, Math.floor(index / 5))
      const moved = await move(shop, token, timeOf(index), '0', date, { 'x-forwarded-for': flood })
      expect(moved.status).toBe(303)
    }
    await waitFor(async () => (await alerts()).length === 1)
    expect(await alerts()).toMatchObject([{ count: 6 }])
  })

  it('are compared with the median of the five weeks before, without canceled ones', async () => {
    const { now, pass } = createFrozenClock()
    const shop = await openShop({ engine, env, now })
    const stores = await openStores(await openDatabase(readConfig(shop.settings), { seats: 1 }))
    onTestFinished(() => stores.close())
    const { run } = await shop.database()
    let index = 0
    const book = async () => {
      const fields = { ...madeUp(index), appointment_date: addDays('2027-02-01', Math.floor(index / 5)) }
      const address = { 'x-forwarded-for': `203.0.113.${index++}`, prefer: 'return=representation' }
      const [{ id }] = await (await shop.send(fields, address)).json()
      return String(id)
    }
    for (const [count, canceled] of [
      [7, 0],
      [0, 0],
      [5, 2],
      [1, 0],
      [4, 0],
    ] as const) {
      const ids: string[] = []
      for (let more = count; more > 0; more--) ids.push(await book())
      for (const id of ids.slice(0, canceled))
        await run(`update appointments set status = 'cancelled' where id = '${id}'`)
      pass(7 * msPerDay)
    }
    const surge = await stores.similarBookings.surgeAt(await book(), now())
    expect(surge).toMatchObject({ inHour: 1, usualWeek: 3 })
  })
})

describe('an alert to the owner', () => {
  it('needs more than five bookings from one network in an hour, or three in more than ten and a usual week', () => {
    const usual = { inHour: 10, fromNetwork: 5, usualWeek: 0 }
    expect(isUnusual(usual)).toBe(false)
    expect(isUnusual({ ...usual, fromNetwork: 6 })).toBe(true)
    expect(isUnusual({ ...usual, inHour: 11, fromNetwork: 3 })).toBe(true)
    expect(isUnusual({ ...usual, inHour: 11, fromNetwork: 2 })).toBe(false)
    expect(isUnusual({ ...usual, inHour: 11, usualWeek: 30 })).toBe(false)
    expect(isUnusual({ inHour: 20, fromNetwork: 1, usualWeek: 0 })).toBe(false)
    expect(isUnusual({ inHour: 21, fromNetwork: 1, usualWeek: 0 })).toBe(true)
    expect(isUnusual({ inHour: 21, fromNetwork: 1, usualWeek: 30 })).toBe(false)
  })
})
