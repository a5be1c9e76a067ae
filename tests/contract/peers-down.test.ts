import { FunctionsHttpError } from '@supabase/functions-js'
import { expect, it } from 'vitest'
import { wallTimeToEpochMs } from '../../booking/time.ts'
import { requestErrors } from '../../copy/errors.ts'
import { freePort } from '../support/free-port.ts'
import { openClock } from './support/clock.ts'
import { openMailServer } from './support/mail-server.ts'
import { openRadicale } from './support/radicale.ts'
import { ann, openShop, until } from './support/shop-server.ts'
import { pollOften } from './support/timers.ts'

const owner = 'owner@example.com'
const start = wallTimeToEpochMs(ann.appointment_date, ann.appointment_time, 'America/Chicago')
const event = {
  summary: 'Consultation',
  description: 'Client',
  startDateTime: new Date(start).toISOString(),
  endDateTime: new Date(start + 3_600_000).toISOString(),
  attendeeEmail: ann.email,
}

async function failureOf(error: unknown) {
  if (!(error instanceof FunctionsHttpError)) throw new Error('The call was expected to fail.')
  return { status: error.context.status, ...(await error.context.json()) }
}

it('a calendar and a mail server that are down cost no booking, and get each change once when they are back', async () => {
  pollOften()
  const radicale = await openRadicale()
  const port = await freePort()
  const env = { ...radicale.env, SMTP_URL: `smtp://127.0.0.1:${port}`, BUSINESS_EMAIL: owner }
  const clock = openClock()
  const shop = await openShop({ env, now: clock.now })
  // At first the calendar accepts connections without answering, and a booking would wait in vain.
  radicale.freeze()
  const { status, data } = await shop.book(ann)
  expect(status).toBe(201)
  await radicale.kill()
  const [calendar, notification] = await Promise.all([
    shop.functions.invoke('create-calendar-event', { body: event }),
    shop.notify(ann),
  ])
  expect((await failureOf(calendar.error)).message).toContain('Your appointment is saved')
  expect(await failureOf(notification.error)).toMatchObject({
    status: 502,
    message: requestErrors.notification,
  })

  const received = await openMailServer(port)
  await radicale.start()
  clock.windPastRetries()
  await until(async () => received.length === 2 && (await radicale.objects()).length === 1)
  expect(received.map((mail) => mail.to?.[0]?.address).sort()).toEqual([ann.email, owner])
  expect((await shop.notify(ann)).data).toMatchObject({ status: 'sent' })
  const [booked] = await radicale.events()
  expect(booked?.start).toBe(new Date(start).toISOString())
  expect(booked?.event.uid).toContain(data.id)

  const confirmation = received.find((mail) => mail.to?.[0]?.address === ann.email)
  const [, visit = ''] = /\?visit=([\w-]+)/.exec(confirmation?.text ?? '') ?? []
  const change = async (fields: Record<string, string>) => {
    const body = new URLSearchParams({ visit, ...fields })
    const answer = await fetch(`${shop.url}/`, { method: 'POST', redirect: 'manual', body })
    expect(answer.status).toBe(303)
  }
  await radicale.kill()
  const to = { do: 'move', appointment_date: ann.appointment_date }
  await change({ ...to, sequence: '0', appointment_time: '14:00' })
  await change({ ...to, sequence: '1', appointment_time: '16:00' })
  await radicale.start()
  clock.windPastRetries()
  await until(async () => (await radicale.events())[0]?.event.sequence === 2)
  const [moved] = await radicale.events()
  expect(moved?.start).toBe('2026-12-03T22:00:00.000Z')
  expect(await radicale.objects()).toHaveLength(1)

  await change({ sequence: '2', do: 'cancel' })
  await until(async () => (await radicale.objects()).length === 0)
  // Stopping finishes running jobs, so a duplicate would have arrived by now.
  await shop.close()
  const ids = received.map(({ messageId }) => messageId)
  expect(new Set(ids).size).toBe(ids.length)
})
