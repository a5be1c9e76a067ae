import { describe, expect, it } from 'vitest'
import { wallTimeToEpochMs } from '../../booking/time.ts'
import { cancelled } from '../../copy/emails.ts'
import { everyDay } from '../support/week.ts'
import { atDesk, onlyAppointment } from './support/desk.ts'
import { engines } from './support/engines.ts'
import { ann, type OpenShop, openShop, until } from './support/shop-server.ts'
import { bo, booked, cancel, count, move, visit } from './support/visits.ts'

const pageOf = async (shop: OpenShop, token: string) => (await visit(shop, token)).text()

/** Both about the booking and about the change. */
const mailedTwice = async (shop: OpenShop) =>
  (await shop.mails()).length === 2 && (await shop.mails('client-invitation')).length === 2

describe.each(engines)('moving an appointment, on %s', (engine) => {
  it('takes the new time, frees the old one, and notifies calendar, business, and client', async () => {
    const shop = await openShop({ engine })
    const token = await booked(shop)
    await shop.notify(ann)
    const answer = await move(shop, token, '15:00')
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `/?visit=${token}`])
    expect(await pageOf(shop, token)).toContain(
      'Your appointment is rescheduled. It was on Thursday, December 3, 2026 at 10:00 AM, Dallas time.',
    )
    const open = await shop.openTimes(ann.appointment_date)
    expect(open).toContain('10:00')
    expect(open).not.toContain('15:00')

    await until(() => mailedTwice(shop))
    const toBusiness = (await shop.mails()).find(({ subject }) => subject?.startsWith('Rescheduled: Ann Lee'))
    expect(toBusiness?.text).toContain('The client moved it from Thursday, December 3, 2026 at 10:00 AM')
    expect(toBusiness?.text).toMatch(/^Time: 3:00\sPM/m)
    await until(async () => (await shop.feed()).includes('SEQUENCE:1'))
    const feed = await shop.feed()
    expect(feed.match(/BEGIN:VEVENT/g)).toHaveLength(1)
    expect(feed).toContain('T150000')
  })

  it('is rejected at a booked or blocked time: the appointment stays, and the open times are shown', async () => {
    const shop = await openShop({ engine })
    await shop.book(bo)
    const token = await booked(shop)
    const answer = await move(shop, token, '14:30')
    const page = await answer.text()
    expect(answer.status).toBe(409)
    for (const text of ['That time was just taken.', '10:00 AM, Dallas time', 'value="15:00"'])
      expect(page).toContain(text)
    const blocked = { from: '2026-12-03T16:00', to: '2026-12-03T18:00', reason: '' }
    await (await atDesk(shop)).rpc('close_time', blocked)
    expect((await move(shop, token, '15:30')).status).toBe(409)
    expect((await move(shop, token, '15:00')).status).toBe(303)
  })

  it('happens once for several requests at the same time', async () => {
    const shop = await openShop({ engine })
    const [token, other] = [await booked(shop), await booked(shop, bo)]
    const statusesOf = async (answers: Promise<{ status: number }>[]) =>
      (await Promise.all(answers)).map(({ status }) => status)
    // One form twice, two clients, a move and a booking.
    expect(await statusesOf([move(shop, token, '15:00'), move(shop, token, '15:00')])).toEqual([303, 303])
    expect(await count(shop, `appointments where sequence = 1 and appointment_time = '15:00'`)).toBe(1)
    const clients = await statusesOf([move(shop, token, '16:00', '1'), move(shop, other, '16:00')])
    expect(clients.sort()).toEqual([303, 409])
    expect(await count(shop, "appointments where appointment_time = '16:00'")).toBe(1)
    const [winner, sequence] = clients[0] === 303 ? [token, '2'] : [other, '1']
    const cy = { ...ann, full_name: 'Cy', email: 'cy@example.com', appointment_time: '12:00' }
    const [moved, booking] = await statusesOf([move(shop, winner, '12:00', sequence), shop.book(cy)])
    expect([moved, booking]).toEqual(moved === 303 ? [303, 409] : [409, 201])
  })

  it('is rejected if the appointment was changed since the page was opened', async () => {
    const shop = await openShop({ engine })
    const token = await booked(shop)
    await move(shop, token, '15:00')
    const answer = await move(shop, token, '16:00', '0')
    expect(answer.status).toBe(409)
    expect(await answer.text()).toContain('Your appointment was changed in the meantime.')
    expect((await move(shop, token, '16:00', String(2 ** 31))).status).toBe(409)
    // The same time, but on another day.
    expect((await move(shop, token, '15:00', '0', '2026-12-04')).status).toBe(409)

    const desk = await atDesk(shop)
    const { id } = await onlyAppointment(desk)
    const to = { appointment_date: ann.appointment_date, appointment_time: '16:00' }
    await desk.rpc('move_appointment', { id, sequence: 1, ...to })
    expect(await pageOf(shop, token)).toContain(
      'We had to reschedule your appointment. It was on Thursday, December 3, 2026 at 3:00 PM',
    )
  })

  it('frees the time when it’s a cancellation, and notifies calendar, business, and client', async () => {
    const shop = await openShop({ engine })
    const token = await booked(shop)
    await shop.notify(ann)
    expect((await cancel(shop, token)).status).toBe(303)
    expect(await pageOf(shop, token)).toContain(cancelled.title('consultation'))
    expect(await shop.openTimes(ann.appointment_date)).toContain('10:00')
    await until(() => mailedTwice(shop))
    const subjects = (await shop.mails('client-invitation')).map(({ subject }) => subject)
    expect(subjects).toContainEqual(expect.stringMatching(/^Canceled: Thu, Dec/))
    await until(async () => (await shop.feed()).includes('STATUS:CANCELLED'))
    expect((await cancel(shop, token)).status).toBe(303)
    expect(await count(shop, 'appointments')).toBe(1)

    const other = await booked(shop, bo)
    await Promise.all([cancel(shop, other), move(shop, other, '15:00')])
    expect(await count(shop, 'appointment_changes')).toBe(2)
  })
})

describe('a client’s link', () => {
  it('is left to a call after twenty changes, because each emails the business', async () => {
    const shop = await openShop()
    const token = await booked(shop)
    shop.file().exec('update appointments set sequence = 19')
    expect((await move(shop, token, '15:00', '19')).status).toBe(303)
    expect(await pageOf(shop, token)).toContain('To reschedule or cancel now, call or text')
    expect((await move(shop, token, '16:00', '20')).status).toBe(303)
    expect(await count(shop, "appointments where appointment_time = '15:00' and sequence = 20")).toBe(1)
  })

  it('keeps the rules of a booking', async () => {
    const shop = await openShop({ opening: { week: everyDay(['02:00-17:00']) } })
    const token = await booked(shop)
    for (const [time, date] of [
      ['', ann.appointment_date],
      ['01:59', ann.appointment_date],
      // The clock goes from two to three.
      ['02:30', '2027-03-14'],
      ['10:00', '2026-12-01'],
      ['10:00', '2026-02-30'],
      ['<script>', ann.appointment_date],
    ] as const) {
      const answer = await move(shop, token, time, '0', date)
      expect(answer.status).toBe(400)
      expect(await answer.text()).not.toContain('<script>')
    }
  })

  it('changes nothing after the owner’s cut-off, and says whom to call', async () => {
    const late = wallTimeToEpochMs('2026-12-02', '10:00', 'America/Chicago')
    const early = await openShop()
    const token = await booked(early)
    await early.close()
    const shop = await openShop({ nowEpochMs: late, folder: early.folder })
    const page = await pageOf(shop, token)
    expect(page).toContain('To reschedule or cancel now, call or text')
    expect(page).not.toContain('<form')
    expect((await cancel(shop, token)).status).toBe(303)
    expect((await move(shop, token, '15:00')).status).toBe(303)
    expect(await count(shop, "appointments where status = 'confirmed' and sequence = 0")).toBe(1)

    await shop.book({ ...bo, appointment_time: '09:00' })
    const invitation = async () =>
      (await shop.mails('client-invitation')).find(({ to }) => to?.[0]?.address === bo.email)
    await until(async () => (await invitation()) !== undefined)
    const { text } = (await invitation()) ?? {}
    expect(text).toContain('To reschedule or cancel, call or text')
    expect(text).not.toContain('?visit=')
  })
})
