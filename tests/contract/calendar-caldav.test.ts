import { createServer } from 'node:http'
import { describe, expect, it } from 'vitest'
import { appointmentInterval } from '../../booking/availability.ts'
import { anonymizedEvent, eventUid, shopDomain } from '../../booking/calendar-event.ts'
import { shop } from '../../booking/opening-hours.ts'
import { addressLine } from '../../demo/business.ts'
import { createCaldavCalendar } from '../../server/calendar/caldav/calendar.ts'
import { buildOwnerEvent, type RemoteCalendar } from '../../server/calendar/calendar.ts'
import { getFreePort } from '../support/free-port.ts'
import { calendarObject, hostileEntries } from '../support/hostile-entries.ts'
import { type Behavior, startProxy } from './support/behind.ts'
import { listen } from './support/listen.ts'
import { shareRadicale } from './support/radicale.ts'
import { ann } from './support/shop-server.ts'
import { signal } from './support/synced-shop.ts'

const id = '01a1fe31-0afc-75f7-9420-a9d73a7ae770'
const uid = eventUid(id, shopDomain)
const during = { startEpochMs: Date.parse('2027-03-01T00:00Z'), endEpochMs: Date.parse('2027-04-01T00:00Z') }
const openCalendar = shareRadicale()

const eventOn = (appointment_date: string, sequence = 0, fields = ann, ofId = id) => {
  const booked = { ...fields, kind: 'consultation', appointment_date }
  const stored = { ...booked, ...appointmentInterval(booked, shop), id: ofId, sequence }
  return buildOwnerEvent({ ...stored, status: 'confirmed' }, shop, shopDomain)
}
const march13 = eventOn('2027-03-13')
const hour13 = ['DTSTART:20270313T160000Z', 'DTEND:20270313T170000Z']
const business = 'mailto:fittings@hollisandcrane.example'

/** The owner's calendar, which the shop reaches through a server that behaves like that. */
async function open(behavior?: Behavior) {
  const owner = await openCalendar()
  const { CALDAV_USERNAME: username, CALDAV_PASSWORD: password } = owner.env
  const context = { shop, uidDomain: shopDomain, now: Date.now }
  const to = (url: string, secret = password) =>
    createCaldavCalendar({ url, username, password: secret }, context)
  const calendar = to(behavior ? await startProxy(owner.url, behavior) : owner.url)
  const first = async () => (await owner.objects())[0] ?? expect.fail('The calendar is empty.')
  return {
    owner,
    to,
    calendar,
    first,
    find: async (event = march13) =>
      (await calendar.find(event, signal())) ?? expect.fail('The event is nowhere.'),
    read: (interval = during) => calendar.read(interval, signal()),
    edit: async (change: (text: string) => string) => owner.edit((await first()).href, change),
  }
}

/** With the event of March 13. */
async function openWithEvent(behavior?: Behavior) {
  const opened = await open(behavior)
  await opened.calendar.create(march13, signal())
  return opened
}

/** A server's own answer to requests with that word. */
const answering = (word: string, status: number, xml: string): Behavior => ({
  answerTo: (body) => (body.includes(word) ? { status, xml } : null),
})

/** Records the requests. */
function recording() {
  const asked: string[] = []
  const answerTo = (body: Buffer) => {
    asked.push(String(body))
    return null
  }
  return { asked, answerTo }
}

const multistatus = (responses: string) =>
  `<multistatus xmlns="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav">${responses}</multistatus>`

const property = (name: string, ...hrefs: string[]) =>
  multistatus(`<response><href>/</href><propstat><prop><${name}>${hrefs.map((href) => `<href>${href}</href>`).join('')}
    </${name}></prop><status>HTTP/1.1 200 OK</status></propstat></response>`)

/** An account with two email addresses. */
const addressesWith = (second: string) =>
  property('c:calendar-user-address-set', '/owner/', 'mailto:Crane@example.com', `mailto:${second}`)

/** Makes the event repeat on the 22nd, a Monday, and the 27th, which is moved to the day before. */
function makeRepeat(text: string): string {
  const at = (day: number) => `;TZID=America/Chicago:202703${day}T100000`
  const series = `RRULE:FREQ=WEEKLY;COUNT=3 EXDATE${at(20)} RDATE${at(22)} END:VEVENT`
  const times = `RECURRENCE-ID${at(27)} DTSTART${at(26)} DURATION:PT1H`
  const moved = `BEGIN:VEVENT UID:${uid} SUMMARY:Ann-hem DTSTAMP:20270301T000000Z ${times} END:VEVENT`
  const lines = (words: string) => words.replaceAll(' ', '\r\n')
  return text.replace('END:VEVENT', lines(series)).replace('BEGIN:VEVENT', lines(`${moved} BEGIN:VEVENT`))
}

it('an event in the owner’s CalDAV calendar has name, place, and alarm, with any characters', async () => {
  const { owner, calendar } = await open()
  const full_name = 'Ann";X-EVIL=1:mailto:evil\\nEND:VEVENT 😀'
  const email = 'a+b?cc=evil%40example.com&b#1@example.com'
  await calendar.create(eventOn('2027-03-13', 0, { ...ann, full_name, email }), signal())
  const [{ event, component, start, end } = expect.fail(), ...others] = await owner.events()
  expect(others).toEqual([])
  expect([start, end]).toEqual(['2027-03-13T16:00:00.000Z', '2027-03-13T17:00:00.000Z'])
  expect(event.startDate.zone.tzid).toBe(shop.timeZone)
  expect(event.startDate.zone.component?.name).toBe('vtimezone')
  expect(event).toMatchObject({
    uid,
    summary: `Consultation: ${full_name}`,
    description: `Client: ${full_name}\nEmail: ${email}\nPhone: ${ann.phone}`,
    location: addressLine,
    organizer: business,
  })
  const [attendee, ...more] = event.attendees
  expect(more).toEqual([])
  const address = new URL(String(attendee?.getFirstValue()))
  expect([decodeURIComponent(address.pathname), address.search]).toEqual([email, ''])
  // Calendars show the address unencoded.
  expect(address.href).toContain('a+b')
  // Otherwise the calendar's server would email the client.
  expect(attendee?.getFirstParameter('schedule-agent')).toBe('CLIENT')
  expect(component.getFirstProperty('x-evil')).toBeNull()
  expect(component.getFirstPropertyValue('status')).toBe('CONFIRMED')
  expect(component.getAllSubcomponents('valarm')).toHaveLength(1)
})

it('moving an event in a CalDAV calendar keeps the owner’s edits, but no repetitions', async () => {
  const { owner, calendar, edit, find, first, read } = await openWithEvent()
  await edit((text) => makeRepeat(text.replace('SUMMARY:', 'X-NOTE:navy\r\nSUMMARY:Shoes! ')))
  await calendar.move(await find(), eventOn('2027-03-20', 1), signal())
  const [{ event, component, start } = expect.fail(), ...others] = await owner.events()
  expect(others).toEqual([])
  // By the clock's rules on its new day.
  expect(start).toBe('2027-03-20T15:00:00.000Z')
  expect(event.summary).toBe('Shoes! Consultation: Ann Lee')
  expect(component.getFirstPropertyValue('x-note')).toBe('navy')
  expect(event.sequence).toBe(1)
  expect((await first()).text.match(/BEGIN:VTIMEZONE/g)).toHaveLength(1)
  const time = { startEpochMs: Date.parse(start), endEpochMs: Date.parse('2027-03-20T16:00Z') }
  expect(await read()).toMatchObject({ events: [{ uid, ...time }], busy: [time] })
})

it.each([
  ['as they are', '', '', [uid, null, null]],
  ['the first of them deleted', ':20270320T100000', ':20270320T100000,20270313T100000', [null, null]],
  ['one of them free', 'DURATION', 'TRANSP:TRANSPARENT\r\nDURATION', [uid, null]],
  ['one of them canceled', 'DURATION', 'STATUS:CANCELLED\r\nDURATION', [uid, null]],
])(
  'deleting a client’s data removes the name from the repetitions of a CalDAV event: %s',
  async (_, from, to, ownUids) => {
    const { calendar, edit, read, first } = await openWithEvent()
    await edit((text) => makeRepeat(text).replace(from, to))
    const { busy } = await read()
    expect(busy.map(({ ownUid }) => ownUid)).toEqual(ownUids)
    const anonymous = { ...march13, ...anonymizedEvent({ kind: 'consultation', ...march13 }) }
    const { attendee: _client, ...reworded } = anonymous
    await calendar.reword(reworded, signal())
    expect((await read()).busy).toEqual(busy)
    expect((await first()).text).not.toMatch(/ann|lee|123-4567|hem/i)
    // Without its own time, the series belongs to the owner.
    await calendar.reword({ ...reworded, status: 'cancelled' }, signal())
    expect((await read()).busy).toEqual(ownUids[0] ? [] : busy)
  },
)

describe('polling a CalDAV calendar', () => {
  it('finds an event, its new time, and its deletion', async () => {
    const { owner, to, calendar, first } = await openWithEvent()
    // As after the answer to the first attempt was lost.
    await calendar.create({ ...march13, summary: 'Again' }, signal())
    const withoutSlash = to(owner.url.replace(/\/$/, ''))
    const starts = async () =>
      (await withoutSlash.read(during, signal())).events.map(({ startEpochMs }) => startEpochMs)
    const { href, text } = await first()
    expect(text).not.toContain('Again')
    expect(await starts()).toEqual([march13.startEpochMs])
    // The server follows its own events even years past the interval.
    const later = Date.parse('2034-03-20T15:00Z')
    await owner.move(href, later)
    expect(await starts()).toEqual([later])
    await owner.delete(href)
    expect(await starts()).toEqual([])
  })

  it('fetches only changed entries, and expands a series again for later days', async () => {
    const line = recording()
    const { owner, read } = await open(line)
    const asked = () => line.asked.splice(0).flatMap((body) => body.match(/[\w-]+\.ics/g) ?? [])
    // More than one request can fetch.
    const names = Array.from({ length: 51 }, (_, index) => `event-${index + 10}`)
    for (const name of names) await owner.putEvent(name, hour13)
    const starts = async () => (await read()).busy.map(({ startEpochMs }) => startEpochMs)
    const at = march13.startEpochMs
    expect(await starts()).toEqual(names.map(() => at))
    expect(asked().sort()).toEqual(names.map((name) => `${name}.ics`))
    await owner.putEvent('event-20', [...hour13, 'RRULE:FREQ=WEEKLY;COUNT=2'])
    const march20 = Date.parse('2027-03-20T16:00Z')
    expect((await starts()).sort()).toEqual([...names.map(() => at), march20])
    expect(asked()).toEqual(['event-20.ics'])
    expect((await read({ ...during, startEpochMs: march20 })).busy).toMatchObject([{ startEpochMs: march20 }])
  })

  it('skips and reports hostile entries, and reads the rest', async () => {
    const { owner, read } = await openWithEvent()
    const entries = Object.values(hostileEntries)
    for (const [index, entry] of entries.entries())
      await owner.putText(`hostile-${index}`, calendarObject(`hostile-${index}`, entry))
    await owner.putEvent('fair', hour13)
    const { busy, events, unreadable } = await read()
    expect(events).toMatchObject([{ uid }])
    const at = march13.startEpochMs
    expect(busy.map(({ startEpochMs }) => startEpochMs)).toEqual([at, at])
    const expected = entries.map((entry, index) => entry.isUnreadable && `hostile-${index}@${shopDomain}`)
    expect(unreadable.toSorted()).toEqual(expected.filter(Boolean))
    // The server doesn't read them again while they're unchanged.
    expect(await read()).toMatchObject({ unreadable })
  })
})

it('an event that the owner imported into a CalDAV calendar can be found, changed, and deleted', async () => {
  const { owner, calendar, first, find, read } = await openWithEvent()
  const { href, text } = await first()
  await owner.delete(href)
  await owner.putText('imported', text)
  await owner.putEvent('other', hour13)
  const march15 = eventOn('2027-03-15', 1)
  await calendar.move(await find(), march15, signal())
  await calendar.reword({ ...march15, summary: 'Somebody' }, signal())
  const there = async () =>
    (await owner.events()).map(({ href, event }) => `${href.split('/').at(-1)} ${event.summary}`)
  expect(await there()).toEqual(['other.ics Private', 'imported.ics Somebody'])
  expect((await read()).events).toMatchObject([{ uid }])
  await calendar.erase(await find(march15), signal())
  expect(await there()).toEqual(['other.ics Private'])
  expect(await calendar.find(march15, signal())).toBeNull()
})

describe('a misbehaving CalDAV server', () => {
  async function expectCode(calendar: RemoteCalendar, code: unknown): Promise<void> {
    for (const work of [
      () => calendar.create(march13, signal()),
      () => calendar.find(march13, signal()),
      () => calendar.erase({ ...march13, version: '"1"', allDay: false }, signal()),
      () => calendar.read(during, signal()),
    ])
      await expect(work()).rejects.toMatchObject({ code })
  }

  it('is reported by its status, never with the password, or by the connection’s error', async () => {
    const { owner, to } = await open()
    await expectCode(to(owner.url, 'not-the-password'), 'CALDAV_401')
    await expectCode(to(`http://127.0.0.1:${await getFreePort()}/`), 'ECONNREFUSED')
    const page = { status: 200, html: '<html><body>Back soon</body></html>' }
    await expectCode((await open({ answerTo: () => page })).calendar, 'CALDAV_200')
  })

  it('can send an entry whose address has a bare %', async () => {
    const entry = [
      ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Another app//EN', 'BEGIN:VEVENT'],
      ...[
        'UID:half',
        'DTSTAMP:20270101T000000Z',
        ...hour13,
        'SUMMARY:Half off',
        'END:VEVENT',
        'END:VCALENDAR',
      ],
    ].join('\r\n')
    const prop = `<prop><getetag>"1"</getetag><c:calendar-data>${entry}</c:calendar-data></prop>`
    const found = `<response><href>/cal/50%.ics</href><propstat>${prop}<status>HTTP/1.1 200 OK</status></propstat></response>`
    const { read } = await open({ answerTo: () => ({ status: 207, xml: multistatus(found) }) })
    expect((await read()).busy).toHaveLength(1)
  })

  it.each([
    ['CALDAV_207', '<html><body>Back soon</body></html>'],
    ['CALDAV_507', multistatus('<response><href>/</href><status>HTTP/1.1 507</status></response>')],
  ])('never looks like an empty calendar: %s', async (code, answer) => {
    const { read } = await openWithEvent(answering('calendar-query', 207, answer))
    await expect(read()).rejects.toMatchObject({ code })
  })

  it.each([
    [403, '<C:supported-calendar-data/>', 'CALDAV_403'],
    [403, '<C:no-uid-conflict/>', 'CALDAV_403_no-uid-conflict'],
    // Cyrus
    [403, '<C:unique-scheduling-object-resource/>', 'CALDAV_403_no-uid-conflict'],
    // SOGo
    [409, 'Event UID already in use. (shop.ics)', 'CALDAV_409_no-uid-conflict'],
  ])('reports that another calendar of the account has the event: %s %s', async (status, why, code) => {
    const xml = `<D:error xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav">${why}</D:error>`
    const { calendar } = await open(answering('BEGIN:VEVENT', status, xml))
    await expect(calendar.create(march13, signal())).rejects.toMatchObject({ code })
  })

  it('can redirect to another origin, which is reported and gets no password', async () => {
    const asked: (string | undefined)[] = []
    const other = createServer((request, response) => {
      asked.push(request.url)
      response.writeHead(404).end()
    })
    const origin = `http://127.0.0.1:${await listen(other)}`
    const { calendar } = await open({ redirects: (path) => `${origin}${path}?x` })
    const code = `CALDAV_308_to ${origin}${new URL(calendar.where).pathname}`
    await expectCode(calendar, expect.stringContaining(code))
    const principal = property('current-user-principal', `${origin}/me/`)
    const { owner } = await openWithEvent(answering('current-user-principal', 207, principal))
    expect(await owner.events()).toHaveLength(1)
    expect(asked).toEqual([])
  })

  it('can redirect within its origin, which the server follows', async () => {
    const redirects = (path: string) => (path.startsWith('/old/') ? path.replace('/old/', '/owner/') : null)
    const { owner, to, calendar } = await open({ redirects })
    await to(calendar.where.replace('/owner/', '/old/')).create(march13, signal())
    expect(await owner.events()).toHaveLength(1)
  })
})

it('an account’s CalDAV addresses identify the organizer, who can move events, and the owner’s declined invitations', async () => {
  let answer: string | undefined
  const { owner, calendar, to, read } = await open({
    answerTo(body) {
      if (body.includes('current-user-principal') && !answer) return { status: 503 }
      return body.includes('address-set') && answer ? { status: 207, xml: answer } : null
    },
  })
  await calendar.create(march13, signal())
  answer = addressesWith('hollis@example.com')
  await calendar.create(eventOn('2027-03-14', 0, ann, id.replace('1', '2')), signal())
  answer = addressesWith('Fittings@hollisandcrane.example')
  await to(calendar.where).create(eventOn('2027-03-15', 0, ann, id.replace('1', '3')), signal())
  const organizers = (await owner.events()).map(({ event }) => event.organizer)
  expect(organizers).toEqual([business, 'mailto:Crane@example.com', business])

  const invite = (name: string, address: string, answered = 'DECLINED') =>
    owner.putEvent(name, [...hour13, `ATTENDEE;PARTSTAT=${answered}:MAILTO:${address}`])
  const owners = async () => (await read()).busy.filter(({ ownUid }) => ownUid === null)
  // The last is the account's name.
  for (const address of ['Fittings@hollisandcrane.example', 'crane@example.com', 'owner'])
    await invite(`declined-${address}`, address)
  expect(await owners()).toEqual([])
  // Any object name works.
  await invite('the others%2541', 'bob@example.com')
  await invite('accepted', 'crane@example.com', 'ACCEPTED')
  expect(await owners()).toHaveLength(2)
})

it('an event keeps the CalDAV server from sending emails, even if an earlier version wrote it', async () => {
  const line = recording()
  const { owner, calendar, edit, find } = await openWithEvent(line)
  async function agent() {
    const [event] = await owner.events()
    return event?.component.getFirstProperty('organizer')?.getFirstParameter('schedule-agent')
  }
  const unmark = () =>
    edit((text) => text.replace(/\r?\n /g, '').replace(/(ORGANIZER[^\r\n]*?);SCHEDULE-AGENT=CLIENT/, '$1'))
  const march20 = eventOn('2027-03-20', 1)
  expect(await agent()).toBe('CLIENT')
  await unmark()
  expect(await agent()).toBeUndefined()
  await calendar.move(await find(), march20, signal())
  expect(await agent()).toBe('CLIENT')
  await unmark()
  const known = await find(march20)
  line.asked.length = 0
  // It's marked before it disappears.
  await calendar.erase(known, signal())
  expect(line.asked.some((body) => /ORGANIZER[^:]*SCHEDULE-AGENT/s.test(body))).toBe(true)
  expect(await owner.events()).toEqual([])
})
