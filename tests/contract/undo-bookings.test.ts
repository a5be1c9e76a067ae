import { describe, expect, it } from 'vitest'
import { bookingAlert } from '#copy/emails.ts'
import type { SimilarBookings } from '../../booking/owner-api.ts'
import { addDays, minutesToTime, msPerHour, msPerMinute } from '../../booking/time.ts'
import { isUnusual } from '../../server/jobs/alerts.ts'
import { openClock } from './support/clock.ts'
import { getAgenda, type OfficialClient, openDesk } from './support/desk.ts'
import { engines } from './support/engines.ts'
import { ann, type OpenShop, waitFor } from './support/shop-server.ts'
import { getVisitToken, visit } from './support/visits.ts'

const env = {
  RATE_LIMIT_PER_MINUTE: '1000',
  BURST_PER_ADDRESS: '0',
  BURST_PER_SITE: '0',
  TRUST_PROXY: 'loopback',
}

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

const countOf = async (desk: OfficialClient, id: string, hours = 24): Promise<SimilarBookings> =>
  (await desk.rpc('similar_bookings', { id, hours }, { get: true })).data

const undo = async (desk: OfficialClient, id: string, by: keyof SimilarBookings, hours = 24) =>
  (await desk.rpc('undo_bookings', { id, by, hours })).data

describe.each(engines)('the bookings of one visitor, on %s', (engine) => {
  it('are undone together by network: their times are open, and only who opened a link is emailed', async () => {
    const { shop, client: desk } = await openDesk({ engine, env, now: openClock().now })
    const ids: string[] = []
    for (let index = 0; index < 9; index++) ids.push(await send(shop, madeUp(index), '203.0.113.7'))
    const real = { ...madeUp(9), email: 'real@example.com' }
    await send(shop, real, '203.0.113.7')
    const elsewhere = { ...madeUp(10), email: 'elsewhere@example.com' }
    await send(shop, elsewhere, '203.0.113.8')
    expect((await visit(shop, await getVisitToken(shop, real.email))).status).toBe(200)
    const byOwner = { full_name: 'Bo Diaz', email: 'visitor0@example.com', appointment_date: dateOf(11) }
    await desk.rpc('book_for_client', { ...byOwner, appointment_time: '16:00' })
    expect(await shop.openTimes(dateOf(0))).not.toContain(timeOf(0))

    const [first = ''] = ids
    expect(await countOf(desk, first)).toEqual({ network: 10, email: 1, phone: 1 })
    expect(await undo(desk, first, 'network')).toEqual({ undone: 10 })
    expect(await countOf(desk, first)).toEqual({ network: 0, email: 0, phone: 0 })
    expect(await undo(desk, first, 'network')).toEqual({ undone: 0 })

    const { appointments } = await getAgenda(desk, week)
    const standing = appointments.filter(({ status }) => status === 'confirmed')
    expect(standing.map(({ full_name }) => full_name)).toEqual([elsewhere.full_name, 'Bo Diaz'])
    for (const { history } of appointments.filter(({ status }) => status === 'cancelled')) {
      expect(history).toMatchObject([{ what: 'cancelled', by: 'shop' }])
    }
    expect(await shop.openTimes(dateOf(0))).toContain(timeOf(0))
    const { run } = await shop.database()
    await waitFor(async () => {
      const jobs = await run("select id from jobs where status = 'pending' and kind <> 'client-reminder'")
      return jobs.length === 0
    })
    const emails = await shop.mails('client-invitation')
    const canceled = emails.filter(({ text }) => text?.includes('canceled'))
    expect(canceled.map(({ to }) => to?.[0]?.address)).toEqual([real.email])
    const feed = await shop.feed()
    expect(feed.match(/^STATUS:CONFIRMED/gm)).toHaveLength(2)
    // The reminders of the others are gone with them.
    expect(await run("select id from jobs where status = 'pending'")).toHaveLength(2)
  })

  it('raise one alert, which lasts as long as any of them, or until the owner ends it', async () => {
    const { shop, client: desk, pass } = await openDesk({ engine, env })
    const [a, b, c, d] = [0, 1, 2, 3].map(madeUp)
    const email = 'someone@gmail.com'
    await send(shop, { ...a, email }, '203.0.113.1')
    await pass(3 * msPerHour)
    const second = await send(shop, { ...b, email: 'some.one+1@gmail.com' }, '203.0.113.2')
    await send(shop, { ...c, phone: '+1 214 555-0101' }, '203.0.113.3')
    const last = await send(shop, { ...d, email: 'SomeOne@googlemail.com' }, '203.0.113.4')
    expect(await countOf(desk, second)).toEqual({ network: 1, email: 3, phone: 2 })
    expect(await countOf(desk, second, 2)).toEqual({ network: 1, email: 2, phone: 2 })
    expect(await undo(desk, second, 'email', 2)).toEqual({ undone: 2 })
    expect(await countOf(desk, last)).toEqual({ network: 0, email: 1, phone: 0 })
    expect(await undo(desk, second, 'phone')).toEqual({ undone: 1 })
    const { appointments } = await getAgenda(desk, week)
    expect(appointments.filter(({ status }) => status === 'confirmed')).toHaveLength(1)
  })

  it('alert the owner, once, by email and at the desk, waitFor they are undone', async () => {
    const { shop, client: desk, pass } = await openDesk({ engine, env })
    for (let index = 0; index < 9; index++) {
      await pass(msPerMinute)
      const id = await send(shop, madeUp(index), '203.0.113.7')
      await waitFor(async () => (await shop.mails()).length === index + 1)
      const { booking_alert } = await getAgenda(desk, week)
      if (index < 5) expect(booking_alert).toBeUndefined()
      if (index === 5) expect(booking_alert).toEqual({ id, appointment_date: dateOf(5), in_hour: 6 })
    }
    await waitFor(async () => (await shop.mails('booking-alert')).length > 0)
    const [alert, ...more] = await shop.mails('booking-alert')
    expect(more).toEqual([])
    expect(alert?.subject).toBe(bookingAlert.subject(6))
    const { booking_alert } = await getAgenda(desk, week)
    expect(alert?.text).toContain(`/appointment/${booking_alert?.id}`)
    await undo(desk, booking_alert?.id ?? '', 'network')
    expect((await getAgenda(desk, week)).booking_alert).toBeUndefined()
  })
})

describe('what alerts the owner', () => {
  it('is more than five from one network, or more than twenty and than a usual week in an hour', () => {
    const usual = { inHour: 20, fromNetwork: 5, usualWeek: 0 }
    expect(isUnusual(usual)).toBe(false)
    expect(isUnusual({ ...usual, fromNetwork: 6 })).toBe(true)
    expect(isUnusual({ ...usual, inHour: 21 })).toBe(true)
    expect(isUnusual({ ...usual, inHour: 21, usualWeek: 30 })).toBe(false)
    expect(isUnusual({ ...usual, inHour: 31, usualWeek: 30 })).toBe(true)
  })
})
