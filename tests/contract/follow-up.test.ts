import { FunctionsHttpError } from '@supabase/functions-js'
import { describe, expect, it } from 'vitest'
import { bookingForm } from '../../copy/booking-form.ts'
import { callErrors } from '../../copy/errors.ts'
import { business } from '../../demo/business.ts'
import { atDesk } from './support/desk.ts'
import { engines } from './support/engines.ts'
import { ann, type OpenShop, openShop, testNoon, until } from './support/shop-server.ts'
import { pollOften } from './support/timers.ts'

const event = {
  summary: 'Consultation',
  description: 'Client: someone else',
  startDateTime: '2026-12-03T16:00:00.000Z',
  endDateTime: '2026-12-03T17:00:00.000Z',
  attendeeEmail: ann.email,
}

/** A clock by which the worker's head start never ends. */
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
  it('puts the stored appointment into the calendar immediately, and once', async () => {
    const shop = await openShop()
    const { data: row } = await shop.book(ann)
    const answers = await Promise.all([addEvent(shop), addEvent(shop), addEvent(shop)])
    // As other apps may write it.
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

  it('does nothing for an appointment that is not saved, and rejects a body of another shape', async () => {
    const shop = await openShop({ now: stopped })
    await shop.book(ann)
    const desk = await atDesk(shop)
    const at = { appointment_date: ann.appointment_date, appointment_time: '14:00' }
    const { data: walkIn } = await desk.rpc('book_for_client', { full_name: 'Bo', ...at })
    expect(walkIn.email).toBeNull()
    const atWalkIn = { ...event, startDateTime: walkIn.starts_at, endDateTime: walkIn.ends_at }
    for (const body of [
      { ...event, attendeeEmail: 'bo@example.com' },
      { ...event, startDateTime: '2026-12-03T16:30:00.000Z' },
      ...['', ' ', '\u200b'].map((attendeeEmail) => ({ ...atWalkIn, attendeeEmail })),
    ])
      expect(await failureOf((await addEvent(shop, body)).error)).toMatchObject({
        status: 404,
        message: callErrors.noAppointment,
      })
    for (const [body, message] of [
      [{ ...event, startDateTime: 'tomorrow' }, 'startDateTime must be an ISO date and time with an offset.'],
      [{ ...event, attendeeEmail: 3 }, 'attendeeEmail must be text.'],
      [{}, 'summary must be text.'],
      [[], 'The body must be an object'],
    ] as const)
      expect(await failureOf((await addEvent(shop, body)).error)).toEqual({
        status: 400,
        message: expect.stringContaining(message),
      })
    shop.file().exec("update appointments set status = 'cancelled'")
    expect((await failureOf((await addEvent(shop)).error)).status).toBe(404)
    expect(await shop.feed()).not.toContain(ann.full_name)
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
})

describe('call 3, send-appointment-notification', () => {
  it('emails the business all six fields and its calendar link immediately, and once', async () => {
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

describe('a client who books what the owner entered already', () => {
  it('reads that all is done, and no one gets an email', async () => {
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

describe('jobs that the page did not ask for', () => {
  it('run after a head start, once', async () => {
    pollOften()
    let aheadMs = 0
    const shop = await openShop({ now: () => testNoon + aheadMs })
    await shop.book(ann)
    expect(await shop.mails()).toEqual([])
    aheadMs = 5000
    await until(async () => (await shop.mails()).length > 0 && eventsIn(await shop.feed()) > 0)
    await shop.notify(ann)
    expect(await shop.mails()).toHaveLength(1)
  })

  it('run immediately for a booking without JavaScript', async () => {
    const shop = await openShop({ now: stopped })
    await shop.postForm({ ...ann })
    await until(async () => (await shop.mails()).length === 1 && eventsIn(await shop.feed()) === 1)
  })
})
