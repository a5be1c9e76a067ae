import { FunctionsHttpError } from '@supabase/functions-js'
import { describe, expect, it } from 'vitest'
import { bookingForm } from '../../copy/booking-form.ts'
import { callErrors, requestErrors } from '../../copy/errors.ts'
import { business } from '../../demo/business.ts'
import { freePort } from '../support/free-port.ts'
import { atDesk } from './support/desk.ts'
import { engines } from './support/engines.ts'
import { openMailServer } from './support/mail-server.ts'
import { ann, type OpenShop, openShop, testNoon, until } from './support/shop-server.ts'

const event = {
  summary: 'Consultation',
  description: 'Client: someone else',
  startDateTime: '2026-12-03T16:00:00.000Z',
  endDateTime: '2026-12-03T17:00:00.000Z',
  attendeeEmail: ann.email,
}

/** A clock by which the outbox's head start never ends. */
const stopped = () => testNoon

const addEvent = (shop: OpenShop, body: object = event) =>
  shop.functions.invoke('create-calendar-event', { body })

async function failureOf(error: unknown): Promise<{ status: number; message: string }> {
  if (!(error instanceof FunctionsHttpError)) throw new Error('The call was expected to fail.')
  const { message } = await error.context.json()
  return { status: error.context.status, message }
}

const eventsIn = (feed: string) => feed.match(/BEGIN:VEVENT/g)?.length ?? 0

describe('call 2, create-calendar-event', () => {
  it('puts the stored appointment into the calendar at once, and once', async () => {
    const shop = await openShop()
    const { data: row } = await shop.book(ann)
    const answers = await Promise.all([addEvent(shop), addEvent(shop), addEvent(shop)])
    // As other programs may write it.
    const respelled = { ...event, attendeeEmail: ` ${ann.email.replace('@', '@\u200b')} ` }
    for (const { data, error } of [...answers, await addEvent(shop, respelled)]) {
      expect(error).toBeNull()
      expect(data).toEqual({ status: 'confirmed', eventId: `${row?.id}@hollisandcrane.example` })
    }
    const feed = await shop.feed()
    expect(eventsIn(feed)).toBe(1)
    expect(feed).toContain('SUMMARY:Consultation: Ann Lee')
    expect(feed).not.toContain('someone else')
    const attempts = shop.file().prepare("select attempts from jobs where kind = 'calendar-event'").get()
    expect(attempts?.attempts).toBe(1)
  })

  it('does nothing for an appointment that is not saved', async () => {
    const shop = await openShop({ now: stopped })
    await shop.book(ann)
    for (const body of [
      { ...event, attendeeEmail: 'bo@example.com' },
      { ...event, startDateTime: '2026-12-03T16:30:00.000Z' },
    ]) {
      const { error } = await addEvent(shop, body)
      expect(await failureOf(error)).toEqual({
        status: 404,
        message: callErrors.noAppointment,
      })
    }
    shop.file().exec("update appointments set status = 'cancelled'")
    expect((await failureOf((await addEvent(shop)).error)).status).toBe(404)
    expect(eventsIn(await shop.feed())).toBe(0)
  })

  it.each(engines)('knows an appointment for 15 minutes after it was booked, on %s', async (engine) => {
    let aheadMs = 0
    const shop = await openShop({ engine, now: () => testNoon + aheadMs })
    await shop.book(ann)
    aheadMs = 15 * 60_000 - 1
    expect((await addEvent(shop)).error).toBeNull()
    aheadMs += 1
    expect((await failureOf((await addEvent(shop)).error)).status).toBe(404)
  })

  it('finds nobody who has left no address by one that says nothing', async () => {
    const shop = await openShop()
    const { appointment_date, appointment_time } = ann
    const desk = await atDesk(shop)
    const walkIn = await desk.rpc('book_for_client', { full_name: 'Bo', appointment_date, appointment_time })
    expect(walkIn.data).toMatchObject({ email: null, starts_at: event.startDateTime })
    for (const attendeeEmail of ['', ' ', '\u200b']) {
      const { error } = await addEvent(shop, { ...event, attendeeEmail })
      expect((await failureOf(error)).status).toBe(404)
    }
  })

  it('refuses a body of another shape with a sentence', async () => {
    const shop = await openShop()
    for (const [body, sentence] of [
      [{ ...event, startDateTime: 'tomorrow' }, 'startDateTime must be an ISO date and time with an offset.'],
      [{ ...event, attendeeEmail: 3 }, 'attendeeEmail must be text.'],
      [{}, 'summary must be text.'],
      [[], 'The body must be an object'],
    ] as const) {
      const { status, message } = await failureOf((await addEvent(shop, body)).error)
      expect({ status, message }).toEqual({ status: 400, message: expect.stringContaining(sentence) })
    }
  })
})

describe('call 3, send-appointment-notification', () => {
  it('mails the business all six fields and its calendar link, at once, and once', async () => {
    const shop = await openShop()
    const { data: row } = await shop.book(ann)
    const answers = await Promise.all([shop.notify(ann), shop.notify(ann)])
    for (const { data, error } of [...answers, await shop.notify(ann)]) {
      expect(error).toBeNull()
      expect(data).toMatchObject({ status: 'sent', messageId: expect.stringContaining(row?.id) })
    }
    const mails = await shop.mails()
    expect(mails).toHaveLength(1)
    const [mail] = mails
    expect(mail?.to).toEqual([expect.objectContaining({ address: business.email })])
    expect(mail?.replyTo).toEqual([expect.objectContaining({ address: ann.email, name: ann.full_name })])
    expect(mail?.messageId).toContain(row?.id)
    const shown = { ...ann, referral_source: bookingForm.referralSources.friend }
    for (const value of Object.values(shown)) {
      expect(mail?.text).toContain(value)
      expect(mail?.html).toContain(value)
    }
    expect(mail?.text).toContain('https://calendar.google.com/calendar/render?action=TEMPLATE')
    expect(mail?.text).toContain('20261203T160000Z%2F20261203T170000Z')
  })

  it('sends nothing for an appointment that is not saved in all six fields', async () => {
    const shop = await openShop({ now: stopped })
    await shop.book(ann)
    const { error } = await shop.notify({ ...ann, phone: '(555) 999-0000' })
    expect((await failureOf(error)).status).toBe(404)
    const broken = await shop.notify({ ...ann, email: 'nobody' })
    expect((await failureOf(broken.error)).message).toContain('Email Address must look like')
    expect(await shop.mails()).toEqual([])
  })
})

describe('a client who books what the owner has entered already', () => {
  it('is told that all is done, and nobody is mailed of it', async () => {
    const shop = await openShop()
    const desk = await atDesk(shop)
    const { data: entered } = await desk.rpc('book_for_client', ann)
    expect((await shop.book(ann)).data).toMatchObject({ id: entered.id })
    expect((await addEvent(shop)).data).toEqual({
      status: 'confirmed',
      eventId: `${entered.id}@hollisandcrane.example`,
    })
    const notified = await shop.notify(ann)
    expect(notified.error).toBeNull()
    expect(notified.data).toEqual({ status: 'sent', messageId: null })
    expect(await shop.mails()).toEqual([])
  })
})

describe('what the page did not do', () => {
  it('is done by the outbox after a head start, once', async () => {
    let aheadMs = 0
    const shop = await openShop({ now: () => testNoon + aheadMs })
    await shop.book(ann)
    expect(await shop.mails()).toEqual([])
    aheadMs = 5000
    await until(async () => (await shop.mails()).length > 0 && eventsIn(await shop.feed()) > 0)
    await shop.notify(ann)
    expect(await shop.mails()).toHaveLength(1)
  })

  it('is done at once for a booking without script', async () => {
    const shop = await openShop({ now: stopped })
    await shop.postForm({ ...ann })
    await until(async () => (await shop.mails()).length === 1 && eventsIn(await shop.feed()) === 1)
  })
})

describe('a mail server that is down', () => {
  it('fails call 3 with its sentence, leaves the booking alone, and gets the mail once it is back', async () => {
    const port = await freePort()
    const shop = await openShop({
      env: { SMTP_URL: `smtp://127.0.0.1:${port}`, BUSINESS_EMAIL: 'owner@example.com' },
    })
    const { data: row } = await shop.book(ann)
    expect((await addEvent(shop)).error).toBeNull()
    expect(await failureOf((await shop.notify(ann)).error)).toEqual({
      status: 502,
      message: requestErrors.notification,
    })
    const fault = shop
      .file()
      .prepare("select last_error from jobs where kind = 'business-notification'")
      .get()
    expect(fault?.last_error).toBe('ECONNREFUSED')

    const received = await openMailServer(port)
    await until(() => received.length === 2)
    const forOwner = received.filter((mail) => mail.to?.[0]?.address === 'owner@example.com')
    expect(forOwner).toHaveLength(1)
    expect(forOwner[0]?.messageId).toContain(row?.id)
    expect((await shop.notify(ann)).data).toMatchObject({ status: 'sent' })
    expect(received).toHaveLength(2)
  })
})
