import fc from 'fast-check'
import { expect, it } from 'vitest'
import { engines } from './support/engines.ts'
import { ann, keyHeaders, openShop } from './support/shop-server.ts'

/** `npm run fuzz` does the same with many more requests. */
const { requests, seed } = { requests: 320, seed: 7, ...JSON.parse(process.env.STORM ?? '{}') }

const withoutSpaces = `undefined null NaN -0 1e309 9007199254740993 0x0 __proto__ constructor %00 % %F0%9F %s%n%d
  ../../../../etc/passwd C:\\nul <script>alert(1)</script> "><svg/onload=alert(1)> {{7*7}}<%=7*7%> ﷽
  田中さんにあげて下さい 👩‍👩‍👧‍👦🏳️‍🌈 2026-02-30 0000-00-00 +010000-01-01 -000001-01-01 2026-13-45T99:99 24:00 23:60 १२:००
  1970-01-01T00:00:00Z 275760-09-13T00:00:00Z 9999-12-31T23:59:59.999999999+23:59 (((((((((((((((((((((`

/** Text that broke other programs: encodings, quotes, control characters, numbers, paths, scripts, headers. */
const naughtyStrings = [
  ...withoutSpaces.split(/\s+/),
  ...['', ' ', '\u0000', 'a\u0000b', '\ud800', '\udfff\ud800', '\ufeff', '\uffff', '\u202etest'],
  ...['Z\u0351\u036b\u0343\u032ealgo', 'הָיְתָה test الصفحات', '[object Object]', 'BEGIN:VEVENT\nEND:VEVENT'],
  ...["' or 1=1 --", "'; drop table appointments; --", '$$; select pg_sleep(10); --'],
  ...['Ann\r\nBcc: all@example.com', 'a@b\r\nRCPT TO:<x@y>'],
  ...['x'.repeat(5000), '+'.repeat(300), `${'a'.repeat(64)}@${'b'.repeat(250)}`],
]

const naughty = fc.oneof(fc.constantFrom(...naughtyStrings), fc.string({ unit: 'binary', maxLength: 60 }))

/** These fields, some of them wrong, with or without an extra one. */
const wrongly = (good: object) =>
  fc
    .tuple(
      fc.dictionary(fc.constantFrom(...Object.keys(good)), fc.oneof(naughty, fc.jsonValue()), { maxKeys: 3 }),
      fc.dictionary(naughty, naughty, { maxKeys: 1 }),
    )
    .map(([wrong, more]) => ({ ...good, ...wrong, ...more }))

const booking = wrongly({ ...ann, appointment_date: '2027-11-30' })

const during = { startDateTime: '2027-11-30T10:00:00-06:00', endDateTime: '2027-11-30T17:00:00Z' }
const event = wrongly({ summary: 'Consultation', description: '', ...during, attendeeEmail: ann.email })

const notification = fc.record({ appointmentData: fc.oneof(booking, fc.jsonValue()), calendarLink: naughty })

const anyPath = fc.constantFrom(
  '/rest/v1/appointments',
  '/rest/v1/rpc/open_times',
  '/rest/v1/rpc/open_days',
  '/rest/v1/rpc/social_proof',
  '/functions/v1/create-calendar-event',
  '/functions/v1/send-appointment-notification',
  '/book',
  '/healthz',
  '/calendar/x.ics',
  '/',
)

const formType = 'application/x-www-form-urlencoded'

/** Half a character can't be percent-encoded, but another program may try. */
const encoded = (fields: object) =>
  Object.entries(fields)
    .map(([name, value]) =>
      `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`.toWellFormed(),
    )
    .map((pair) => encodeURIComponent(pair).replace('%3D', '='))
    .join('&')

const post = (path: string, type: string, body: string | Uint8Array<ArrayBuffer>) => ({
  path,
  init: { method: 'POST', body, headers: { ...keyHeaders, 'content-type': type } },
})

const call = fc
  .tuple(anyPath, fc.oneof(booking, event, notification, fc.jsonValue()))
  .map(([path, body]) => post(path, 'application/json', JSON.stringify(body)))

const form = booking.map((fields) => post('/book', formType, encoded(fields)))

const anyMethod = fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS')
const parameters = fc.constantFrom('on', 'visitor', 'select', 'columns', 'visit', 'x')

const query = fc
  .tuple(anyMethod, anyPath, fc.dictionary(parameters, naughty, { maxKeys: 3 }))
  .map(([method, path, values]) => ({
    path: `${path}?${encoded(values)}`,
    init: { method, headers: keyHeaders },
  }))

const anyType = fc.constantFrom('application/json', formType, 'text/xml', 'multipart/form-data')

const bytes = fc
  .tuple(anyPath, anyType, fc.uint8Array({ maxLength: 400 }))
  .map(([path, type, body]) => post(path, type, body))

const atOnce = 16
const requestsAtOnce = fc.array(fc.oneof(call, form, query, bytes), { minLength: atOnce, maxLength: atOnce })

it.each(engines)(
  'no request to any address causes a server error, on %s',
  async (engine) => {
    const shop = await openShop({ engine, opening: { latestDaysAhead: null } })
    const isAnswered = fc.asyncProperty(requestsAtOnce, async (sent) => {
      const answers = sent.map(async ({ path, init }) => {
        const answer = await fetch(shop.url + path, { ...init, signal: AbortSignal.timeout(20_000) })
        return { status: answer.status, text: await answer.text() }
      })
      for (const { status, text } of await Promise.all(answers)) expect(status, text).toBeLessThan(500)
    })
    const numRuns = Math.ceil(requests / atOnce)
    await fc.assert(isAnswered, { numRuns, seed: seed + engines.indexOf(engine), endOnFailure: true })
    // PostgreSQL can't store this character.
    const body = JSON.stringify({ summary: '', description: '', ...during, attendeeEmail: 'a\u0000b' })
    expect((await shop.post('/functions/v1/create-calendar-event', body)).status).toBe(400)
  },
  600_000 + requests * 60,
)
