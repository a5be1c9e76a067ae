import type { Email } from 'postal-mime'
import { beforeEach, describe, expect, it } from 'vitest'
import { wallTimeToEpochMs } from '../../booking/time.ts'
import { calendarEvents, confirmation } from '../../copy/emails.ts'
import { freePort } from '../support/free-port.ts'
import { openClock } from './support/clock.ts'
import { atDesk } from './support/desk.ts'
import { engines } from './support/engines.ts'
import { invitationIn } from './support/invitation.ts'
import { openMailServer } from './support/mail-server.ts'
import { ann, type OpenShop, openShop, until } from './support/shop-server.ts'
import { pollOften } from './support/timers.ts'

const owner = 'owner@example.com'

beforeEach(pollOften)

async function shopWithSmtp(port: number, more: Parameters<typeof openShop>[0] = {}) {
  return openShop({
    ...more,
    env: { SMTP_URL: `smtp://127.0.0.1:${port}`, BUSINESS_EMAIL: owner, ...more.env },
  })
}

const to = (mails: readonly Email[], address: string) =>
  mails.filter((mail) => mail.to?.[0]?.address === address)

async function confirmationOf(shop: OpenShop, { email } = ann): Promise<Email> {
  const sent = async () => to(await shop.mails('client-invitation'), email)[0]
  await until(async () => (await sent()) !== undefined)
  return (await sent()) ?? expect.fail('There is no confirmation.')
}

/** Returns what changes the appointment as the client's page does. */
async function changing(shop: OpenShop) {
  const { text = '' } = await confirmationOf(shop)
  const [, visit = ''] = /\?visit=([\w-]+)/.exec(text) ?? []
  return (fields: Record<string, string>) =>
    fetch(`${shop.url}/`, { method: 'POST', body: new URLSearchParams({ visit, ...fields }) })
}

describe('the confirmation', () => {
  it('invites the client’s calendar, as an alternative and as a file', async () => {
    const shop = await openShop()
    const { data: row } = await shop.book(ann)
    const mail = await confirmationOf(shop)
    const { method, event, component, text } = invitationIn(mail)
    expect(method).toBe('REQUEST')
    expect(event.uid).toBe(`${row?.id}@hollisandcrane.example`)
    expect(event.sequence).toBe(0)
    expect(event.summary).toBe(calendarEvents.client)
    expect(event.location).toBe('1412 Example Street, Suite 200, Dallas, TX 75201')
    expect(component.getFirstPropertyValue('status')).toBe('CONFIRMED')
    expect(component.getFirstPropertyValue('organizer')).toMatch(/^mailto:fittings@hollisandcrane.example$/i)
    const attendee = component.getFirstProperty('attendee')
    expect(attendee?.getFirstValue()).toMatch(/^mailto:ann@example.com$/i)
    expect(attendee?.getFirstParameter('partstat')).toBe('ACCEPTED')
    expect(text).toContain('BEGIN:VTIMEZONE')
    const file = mail.attachments.find(({ filename }) => filename === 'appointment.ics')
    expect(file).toBeDefined()
    expect(mail.replyTo?.[0]?.address).toBe('fittings@hollisandcrane.example')
    for (const words of [confirmation.bringTitle, confirmation.visitTitle, '/?visit=', 'Dallas time']) {
      expect(mail.text).toContain(words)
      expect(mail.html).toContain(words)
    }
  })

  it('has the right instant around clock changes, in the invitation and the links', async () => {
    const shop = await openShop()
    const dates = ['2027-03-13', '2027-03-14', '2027-03-15', '2027-11-06', '2027-11-07', '2027-11-08']
    for (const appointment_date of dates) {
      const fields = { ...ann, appointment_date, email: `ann-${appointment_date}@example.com` }
      await shop.book(fields)
      const mail = await confirmationOf(shop, fields)
      const start = wallTimeToEpochMs(appointment_date, '10:00', 'America/Chicago')
      const { startEpochMs, endEpochMs, event } = invitationIn(mail)
      expect([startEpochMs, endEpochMs]).toEqual([start, start + 3_600_000])
      expect(event.startDate.toString()).toBe(`${appointment_date}T10:00:00`)
      const basic = new Date(start).toISOString().replace(/[-:]|\.\d{3}/g, '')
      expect(mail.text).toContain(`dates=${basic}%2F`)
      expect(mail.text).toContain(`startdt=${encodeURIComponent(new Date(start).toISOString())}`)
      expect(mail.text).toContain('at 10:00 AM, Dallas time')
    }
  })
})

describe('the email about a change', () => {
  it('moves and cancels the same event in the client’s calendar', async () => {
    const shop = await openShop()
    await shop.book(ann)
    const first = await confirmationOf(shop)
    const change = await changing(shop)
    const newest = async (count: number) => {
      await until(async () => (await shop.mails('client-invitation')).length === count)
      const mails = (await shop.mails('client-invitation')).map((mail) => ({ mail, ...invitationIn(mail) }))
      return mails.sort((a, b) => b.event.sequence - a.event.sequence)[0]
    }
    await change({ sequence: '0', do: 'move', appointment_date: '2026-12-04', appointment_time: '11:30' })
    const moved = await newest(2)
    expect(moved).toMatchObject({
      method: 'REQUEST',
      startEpochMs: wallTimeToEpochMs('2026-12-04', '11:30', 'America/Chicago'),
    })
    expect(moved?.event).toMatchObject({ uid: invitationIn(first).event.uid, sequence: 1 })
    expect(moved?.mail.subject).toMatch(/^Rescheduled: /)

    await change({ sequence: '1', do: 'cancel' })
    const cancelled = await newest(3)
    expect(cancelled?.method).toBe('CANCEL')
    expect(cancelled?.event).toMatchObject({ uid: invitationIn(first).event.uid, sequence: 2 })
    expect(cancelled?.component.getFirstPropertyValue('status')).toBe('CANCELLED')
    expect(cancelled?.mail.text).not.toContain('?visit=')
  })
})

describe.each(engines)('the organizer, on %s', (engine) => {
  it('is the sender of the first invitation, whatever the sender becomes', async () => {
    const port = await freePort()
    const received = await openMailServer(port)
    const before = await shopWithSmtp(port, { engine, env: { MAIL_FROM: 'before@example.com' } })
    const email = 'ann%lee&co@example.com'
    await before.book({ ...ann, email })
    await until(() => to(received, email).length === 1)
    await until(async () => (await before.feed()).includes('ORGANIZER'))
    const feedBefore = /^ORGANIZER.*(?:\r\n .*)*/m.exec(await before.feed())?.[0]
    await before.close()

    const { folder, databaseEnv } = before
    const env = { ...databaseEnv, MAIL_FROM: 'after@example.com' }
    const shop = await shopWithSmtp(port, { folder, env })
    const desk = await atDesk(shop)
    const { data } = await desk.rpc('agenda', { from: ann.appointment_date, to: ann.appointment_date })
    const [{ id }] = data.appointments
    const moved = { appointment_date: '2026-12-04', appointment_time: '11:30' }
    await desk.rpc('move_appointment', { id, sequence: 0, ...moved })
    await until(() => to(received, email).length === 2)
    await desk.rpc('cancel_appointment', { id, sequence: 1, message: '' })
    await until(() => to(received, email).length === 3)
    const sent = to(received, email)
    expect(sent.map(({ from }) => from?.address)).toEqual([
      'before@example.com',
      'after@example.com',
      'after@example.com',
    ])
    for (const { component } of sent.map(invitationIn)) {
      expect(component.getFirstPropertyValue('organizer')).toMatch(/^mailto:before@example.com$/i)
      const attendee = component.getFirstProperty('attendee')?.getFirstValue()
      expect(attendee).toMatch(/^mailto:ann%25lee%26co@example.com$/i)
      expect(component.getFirstPropertyValue('description')).not.toBe('')
    }
    expect(/^ORGANIZER.*(?:\r\n .*)*/m.exec(await shop.feed())?.[0]).toBe(feedBefore)
  })
})

describe('the reminder', () => {
  const due = wallTimeToEpochMs('2026-12-02', '10:00', 'America/Chicago')

  const reminders = async (shop: OpenShop) => (await shop.mails('client-reminder')).length

  const rowsOf = (shop: OpenShop, condition = 'true') =>
    shop.file().prepare(`select * from jobs where kind = 'client-reminder' and ${condition}`).all()

  it('is sent the day before, once', async () => {
    const early = await openShop()
    await early.book(ann)
    await confirmationOf(early)
    expect(await reminders(early)).toBe(0)
    await early.close()
    let nowEpochMs = due - 1
    const shop = await openShop({ now: () => nowEpochMs, folder: early.folder })
    expect(await reminders(shop)).toBe(0)
    nowEpochMs = due
    await until(async () => (await reminders(shop)) === 1)
    const [mail] = await shop.mails('client-reminder')
    expect(mail?.subject).toBe('Reminder: Thu, Dec 3 at 10:00 AM')
    expect(rowsOf(shop)).toEqual([expect.objectContaining({ attempts: 1 })])
  })

  it('moves with the appointment, and is dropped when that’s canceled', async () => {
    const shop = await openShop()
    await shop.book(ann)
    const change = await changing(shop)
    const dueAtMs = () => rowsOf(shop, "status = 'pending'").map((row) => row.due_at_ms)
    expect(dueAtMs()).toEqual([due])
    await change({ sequence: '0', do: 'move', appointment_date: '2026-12-08', appointment_time: '09:00' })
    expect(dueAtMs()).toEqual([wallTimeToEpochMs('2026-12-07', '09:00', 'America/Chicago')])
    await change({ sequence: '1', do: 'cancel' })
    expect(dueAtMs()).toEqual([])
  })

  it('isn’t sent for an appointment booked within that time, or once the owner turns reminders off', async () => {
    const clock = openClock()
    const shop = await openShop({ now: clock.now })
    const tomorrow = { ...ann, email: 'bea@example.com', appointment_date: '2026-12-02' }
    expect((await shop.book(tomorrow)).status).toBe(201)
    expect(rowsOf(shop)).toEqual([])
    await shop.book(ann)
    await confirmationOf(shop)
    await (await atDesk(shop)).rpc('set_opening', { reminderHoursBefore: null })
    clock.wind(due - clock.now())
    await until(() => rowsOf(shop, "status <> 'pending'").length > 0)
    expect(await reminders(shop)).toBe(0)
  })
})
