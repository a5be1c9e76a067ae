import { FunctionsHttpError } from '@supabase/functions-js'
import { beforeEach, describe, expect, it } from 'vitest'
import { callErrors, requestErrors } from '#copy/errors.ts'
import { eventUid, shopDomain } from '../../booking/calendar-event.ts'
import { msPerMinute } from '../../booking/time.ts'
import { business } from '../../demo/business.ts'
import { sources } from '../../demo/sources.ts'
import { getFreePort } from '../support/free-port.ts'
import { openClock } from './support/clock.ts'
import { atDesk, createFrozenClock } from './support/desk.ts'
import { engines } from './support/engines.ts'
import { openMailServer } from './support/mail-server.ts'
import { openRadicale } from './support/radicale.ts'
import { ann, type OpenShop, openShop, waitFor } from './support/shop-server.ts'
import { pollOften } from './support/timers.ts'
import { cancel, move } from './support/visits.ts'

beforeEach(pollOften)

const event = {
  summary: 'Consultation',
  description: 'Client: someone else',
  startDateTime: '2026-12-03T16:00:00.000Z',
  endDateTime: '2026-12-03T17:00:00.000Z',
  attendeeEmail: ann.email,
}

const addEvent = (shop: OpenShop, body: object = event) =>
  shop.functions.invoke('create-calendar-event', { body })

async function failureOf({ error }: { error: unknown }): Promise<{ status: number; message: string }> {
  if (!(error instanceof FunctionsHttpError)) throw new Error('The call was expected to fail.')
  const { message } = await error.context.json()
  return { status: error.context.status, message }
}

const notFound = { status: 404, message: callErrors.noAppointment }

const eventsIn = (feed: string) => feed.match(/BEGIN:VEVENT/g)?.length ?? 0

describe('call 2, create-calendar-event', () => {
  it('adds the appointment to the calendar immediately, exactly once', async () => {
    const shop = await openShop({ now: createFrozenClock().now })
    const { data: row } = await shop.book(ann)
    const answers = await Promise.all([addEvent(shop), addEvent(shop), addEvent(shop)])
    // As other apps may write it.
    const respelled = { ...event, attendeeEmail: ` ${ann.email.replace('@', '@\u200b')} ` }
    for (const { data, error } of [...answers, await addEvent(shop, respelled)]) {
      expect(error).toBeNull()
      expect(data).toEqual({ status: 'confirmed', eventId: eventUid(row?.id, shopDomain) })
    }
    const feed = await shop.feed()
    expect(eventsIn(feed)).toBe(1)
    expect(feed).toContain('SUMMARY:Consultation: Ann Lee')
    expect(feed).not.toContain('someone else')
    const attempts = shop.file().prepare("select attempts from jobs where kind = 'calendar-event'").get()
    expect(attempts?.attempts).toBe(1)
  })

  it('does nothing for an unsaved appointment', async () => {
    const shop = await openShop({ now: createFrozenClock().now })
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
      expect(await failureOf(await addEvent(shop, body))).toEqual(notFound)
    shop.file().exec("update appointments set status = 'cancelled'")
    expect(await failureOf(await addEvent(shop))).toEqual(notFound)
    expect(await shop.feed()).not.toContain(ann.full_name)
  })

  it.each(engines)('finds an appointment for 15 minutes after the booking, on %s', async (engine) => {
    const { now, pass } = createFrozenClock()
    const shop = await openShop({ engine, now })
    await shop.book(ann)
    pass(15 * msPerMinute - 1)
    expect((await addEvent(shop)).error).toBeNull()
    pass(1)
    expect(await failureOf(await addEvent(shop))).toEqual(notFound)
  })
})

describe('call 3, send-appointment-notification', () => {
  it('emails the business all six fields and its calendar link immediately, exactly once', async () => {
    const shop = await openShop({ now: createFrozenClock().now })
    const { data: row } = await shop.book(ann)
    const answers = await Promise.all([shop.notify(ann), shop.notify(ann)])
    for (const { data, error } of [...answers, await shop.notify(ann)]) {
      expect(error).toBeNull()
      expect(data).toMatchObject({ status: 'sent', messageId: expect.stringContaining(row?.id) })
    }
    const [mail, ...others] = await shop.mails()
    expect(others).toEqual([])
    expect(mail?.to).toEqual([expect.objectContaining({ address: business.email })])
    expect(mail?.replyTo).toEqual([expect.objectContaining({ address: ann.email, name: ann.full_name })])
    expect(mail?.messageId).toContain(row?.id)
    const shown = { ...ann, referral_source: sources.friend }
    for (const value of Object.values(shown)) {
      expect(mail?.text).toContain(value)
      expect(mail?.html).toContain(value)
    }
    expect(mail?.text).toContain('https://calendar.google.com/calendar/render?action=TEMPLATE')
    expect(mail?.text).toContain('20261203T160000Z%2F20261203T170000Z')
  })

  it('sends nothing unless all six fields match a saved appointment', async () => {
    const shop = await openShop({ now: createFrozenClock().now })
    await shop.book(ann)
    expect(await failureOf(await shop.notify({ ...ann, phone: '(555) 999-0000' }))).toEqual(notFound)
    const broken = await failureOf(await shop.notify({ ...ann, email: 'nobody' }))
    expect(broken.message).toContain('Email Address must look like')
    expect(await shop.mails()).toEqual([])
  })
})

describe('a client who books what the owner already entered', () => {
  it('gets a success, and no one gets an email', async () => {
    const shop = await openShop()
    const desk = await atDesk(shop)
    const { data: entered } = await desk.rpc('book_for_client', ann)
    expect((await shop.book(ann)).data).toMatchObject({ id: entered.id })
    const eventId = eventUid(entered.id, shopDomain)
    expect((await addEvent(shop)).data).toEqual({ status: 'confirmed', eventId })
    expect(await shop.notify(ann)).toMatchObject({ error: null, data: { status: 'sent', messageId: null } })
    expect(await shop.mails()).toEqual([])
  })
})

describe('jobs that the page didn’t request', () => {
  it('run after a delay, once', async () => {
    const { now, pass } = createFrozenClock()
    const shop = await openShop({ now })
    await shop.book(ann)
    await waitFor(async () => (await shop.mails('client-invitation')).length === 1)
    expect(await shop.mails()).toEqual([])
    pass(5000)
    await waitFor(async () => (await shop.mails()).length > 0 && eventsIn(await shop.feed()) > 0)
    await shop.notify(ann)
    expect(await shop.mails()).toHaveLength(1)
  })

  it('run immediately for a booking without JavaScript', async () => {
    const shop = await openShop({ now: createFrozenClock().now })
    await shop.postForm({ ...ann })
    await waitFor(async () => (await shop.mails()).length === 1 && eventsIn(await shop.feed()) === 1)
  })
})

describe('an outage of calendar and mail server', () => {
  it('costs no booking, and delivers each change once when they’re back', async () => {
    const radicale = await openRadicale()
    const port = await getFreePort()
    const env = { ...radicale.env, SMTP_URL: `smtp://127.0.0.1:${port}` }
    const { now, windPastRetries } = openClock()
    const shop = await openShop({ env, now })
    // At first the calendar accepts connections without answering, so a booking would wait forever.
    radicale.freeze()
    const { status, data } = await shop.book(ann)
    expect(status).toBe(201)
    await radicale.kill()
    const [calendar, notification] = await Promise.all([addEvent(shop), shop.notify(ann)])
    expect((await failureOf(calendar)).message).toContain('Your appointment is saved')
    expect(await failureOf(notification)).toEqual({ status: 502, message: requestErrors.notification })

    const received = await openMailServer(port)
    await radicale.start()
    windPastRetries()
    await waitFor(async () => received.length === 2 && (await radicale.objects()).length === 1)
    const confirmation = received.find((mail) => mail.to?.[0]?.address === ann.email)
    expect(received.map((mail) => mail.to?.[0]?.address)).toContain(business.email)
    expect((await shop.notify(ann)).data).toMatchObject({ status: 'sent' })
    const [booked] = await radicale.events()
    expect(booked?.start).toBe(event.startDateTime)
    expect(booked?.event.uid).toContain(data.id)

    const [, visit = ''] = /\?visit=([\w-]+)/.exec(confirmation?.text ?? '') ?? []
    await radicale.kill()
    expect((await move(shop, visit, '14:00', '0')).status).toBe(303)
    expect((await move(shop, visit, '16:00', '1')).status).toBe(303)
    await radicale.start()
    windPastRetries()
    await waitFor(async () => (await radicale.events())[0]?.event.sequence === 2)
    const [moved, ...others] = await radicale.events()
    expect([moved?.start, others]).toEqual(['2026-12-03T22:00:00.000Z', []])

    expect((await cancel(shop, visit, '2')).status).toBe(303)
    await waitFor(async () => (await radicale.objects()).length === 0)
    // Stopping finishes running jobs, so a duplicate would have arrived by now.
    await shop.close()
    const ids = received.map(({ messageId }) => messageId)
    expect(new Set(ids).size).toBe(ids.length)
  })
})
