import { FunctionsHttpError } from '@supabase/functions-js'
import { describe, expect, it } from 'vitest'
import { wallTimeToEpochMs } from '../../booking/time.ts'
import { freePort } from '../support/free-port.ts'
import { openClock } from './support/clock.ts'
import { openMailServer } from './support/mail-server.ts'
import { openRadicale } from './support/radicale.ts'
import { ann, openShop, until } from './support/shop-server.ts'

const owner = 'owner@example.com'
const start = wallTimeToEpochMs(ann.appointment_date, ann.appointment_time, 'America/Chicago')
const event = {
  summary: 'Consultation',
  description: 'Client',
  startDateTime: new Date(start).toISOString(),
  endDateTime: new Date(start + 3_600_000).toISOString(),
  attendeeEmail: ann.email,
}

async function sentenceOf(error: unknown): Promise<string> {
  if (!(error instanceof FunctionsHttpError)) throw new Error('The call was expected to fail.')
  return (await error.context.json()).message
}

describe('calendar and mail server both down', () => {
  it('leave the booking alone, tell the visitor, and get the event and the mails once they are back', async () => {
    const radicale = await openRadicale()
    const port = await freePort()
    const env = { ...radicale.env, SMTP_URL: `smtp://127.0.0.1:${port}`, BUSINESS_EMAIL: owner }
    const clock = openClock()
    const shop = await openShop({ env, now: clock.now })
    // At first it takes calls and does not answer them, for which a booking would wait in vain.
    radicale.freeze()
    const { status, data } = await shop.book(ann)
    expect(status).toBe(201)
    await radicale.kill()
    const [calendar, notification] = await Promise.all([
      shop.functions.invoke('create-calendar-event', { body: event }),
      shop.notify(ann),
    ])
    expect(await sentenceOf(calendar.error)).toContain('Your appointment is saved')
    expect(await sentenceOf(notification.error)).toContain('Your appointment is saved')

    const received = await openMailServer(port)
    await radicale.start()
    clock.windPastRetries()
    await until(async () => received.length === 2 && (await radicale.objects()).length === 1)
    // It finishes what it has begun; what comes twice would come until then.
    await shop.close()
    expect(received.map((mail) => mail.to?.[0]?.address).sort()).toEqual([ann.email, owner])
    const [standing] = await radicale.events()
    expect(standing?.start).toBe(new Date(start).toISOString())
    expect(standing?.event.uid).toContain(data.id)
    expect(await radicale.objects()).toHaveLength(1)
  })

  it('see what the client has changed meanwhile, and nothing of what it was before', async () => {
    const radicale = await openRadicale()
    const port = await freePort()
    const env = { ...radicale.env, SMTP_URL: `smtp://127.0.0.1:${port}`, BUSINESS_EMAIL: owner }
    const clock = openClock()
    const shop = await openShop({ env, now: clock.now })
    const received = await openMailServer(port)
    await shop.book(ann)
    await until(async () => received.length === 2 && (await radicale.objects()).length === 1)
    const confirmation = received.find((mail) => mail.to?.[0]?.address === ann.email)
    const [, visit = ''] = /\?visit=([\w-]+)/.exec(confirmation?.text ?? '') ?? []
    const change = (fields: Record<string, string>) =>
      fetch(`${shop.url}/`, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ visit, ...fields }),
      })

    await radicale.kill()
    const to = { do: 'move', appointment_date: ann.appointment_date }
    expect((await change({ ...to, sequence: '0', appointment_time: '14:00' })).status).toBe(303)
    expect((await change({ ...to, sequence: '1', appointment_time: '16:00' })).status).toBe(303)
    await radicale.start()
    clock.windPastRetries()
    await until(async () => (await radicale.events())[0]?.event.sequence === 2)
    const [moved] = await radicale.events()
    expect(moved?.start).toBe('2026-12-03T22:00:00.000Z')
    expect(await radicale.objects()).toHaveLength(1)

    expect((await change({ sequence: '2', do: 'cancel' })).status).toBe(303)
    await until(async () => (await radicale.objects()).length === 0)
  })
})
