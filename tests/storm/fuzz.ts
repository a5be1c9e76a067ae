import fc from 'fast-check'
import { fieldNames } from '../../booking/appointment.ts'
import { naughtyStrings } from './naughty-strings.ts'

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

/** The six fields, some of them wrong, with or without one more. */
const wrongFields = fc
  .tuple(
    fc.dictionary(fc.constantFrom(...fieldNames), fc.oneof(naughty, fc.jsonValue()), { maxKeys: 3 }),
    fc.dictionary(naughty, naughty, { maxKeys: 1 }),
  )
  .map(([wrong, more]) => ({ ...good, ...wrong, ...more }))

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
  wrongFields,
  eventBody,
  fc.record({ appointmentData: fc.oneof(wrongFields, fc.jsonValue()), calendarLink: naughty }),
  fc.jsonValue(),
)

const anyPath = fc.constantFrom(
  '/rest/v1/appointments',
  '/rest/v1/rpc/open_times',
  '/rest/v1/rpc/social_proof',
  '/functions/v1/create-calendar-event',
  '/functions/v1/send-appointment-notification',
  '/book',
  '/healthz',
  '/calendar/x.ics',
  '/',
)

const key = { apikey: 'public-demo-key' }
const formType = 'application/x-www-form-urlencoded'

/** Half a character can't be percent-encoded, but another program may try. */
const encoded = (fields: object) =>
  Object.entries(fields)
    .map(([name, value]) => `${name}=${value}`.toWellFormed())
    .map((pair) => encodeURIComponent(pair).replace('%3D', '='))
    .join('&')

const post = (path: string, type: string, body: string | Uint8Array): Sent => ({
  method: 'POST',
  path,
  headers: { ...key, 'content-type': type },
  body,
})

const call = fc
  .tuple(anyPath, anyBody)
  .map(([path, body]) => post(path, 'application/json', JSON.stringify(body)))

const form = wrongFields.map((fields) => post('/book', formType, encoded(fields)))

const query = fc
  .tuple(
    fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'),
    anyPath,
    fc.dictionary(fc.constantFrom('on', 'visitor', 'select', 'columns', 'visit', 'x'), naughty, {
      maxKeys: 3,
    }),
  )
  .map(
    ([method, path, parameters]): Sent => ({ method, path: `${path}?${encoded(parameters)}`, headers: key }),
  )

const bytes = fc
  .tuple(
    anyPath,
    fc.uint8Array({ maxLength: 400 }),
    fc.constantFrom('application/json', formType, 'text/xml', 'multipart/form-data'),
  )
  .map(([path, body, type]) => post(path, type, body))

const atOnce = 16

/** Sends random requests to every call. @returns the requests that got a 5xx or no answer */
export async function fuzz({ url, requests, seed }: { url: string; requests: number; seed: number }) {
  const faults: string[] = []
  let sent = 0
  async function send({ method, path, headers, body }: Sent): Promise<void> {
    sent += 1
    const init = { method, headers, signal: AbortSignal.timeout(20_000) }
    try {
      const response = await fetch(
        url + path,
        body === undefined ? init : { ...init, body: body as BodyInit },
      )
      const text = await response.text()
      if (response.status >= 500) faults.push(`${response.status} ${method} ${path} ${body} -> ${text}`)
    } catch (error) {
      faults.push(`no answer: ${method} ${path} ${body}: ${error}`)
    }
  }
  const waiting = fc.sample(fc.oneof(call, form, query, bytes), { numRuns: requests, seed }).values()
  const sender = async () => {
    for (const one of waiting) await send(one)
  }
  await Promise.all(Array.from({ length: atOnce }, sender))
  return { requests: sent, faults }
}
