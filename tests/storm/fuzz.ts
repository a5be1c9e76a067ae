import fc from 'fast-check'
import { fieldNames } from '../../booking/appointment.ts'
import { naughtyStrings } from './naughty-strings.ts'

interface FuzzOptions {
  url: string
  requests: number
  seed: number
}

interface Sent {
  method: string
  path: string
  headers: Record<string, string>
  body?: string | Uint8Array
}

const naughty = fc.oneof(fc.constantFrom(...naughtyStrings), fc.string({ unit: 'binary', maxLength: 60 }))

const good = {
  full_name: 'Ann Lee',
  email: 'ann@example.com',
  phone: '(555) 123-4567',
  appointment_date: '2099-12-03',
  appointment_time: '10:00',
  referral_source: 'friend',
}

/** The six fields, some of them spoiled, with or without some that do not belong there. */
const spoiledFields = fc
  .tuple(
    fc.dictionary(fc.constantFrom(...fieldNames), fc.oneof(naughty, fc.jsonValue()), { maxKeys: 3 }),
    fc.dictionary(naughty, naughty, { maxKeys: 1 }),
  )
  .map(([spoiled, more]) => ({ ...good, ...spoiled, ...more }))

const eventBody = fc.record(
  {
    summary: naughty,
    description: naughty,
    startDateTime: fc.oneof(naughty, fc.constantFrom('2099-12-03T16:00:00Z', '2099-12-03T10:00:00-06:00')),
    endDateTime: fc.oneof(naughty, fc.constant('2099-12-03T17:00:00Z')),
    attendeeEmail: fc.oneof(naughty, fc.constant(good.email)),
  },
  { requiredKeys: ['startDateTime', 'attendeeEmail', 'endDateTime'] },
)

const anyBody = fc.oneof(
  spoiledFields,
  eventBody,
  fc.record({ appointmentData: fc.oneof(spoiledFields, fc.jsonValue()), calendarLink: naughty }),
  fc.jsonValue(),
)

const paths = [
  '/rest/v1/appointments',
  '/rest/v1/rpc/open_times',
  '/rest/v1/rpc/social_proof',
  '/functions/v1/create-calendar-event',
  '/functions/v1/send-appointment-notification',
  '/book',
  '/healthz',
  '/calendar/x.ics',
  '/',
]

const json = { 'content-type': 'application/json' }
const key = { apikey: 'public-demo-key' }

const call: fc.Arbitrary<Sent> = fc
  .tuple(fc.constantFrom(...paths), anyBody)
  .map(([path, body]) => ({ method: 'POST', path, headers: { ...key, ...json }, body: JSON.stringify(body) }))

const form: fc.Arbitrary<Sent> = spoiledFields.map((fields) => ({
  method: 'POST',
  path: '/book',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: Object.entries(fields)
    .map(([name, value]) => `${encode(name)}=${encode(String(value))}`)
    .join('&'),
}))

const query: fc.Arbitrary<Sent> = fc
  .tuple(
    fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'),
    fc.constantFrom(...paths),
    fc.dictionary(fc.constantFrom('on', 'visitor', 'select', 'columns', 'visit', 'x'), naughty, {
      maxKeys: 3,
    }),
  )
  .map(([method, path, parameters]) => ({
    method,
    path: `${path}?${Object.entries(parameters)
      .map(([name, value]) => `${name}=${encode(value)}`)
      .join('&')}`,
    headers: key,
  }))

const bytes: fc.Arbitrary<Sent> = fc
  .tuple(
    fc.constantFrom(...paths),
    fc.uint8Array({ maxLength: 400 }),
    fc.constantFrom(
      'application/json',
      'application/x-www-form-urlencoded',
      'text/xml',
      'multipart/form-data',
    ),
  )
  .map(([path, body, type]) => ({ method: 'POST', path, headers: { ...key, 'content-type': type }, body }))

/** Half a character cannot be percent-encoded; somebody else's program may well try. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

/** Sends whatever chance makes up to every call. @returns what was answered with a 5xx or not at all */
export async function fuzz({ url, requests, seed }: FuzzOptions) {
  const faults: string[] = []
  let sent = 0
  async function send({ method, path, headers, body }: Sent): Promise<void> {
    sent += 1
    try {
      const response = await fetch(url + path, {
        method,
        headers,
        ...(body === undefined ? {} : { body: body as BodyInit }),
        signal: AbortSignal.timeout(20_000),
      })
      const text = await response.text()
      if (response.status >= 500)
        faults.push(`${response.status} ${method} ${path} ${String(body)} -> ${text}`)
    } catch (error) {
      faults.push(`no answer: ${method} ${path} ${String(body)}: ${String(error)}`)
    }
  }
  const all = fc.sample(fc.oneof(call, form, query, bytes), { numRuns: requests, seed })
  const atOnce = 16
  const waiting = all.values()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const one of waiting) await send(one)
    }),
  )
  return { requests: sent, faults }
}
