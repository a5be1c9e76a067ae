import type { Email } from 'postal-mime'
import { beforeEach, describe, expect, it } from 'vitest'
import { calendarEvents, confirmation } from '#copy/emails.ts'
import { shop as demoShop } from '../../booking/opening-hours.ts'
import { wallTimeToEpochMs } from '../../booking/time.ts'
import { business } from '../../demo/business.ts'
import { getFreePort } from '../support/free-port.ts'
import { everyDay } from '../support/week.ts'
import { atDesk, createFrozenClock } from './support/desk.ts'
import { engines } from './support/engines.ts'
import { readInvitation } from './support/invitation.ts'
import { openMailServer } from './support/mail-server.ts'
import { ann, type OpenShop, openShop, waitFor } from './support/shop-server.ts'
import { pollOften } from './support/timers.ts'
import { bookVisit, cancel, move } from './support/visits.ts'

beforeEach(pollOften)

const at = (date: string, time: string) => wallTimeToEpochMs(date, time, demoShop.timeZone)

const to = (mails: readonly Email[], address: string) =>
  mails.filter((mail) => mail.to?.[0]?.address === address)

async function confirmationOf(shop: OpenShop, fields = ann): Promise<Email> {
  await bookVisit(shop, fields)
  const [mail] = to(await shop.mails('client-invitation'), fields.email)
  return mail ?? expect.fail('There is no confirmation.')
}

describe('the confirmation', () => {
  it('invites the client’s calendar, as an alternative and as a file', async () => {
    const shop = await openShop()
    const mail = await confirmationOf(shop)
    const [stored] = shop.file().prepare('select id from appointments').all()
    const { method, event, component, text } = readInvitation(mail)
    expect(method).toBe('REQUEST')
    expect(event.uid).toBe(`${stored?.id}@hollisandcrane.example`)
    expect(event.sequence).toBe(0)
    expect(event.summary).toBe(calendarEvents.client)
    expect(event.location).toBe('1412 Example Street, Suite 200, Dallas, TX 75201')
    expect(component.getFirstPropertyValue('status')).toBe('CONFIRMED')
    const attendee = component.getFirstProperty('attendee')
    expect(attendee?.getFirstValue()).toMatch(/^mailto:ann@example.com$/i)
    expect(attendee?.getFirstParameter('partstat')).toBe('ACCEPTED')
    expect(text).toContain('BEGIN:VTIMEZONE')
    expect(mail.attachments.map(({ filename }) => filename)).toContain('appointment.ics')
    expect(mail.replyTo?.[0]?.address).toBe(business.email)
    for (const words of [confirmation.bringTitle, confirmation.visitTitle, '/?visit=', 'Dallas time']) {
      expect(mail.text).toContain(words)
      expect(mail.html).toContain(words)
    }
  })

  it('has the right instant around clock changes, in the invitation and the links', async () => {
    const shop = await openShop()
    const dates = ['2027-03-13', '2027-03-14', '2027-03-15', '2027-11-06', '2027-11-07', '2027-11-08']
    for (const appointment_date of dates) {
      const email = `ann-${appointment_date}@example.com`
      const mail = await confirmationOf(shop, { ...ann, appointment_date, email })
      const start = at(appointment_date, '10:00')
      const { startEpochMs, endEpochMs, event } = readInvitation(mail)
      expect([startEpochMs, endEpochMs]).toEqual([start, start + 3_600_000])
      expect(event.startDate.toString()).toBe(`${appointment_date}T10:00:00`)
      const basic = new Date(start).toISOString().replace(/[-:]|\.\d{3}/g, '')
      expect(mail.text).toContain(`dates=${basic}%2F`)
      expect(mail.text).toContain(`startdt=${encodeURIComponent(new Date(start).toISOString())}`)
      expect(mail.text).toContain('at 10:00 AM, Dallas time')
    }
  })
})

describe.each(engines)('the emails about changes, on %s', (engine) => {
  it('update and cancel one event, keeping its organizer when the sender changes', async () => {
    const port = await getFreePort()
    const received = await openMailServer(port)
    const env = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'before@example.com' }
    const before = await openShop({ engine, env })
    const email = 'ann%lee&co@example.com'
    await before.postForm({ ...ann, email })
    await waitFor(() => to(received, email).length === 1)
    const organizerIn = async (shop: OpenShop) => /^ORGANIZER.*(?:\r\n .*)*/m.exec(await shop.feed())?.[0]
    await waitFor(async () => (await organizerIn(before)) !== undefined)
    const organizer = await organizerIn(before)
    await before.close()

    const { folder, databaseEnv } = before
    const shop = await openShop({ folder, env: { ...env, ...databaseEnv, MAIL_FROM: 'after@example.com' } })
    const [, visit = ''] = /\?visit=([\w-]+)/.exec(to(received, email)[0]?.text ?? '') ?? []
    await move(shop, visit, '11:30', '0', '2026-12-04')
    await waitFor(() => to(received, email).length === 2)
    await cancel(shop, visit, '1')
    await waitFor(() => to(received, email).length === 3)
    const sent = to(received, email).map((mail) => ({ mail, ...readInvitation(mail) }))
    const [booked, moved, cancelled] = sent
    const senders = sent.map(({ mail }) => mail.from?.address)
    expect(senders).toEqual(['before@example.com', 'after@example.com', 'after@example.com'])
    expect(sent.map(({ method }) => method)).toEqual(['REQUEST', 'REQUEST', 'CANCEL'])
    expect(sent.map(({ event }) => event.sequence)).toEqual([0, 1, 2])
    for (const { component, event } of sent) {
      expect(event.uid).toBe(booked?.event.uid)
      expect(component.getFirstPropertyValue('organizer')).toMatch(/^mailto:before@example.com$/i)
      const attendee = component.getFirstProperty('attendee')?.getFirstValue()
      expect(attendee).toMatch(/^mailto:ann%25lee%26co@example.com$/i)
      expect(component.getFirstPropertyValue('description')).not.toBe('')
    }
    expect(await organizerIn(shop)).toBe(organizer)
    expect(moved?.startEpochMs).toBe(at('2026-12-04', '11:30'))
    expect(moved?.mail.subject).toMatch(/^Rescheduled: /)
    expect(cancelled?.component.getFirstPropertyValue('status')).toBe('CANCELLED')
    expect(cancelled?.mail.text).not.toContain('?visit=')
  })
})

describe('the reminder', () => {
  const due = at('2026-12-02', '10:00')

  async function shopToRemind(opening = {}) {
    const { now, pass } = createFrozenClock()
    const shop = await openShop({ now, opening })
    return {
      shop,
      sent: () => shop.mails('client-reminder'),
      rows: () => shop.file().prepare("select * from jobs where kind = 'client-reminder'").all(),
      setClock: (epochMs: number) => pass(epochMs - now()),
    }
  }

  it('goes out the day before, once, also from a server that starts later', async () => {
    const { shop, sent, rows } = await shopToRemind()
    await bookVisit(shop)
    await shop.close()
    let nowEpochMs = due - 1
    const later = await openShop({ folder: shop.folder, now: () => nowEpochMs })
    await waitFor(async () => (await later.mails()).length === 1)
    expect(await sent()).toEqual([])
    nowEpochMs = due
    await waitFor(() => rows()[0]?.status === 'done')
    expect((await sent()).map(({ subject }) => subject)).toEqual(['Reminder: Thu, Dec 3 at 10:00 AM'])
    expect(rows()).toEqual([expect.objectContaining({ attempts: 1 })])
  })

  it('moves with the appointment, and is dropped on cancellation', async () => {
    const { shop, rows } = await shopToRemind()
    const visit = await bookVisit(shop)
    const dueAtMs = () => rows().flatMap((row) => (row.status === 'pending' ? row.due_at_ms : []))
    expect(dueAtMs()).toEqual([due])
    await move(shop, visit, '09:00', '0', '2026-12-08')
    expect(dueAtMs()).toEqual([at('2026-12-07', '09:00')])
    await cancel(shop, visit, '1')
    expect(dueAtMs()).toEqual([])
  })

  it('isn’t sent once the owner turns reminders off', async () => {
    const { shop, sent, rows, setClock } = await shopToRemind()
    await bookVisit(shop)
    await (await atDesk(shop)).rpc('set_opening', { reminderHoursBefore: null })
    setClock(due)
    await waitFor(() => rows()[0]?.status === 'done')
    expect(rows()[0]?.outcome).toBe('not-wanted')
    expect(await sent()).toEqual([])
  })

  it.each([
    { starts: '10:00', end: 'goes out then', outcome: 'delivered', count: 1 },
    { starts: '07:30', end: 'is dropped, because that started', outcome: 'too-late', count: 0 },
  ])('overdue at night for $starts waits until morning without an attempt, and $end', async (row) => {
    const { shop, sent, rows, setClock } = await shopToRemind({ week: everyDay(['07:00-17:00']) })
    await bookVisit(shop, { ...ann, appointment_time: row.starts })
    setClock(at('2026-12-03', '03:30'))
    await waitFor(() => rows()[0]?.due_at_ms === at('2026-12-03', '08:00'))
    expect(rows()).toMatchObject([{ attempts: 0, finished_at_ms: null, last_error: null }])
    expect(await sent()).toEqual([])
    setClock(at('2026-12-03', '08:00'))
    await waitFor(() => rows()[0]?.status === 'done')
    expect(rows()[0]?.outcome).toBe(row.outcome)
    expect(await sent()).toHaveLength(row.count)
  })
})
