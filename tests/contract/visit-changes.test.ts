import { describe, expect, it } from 'vitest'
import { wallTimeToEpochMs } from '../../booking/time.ts'
import { cancelled } from '../../copy/emails.ts'
import { everyDay } from '../support/week.ts'
import { atDesk, onlyAppointment } from './support/desk.ts'
import { engines } from './support/engines.ts'
import { ann, openShop, until } from './support/shop-server.ts'
import { bo, booked, cancel, count, move, visit } from './support/visits.ts'

describe.each(engines)('moving the appointment, on %s', (engine) => {
  it('takes the new time, frees the old one, and tells the calendar, the business and the client', async () => {
    const shop = await openShop({ engine })
    const token = await booked(shop)
    await shop.notify(ann)
    const answer = await move(shop, token, '15:00')
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe(`/?visit=${token}`)
    expect(await (await visit(shop, token)).text()).toContain(
      'Your appointment is rescheduled. It was on Thursday, December 3, 2026 at 10:00 AM, Dallas time.',
    )
    const open = await shop.openTimes(ann.appointment_date)
    expect(open).toContain('10:00')
    expect(open).not.toContain('15:00')

    await until(
      async () => (await shop.mails()).length === 2 && (await shop.mails('client-invitation')).length === 2,
    )
    const toBusiness = (await shop.mails()).find(({ subject }) => subject?.startsWith('Rescheduled: Ann Lee'))
    expect(toBusiness?.text).toContain('The client moved it from Thursday, December 3, 2026 at 10:00 AM')
    expect(toBusiness?.text).toMatch(/^Time: 3:00\sPM/m)
    await until(async () => (await shop.feed()).includes('SEQUENCE:1'))
    const feed = await shop.feed()
    expect(feed.match(/BEGIN:VEVENT/g)).toHaveLength(1)
    expect(feed).toContain('T150000')
  })

  it('is refused where somebody else comes, and where it is closed; the appointment stands, and the open times are shown', async () => {
    const shop = await openShop({ engine })
    await shop.book(bo)
    const token = await booked(shop)
    const answer = await move(shop, token, '14:30')
    const page = await answer.text()
    expect(answer.status).toBe(409)
    expect(page).toContain('That time was just taken.')
    expect(page).toContain('10:00 AM, Dallas time')
    expect(page).toContain('value="15:00"')
    const closed = { from: '2026-12-03T16:00', to: '2026-12-03T18:00', reason: '' }
    await (await atDesk(shop)).rpc('close_time', closed)
    expect((await move(shop, token, '15:30')).status).toBe(409)
    expect((await move(shop, token, '15:00')).status).toBe(303)
  })

  it('lets one of two clients win who move to one time', async () => {
    const shop = await openShop({ engine })
    const tokens = [await booked(shop), await booked(shop, bo)]
    const answers = await Promise.all(tokens.map((token) => move(shop, token, '16:00')))
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409])
    expect(await count(shop, "appointments where appointment_time = '16:00'")).toBe(1)
  })

  it('lets one of a move and a booking win that want one time', async () => {
    const shop = await openShop({ engine })
    const token = await booked(shop)
    const [moved, booking] = await Promise.all([
      move(shop, token, '16:00'),
      shop.book({ ...bo, appointment_time: '16:00' }),
    ])
    expect([moved.status, booking.status].sort()).toEqual(moved.status === 303 ? [303, 409] : [201, 409])
  })

  it('is done once when the form is sent twice', async () => {
    const shop = await openShop({ engine })
    const token = await booked(shop)
    const answers = await Promise.all([move(shop, token, '15:00'), move(shop, token, '15:00')])
    expect(answers.map(({ status }) => status)).toEqual([303, 303])
    expect(await (await shop.database()).run('select sequence from appointments')).toEqual([{ sequence: 1 }])
  })

  it('says so when the appointment was changed since the page was opened', async () => {
    const shop = await openShop({ engine })
    const token = await booked(shop)
    await move(shop, token, '15:00')
    const answer = await move(shop, token, '16:00', '0')
    expect(answer.status).toBe(409)
    expect(await answer.text()).toContain('Your appointment was changed in the meantime.')
    expect((await move(shop, token, '16:00', String(2 ** 31))).status).toBe(409)
    // The same time of another day is not what was wanted.
    expect((await move(shop, token, '15:00', '0', '2026-12-04')).status).toBe(409)
    // The link says who has moved it.
    const desk = await atDesk(shop)
    const { id } = await onlyAppointment(desk)
    const to = { appointment_date: ann.appointment_date, appointment_time: '16:00' }
    await desk.rpc('move_appointment', { id, sequence: 1, ...to })
    expect(await (await visit(shop, token)).text()).toContain(
      'We had to reschedule your appointment. It was on Thursday, December 3, 2026 at 3:00 PM',
    )
  })

  it('is left to a call once it was done too often: every time writes to the business', async () => {
    const shop = await openShop({ engine })
    const token = await booked(shop)
    await (await shop.database()).run('update appointments set sequence = 19')
    expect((await move(shop, token, '15:00', '19')).status).toBe(303)
    expect(await (await visit(shop, token)).text()).toContain('To reschedule or cancel now, call or text')
    expect((await move(shop, token, '16:00', '20')).status).toBe(303)
    expect(await count(shop, "appointments where appointment_time = '15:00' and sequence = 20")).toBe(1)
  })

  it('keeps the rules of a booking', async () => {
    const shop = await openShop({ engine, opening: { week: everyDay(['02:00-17:00']) } })
    const token = await booked(shop)
    const wrong = [
      ['', ann.appointment_date],
      ['01:59', ann.appointment_date],
      // The clock goes from two to three.
      ['02:30', '2027-03-14'],
      ['10:00', '2026-12-01'],
      ['10:00', '2026-02-30'],
      ['<script>', ann.appointment_date],
    ] as const
    for (const [time, date] of wrong) {
      const answer = await move(shop, token, time, '0', date)
      expect(answer.status).toBe(400)
      expect(await answer.text()).not.toContain('<script>')
    }
  })
})

describe.each(engines)('cancelling the appointment, on %s', (engine) => {
  it('frees the time and tells the calendar, the business and the client', async () => {
    const shop = await openShop({ engine })
    const token = await booked(shop)
    await shop.notify(ann)
    expect((await cancel(shop, token)).status).toBe(303)
    const page = await (await visit(shop, token)).text()
    expect(page).toContain(cancelled.title('consultation'))
    expect(await shop.openTimes(ann.appointment_date)).toContain('10:00')
    await until(
      async () => (await shop.mails()).length === 2 && (await shop.mails('client-invitation')).length === 2,
    )
    const subjects = (await shop.mails('client-invitation')).map(({ subject }) => subject)
    expect(subjects).toContainEqual(expect.stringMatching(/^Canceled: Thu, Dec/))
    await until(async () => (await shop.feed()).includes('STATUS:CANCELLED'))
    expect(await (await cancel(shop, token)).status).toBe(303)
    expect(await count(shop, 'appointments')).toBe(1)
  })

  it('lets one of cancelling and moving win', async () => {
    const shop = await openShop({ engine })
    const token = await booked(shop)
    await Promise.all([cancel(shop, token), move(shop, token, '15:00')])
    expect(await count(shop, 'appointment_changes')).toBe(1)
  })
})

describe('the owner’s cut-off', () => {
  const late = wallTimeToEpochMs('2026-12-02', '10:00', 'America/Chicago')

  it('leaves the appointment as it is and says whom to call', async () => {
    const shop = await openShop({ nowEpochMs: late })
    await shop.book(ann)
    await until(async () => (await shop.mails('client-invitation')).length === 1)
    const [mail] = await shop.mails('client-invitation')
    expect(mail?.text).toContain('To reschedule or cancel, call or text')
    expect(mail?.text).not.toContain('?visit=')
  })

  it('holds for a link that was sent before', async () => {
    const early = await openShop()
    const token = await booked(early)
    await early.close()
    const shop = await openShop({ nowEpochMs: late, folder: early.folder })
    const page = await (await visit(shop, token)).text()
    expect(page).toContain('To reschedule or cancel now, call or text')
    expect(page).not.toContain('<form')
    expect((await cancel(shop, token)).status).toBe(303)
    expect((await move(shop, token, '15:00')).status).toBe(303)
    const row = shop.file().prepare('select status, sequence from appointments').get()
    expect(row).toMatchObject({ status: 'confirmed', sequence: 0 })
  })
})
