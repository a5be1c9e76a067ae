import { createServer } from 'node:http'
import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import { appointmentInterval } from '../../booking/availability.ts'
import { anonymizedEvent, businessEvent, shopDomain } from '../../booking/calendar-event.ts'
import { shop } from '../../booking/opening-hours.ts'
import { caldavCalendar } from '../../server/calendar/caldav/calendar.ts'
import { freePort } from '../support/free-port.ts'
import { calendarObject, hostileEntries } from '../support/hostile-entries.ts'
import { type Behavior, behind } from './support/behind.ts'
import { putBack } from './support/calendar-reading.ts'
import { listen } from './support/listen.ts'
import { shareRadicale } from './support/radicale.ts'
import { ann } from './support/shop-server.ts'
import { signal } from './support/synced-shop.ts'

const uid = '01a1fe31-0afc-75f7-9420-a9d73a7ae770@hollisandcrane.example'
const during = { startEpochMs: Date.parse('2027-03-01T00:00Z'), endEpochMs: Date.parse('2027-04-01T00:00Z') }
const openCalendar = shareRadicale()

const eventOn = (appointment_date: string, sequence = 0, fields = ann) => ({
  ...businessEvent({ ...fields, appointment_date }, shop),
  uid,
  sequence,
  status: 'confirmed' as const,
  attendee: { name: fields.full_name, email: fields.email },
})
const march13 = eventOn('2027-03-13')

const nth = (number: number) => uid.replace('01a1', `01a${number}`)

const adapter = (url: string, username: string, password: string) =>
  caldavCalendar({ url, username, password }, { shop, uidDomain: shopDomain, now: Date.now })

/** The owner's calendar, and the shop's way to it through a server that behaves like that. */
async function open(behavior?: Behavior) {
  const owner = await openCalendar()
  const { CALDAV_USERNAME: username, CALDAV_PASSWORD: password } = owner.env
  const to = (url: string) => adapter(url, username, password)
  const calendar = to(behavior ? await behind(owner.url, behavior) : owner.url)
  const first = async () => (await owner.objects())[0] ?? expect.fail('The calendar is empty.')
  return {
    owner,
    to,
    calendar,
    first,
    find: async (event = march13) =>
      (await calendar.find(event, signal())) ?? expect.fail('The event is nowhere.'),
    read: () => calendar.read(during, signal()),
    edit: async (change: (text: string) => string) => owner.edit((await first()).href, change),
  }
}

/** The same with the event of March 13. */
async function openWithEvent(behavior?: Behavior) {
  const opened = await open(behavior)
  await opened.calendar.create(march13, signal())
  return opened
}

/** Makes the event repeat on the 22nd, a Monday, and the 27th, which is moved to the day before. */
function makeRepeat(text: string): string {
  const zoned = (name: string, day: string) => `${name};TZID=America/Chicago:202703${day}T100000`
  const later = [`UID:${uid}`, zoned('RECURRENCE-ID', '27'), zoned('DTSTART', '26'), 'DURATION:PT1H']
  const words = ['SUMMARY:Ann Lee: hem', 'DTSTAMP:20270301T000000Z', 'END:VEVENT', 'BEGIN:VEVENT']
  const differing = ['BEGIN:VEVENT', ...later, ...words]
  const series = ['RRULE:FREQ=WEEKLY;COUNT=3', zoned('EXDATE', '20'), zoned('RDATE', '22'), 'END:VEVENT']
  return text.replace('END:VEVENT', series.join('\r\n')).replace('BEGIN:VEVENT', differing.join('\r\n'))
}

describe('an event that the server moves in a CalDAV calendar', () => {
  it('keeps what the owner wrote, and gets the clock’s rules of its new day', async () => {
    const { owner, calendar, edit, find, first } = await openWithEvent()
    await edit((text) => text.replace('SUMMARY:', 'CATEGORIES:VIP\r\nX-NOTE:navy\r\nSUMMARY:Shoes! '))
    await calendar.move(await find(), eventOn('2027-03-15', 1), signal())

    const [{ event, component, start, end } = expect.fail(), ...others] = await owner.events()
    expect(others).toEqual([])
    expect([start, end]).toEqual(['2027-03-15T15:00:00.000Z', '2027-03-15T16:00:00.000Z'])
    expect(event.summary).toBe('Shoes! Consultation: Ann Lee')
    expect(component.getFirstPropertyValue('x-note')).toBe('navy')
    expect(Number(component.getFirstPropertyValue('sequence'))).toBe(1)
    const object = new ICAL.Component(ICAL.parse((await first()).text))
    expect(object.getAllSubcomponents('vtimezone')).toHaveLength(1)
  })

  it('is there once at its new time, although the owner made it repeat with days that differ', async () => {
    const { calendar, edit, find, read } = await openWithEvent()
    await edit(makeRepeat)
    await calendar.move(await find(), eventOn('2027-03-20', 1), signal())
    const { events, busy } = await read()
    const time = {
      startEpochMs: Date.parse('2027-03-20T15:00Z'),
      endEpochMs: Date.parse('2027-03-20T16:00Z'),
    }
    expect(events).toMatchObject([{ uid, ...time }])
    expect(busy).toMatchObject([time])
  })
})

describe('an event in a CalDAV calendar whose client’s data is deleted', () => {
  const interval = appointmentInterval({ ...ann, appointment_date: '2027-03-13' }, shop)
  const anonymous = { ...anonymizedEvent({ kind: 'consultation', ...interval }), uid, sequence: 1 }
  const personal = /ann|lee|123-4567|hem/i

  it.each([
    ['as they are', (text: string) => text, 3],
    // The first went with its appointment. The series that it began is the owner's.
    ['the first deleted', (text: string) => text.replace(/(EXDATE\S+)/, '$1,20270313T100000'), 2],
    ['one of them free', (text: string) => text.replace('DURATION', 'TRANSP:TRANSPARENT\r\nDURATION'), 2],
    ['one of them canceled', (text: string) => text.replace('DURATION', 'STATUS:CANCELLED\r\nDURATION'), 2],
  ])('keeps its repetitions at their times, without a word of the client: %s', async (_, change, count) => {
    const { calendar, edit, read, first } = await openWithEvent()
    await edit((text) => change(makeRepeat(text)))
    const { busy } = await read()
    expect(busy).toHaveLength(count)
    const status = busy.some(({ ownUid }) => ownUid === uid) ? 'confirmed' : 'cancelled'
    await calendar.reword({ ...anonymous, status }, signal())
    expect((await read()).busy).toEqual(busy)
    expect((await first()).text).not.toMatch(personal)
  })

  it('blocks nothing where its appointment is canceled', async () => {
    const { calendar, edit, read, first } = await openWithEvent()
    await edit(makeRepeat)
    await calendar.reword({ ...anonymous, status: 'cancelled' }, signal())
    expect((await read()).busy).toEqual([])
    expect((await first()).text).not.toMatch(personal)
  })
})

describe('a poll of a CalDAV calendar', () => {
  it('finds an event, also where it was moved to, and that it is gone', async () => {
    const { owner, to, calendar, first } = await open()
    await calendar.create(march13, signal())
    const withoutSlash = to(owner.url.replace(/\/$/, ''))
    const starts = async () =>
      (await withoutSlash.read(during, signal())).events.map(({ startEpochMs }) => startEpochMs)
    const { href } = await first()
    for (const _ of ['a first time', 'unchanged']) expect(await starts()).toEqual([march13.startEpochMs])
    // The server follows its own events also years later than the interval.
    for (const moved of ['2027-03-20T15:00Z', '2034-03-20T15:00Z'].map(Date.parse)) {
      await owner.move(href, moved)
      expect(await starts()).toEqual([moved])
    }
    await owner.delete(href)
    expect(await starts()).toEqual([])
  })

  it('asks for the content of what changed, and for nothing else', async () => {
    const asked: string[] = []
    const { owner, read } = await open({
      answerTo(body) {
        asked.push(...(body.toString().match(/[\w-]+\.ics/g) ?? []))
        return null
      },
    })
    // More than one request can ask for.
    const names = Array.from({ length: 51 }, (_, index) => `event-${index + 10}`)
    const lines = ['DTSTART:20270313T160000Z', 'DTEND:20270313T170000Z']
    // Radicale resets connections when all arrive at once.
    for (let from = 0; from < names.length; from += 4)
      await Promise.all(names.slice(from, from + 4).map((name) => owner.putEvent(name, lines)))
    const starts = async () => (await read()).busy.map(({ startEpochMs }) => startEpochMs)
    const at = march13.startEpochMs
    expect(await starts()).toEqual(names.map(() => at))
    expect(asked.sort()).toEqual(names.map((name) => `${name}.ics`))
    await owner.edit(new URL('event-20.ics', owner.url).pathname, (text) => text.replace('T16', 'T15'))
    expect((await starts()).sort()).toEqual([at - 3_600_000, ...names.slice(1).map(() => at)])
    expect(asked.slice(names.length)).toEqual(['event-20.ics'])
  })

  it('distinguishes the server’s event from its repetitions, also where the owner imported it', async () => {
    const { owner, calendar, edit, first, find, read } = await openWithEvent()
    await edit((text) => text.replace('END:VEVENT', 'RRULE:FREQ=WEEKLY;COUNT=2\r\nEND:VEVENT'))
    expect((await read()).busy.map(({ ownUid }) => ownUid)).toEqual([uid, null])
    const later = { startEpochMs: Date.parse('2027-03-20T00:00Z'), endEpochMs: during.endEpochMs }
    expect((await calendar.read(later, signal())).busy).toHaveLength(1)
    const { href, text } = await first()
    await owner.delete(href)
    await putBack(owner, { href: '/imported.ics', text })
    expect((await read()).events).toHaveLength(1)
    expect(await find()).toMatchObject({ uid, startEpochMs: march13.startEpochMs })
  })

  it('takes an invitation that the owner declined for free, under each of the owner’s addresses', async () => {
    const { owner, read } = await open({ answerTo: tellsAddresses })
    const at = ['DTSTART:20270313T160000Z', 'DTEND:20270313T170000Z']
    const answer = (address: string, status: string) => `ATTENDEE;PARTSTAT=${status}:MAILTO:${address}`
    // The last is the account's name.
    for (const address of ['Fittings@hollisandcrane.example', 'crane@example.com', 'owner'])
      await owner.putEvent(`declined-${address}`, [...at, answer(address, 'DECLINED')])
    expect((await read()).busy).toEqual([])
    // Any name of an object works.
    await owner.putEvent('the others%2541', [...at, answer('bob@example.com', 'DECLINED')])
    await owner.putEvent('accepted', [...at, answer('fittings@hollisandcrane.example', 'ACCEPTED')])
    expect((await read()).busy).toHaveLength(2)
  })

  it('skips and names hostile entries, and reads the rest', async () => {
    const { owner, read } = await openWithEvent()
    const names = Object.keys(hostileEntries)
    for (const [index, name] of names.entries())
      await owner.putText(
        `hostile-${index}`,
        calendarObject(`hostile-${index}`, hostileEntries[name] ?? expect.fail()),
      )
    await owner.putEvent('fair', ['DTSTART:20270314T160000Z', 'DTEND:20270314T170000Z'])
    const { busy, events, unreadable } = await read()
    expect(events).toMatchObject([{ uid }])
    expect(busy.map(({ startEpochMs }) => startEpochMs).sort()).toEqual([
      march13.startEpochMs,
      Date.parse('2027-03-14T16:00Z'),
    ])
    const named = unreadable.map((one) => names[Number(/^hostile-(\d)@/.exec(one)?.[1])])
    expect(named.sort()).toEqual(names.filter((name) => hostileEntries[name]?.isUnreadable).sort())
    // The server doesn't read them again while they are unchanged.
    expect(await read()).toMatchObject({ unreadable })
  })
})

describe('an event that the owner imported into a CalDAV calendar', () => {
  it('is found, changed, and deleted before the first poll', async () => {
    const { owner, to, calendar: before, first } = await open()
    await before.create(march13, signal())
    const { href, text } = await first()
    await owner.delete(href)
    await owner.putText('imported', text)
    await owner.putEvent('other', ['DTSTART:20270313T160000Z', 'DTEND:20270313T170000Z'])
    const calendar = to(owner.url)
    const known = (await calendar.find(march13, signal())) ?? expect.fail()
    const march15 = eventOn('2027-03-15', 1)
    await calendar.move(known, march15, signal())
    await calendar.reword({ ...march15, summary: 'Somebody' }, signal())
    const there = async () =>
      (await owner.events()).map(({ href, event }) => `${href.split('/').at(-1)} ${event.summary}`)
    expect(await there()).toEqual(['other.ics Private', 'imported.ics Somebody'])
    await calendar.erase((await calendar.find(march15, signal())) ?? expect.fail(), signal())
    expect(await there()).toEqual(['other.ics Private'])
    expect(await calendar.find(march15, signal())).toBeNull()
  })
})

describe('a CalDAV server that doesn’t answer as it should', () => {
  it.each([
    ['a page for people', 200, '<html><body>Back soon</body></html>'],
    ['nothing', 200, ''],
    ['that there was too much', 507, '<multistatus xmlns="DAV:"/>'],
    [
      'a part, and that there was too much',
      207,
      '<multistatus xmlns="DAV:"><response><href>/owner/</href><status>HTTP/1.1 507 Full</status></response></multistatus>',
    ],
  ])('never passes for an empty calendar: %s', async (_, status, xml) => {
    const { read } = await openWithEvent({
      answerTo: (body) => (body.includes('calendar-query') ? { status, xml } : null),
    })
    await expect(read()).rejects.toMatchObject({ code: `CALDAV_${status === 207 ? 507 : status}` })
  })

  it('writes, finds, and deletes nothing while a page for people answers', async () => {
    let isAway = false
    const page = { status: 200, html: '<html><body>Back soon</body></html>' }
    const { calendar, find } = await openWithEvent({ answerTo: () => (isAway ? page : null) })
    const known = await find()
    isAway = true
    for (const work of [
      () => calendar.create({ ...eventOn('2027-03-14'), uid: nth(2) }, signal()),
      () => calendar.find(march13, signal()),
      () => calendar.erase(known, signal()),
    ])
      await expect(work()).rejects.toMatchObject({ code: 'CALDAV_200' })
  })

  it('is named by its status, never with the password, or by the error of the connection', async () => {
    const { owner, to } = await open()
    const wrong = adapter(owner.url, 'owner', 'not-the-password')
    for (const work of [() => wrong.find(march13, signal()), () => wrong.read(during, signal())])
      await expect(work()).rejects.toMatchObject({ code: 'CALDAV_401' })
    const nowhere = to(`http://127.0.0.1:${await freePort()}/`)
    await expect(nowhere.read(during, signal())).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  })

  it.each([
    [403, '<C:supported-calendar-data/>', 'CALDAV_403'],
    [403, '<C:no-uid-conflict/>', 'CALDAV_403_no-uid-conflict'],
    // Cyrus
    [403, '<C:unique-scheduling-object-resource/>', 'CALDAV_403_no-uid-conflict'],
    // SOGo
    [409, 'Event UID already in use. (shop.ics)', 'CALDAV_409_no-uid-conflict'],
  ])('says that another calendar of the account has the event: %s %s', async (status, why, code) => {
    const xml = `<D:error xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav">${why}</D:error>`
    const answerTo = (body: Buffer) => (body.includes('BEGIN:VEVENT') ? { status, xml } : null)
    const { calendar } = await open({ answerTo })
    await expect(calendar.create(march13, signal())).rejects.toMatchObject({ code })
  })
})

/** A server's answer about an account with two addresses. */
function tellsAddresses(body: Buffer, second = 'hollis@example.com') {
  if (!body.includes('calendar-user-address-set')) return null
  const xml = `<multistatus xmlns="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><response><href>/owner/</href>
    <propstat><prop><c:calendar-user-address-set><href>/owner/</href><href>mailto:Crane@example.com</href>
    <href>mailto:${second}</href></c:calendar-user-address-set></prop>
    <status>HTTP/1.1 200 OK</status></propstat></response></multistatus>`
  return { status: 207, xml }
}

describe('an event in an account whose server tells its email addresses', () => {
  it('has one as its organizer, so the owner’s phone can move it: the business’s own, or the first', async () => {
    const business = 'mailto:fittings@hollisandcrane.example'
    let second: string | undefined
    let isAway = true
    const { owner, calendar, to } = await open({
      answerTo: (body) =>
        isAway && body.includes('current-user-principal') ? { status: 503 } : tellsAddresses(body, second),
    })
    const organizers = async () => (await owner.events()).map(({ event }) => event.organizer)
    await calendar.create(march13, signal())
    isAway = false
    await calendar.create({ ...eventOn('2027-03-14'), uid: nth(2) }, signal())
    expect(await organizers()).toEqual([business, 'mailto:Crane@example.com'])
    second = 'Fittings@hollisandcrane.example'
    await to(calendar.where).create({ ...eventOn('2027-03-15'), uid: nth(3) }, signal())
    expect((await organizers())[2]).toBe(business)
  })
})

describe('a CalDAV server that redirects', () => {
  /** @returns where it listens, and the authorization of each request that it got */
  async function openElsewhere(location: (path: string) => string | null) {
    const seen: (string | undefined)[] = []
    const server = createServer((request, response) => {
      seen.push(request.headers.authorization)
      const to = location(request.url ?? '')
      response.writeHead(to === null ? 404 : 301, to === null ? {} : { location: to }).end()
    })
    return { url: `http://127.0.0.1:${await listen(server)}`, seen }
  }

  it('to another origin is refused by name, and that origin gets no password', async () => {
    const { to } = await open()
    const other = await openElsewhere(() => null)
    const { url } = await openElsewhere((path) => `${other.url}${path}?x`)
    const calendar = to(`${url}/owner/shop/`)
    const code = `CALDAV_301_to ${other.url}/owner/shop/`
    await expect(calendar.read(during, signal())).rejects.toMatchObject({ code })
    const known = { ...march13, version: '"1"', allDay: false }
    for (const work of [
      () => calendar.find(known, signal()),
      () => calendar.create(march13, signal()),
      () => calendar.erase(known, signal()),
    ])
      await expect(work()).rejects.toMatchObject({ code: expect.stringContaining(code) })
    expect(other.seen).toEqual([])
  })

  it('within its origin is followed', async () => {
    const redirects = (path: string) => (path.startsWith('/old/') ? path.replace('/old/', '/owner/') : null)
    const { owner, to, calendar } = await open({ redirects })
    await to(calendar.where.replace('/owner/', '/old/')).create(march13, signal())
    expect(await owner.events()).toHaveLength(1)
  })

  it('names a principal at another origin, and that origin is not asked', async () => {
    const other = await openElsewhere(() => null)
    const xml = `<d:multistatus xmlns:d="DAV:"><d:response><d:href>/</d:href><d:propstat><d:prop>
      <d:current-user-principal><d:href>${other.url}/me/</d:href></d:current-user-principal></d:prop>
      <d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response></d:multistatus>`
    const { owner } = await openWithEvent({
      answerTo: (body) => (body.includes('current-user-principal') ? { status: 207, xml } : null),
    })
    expect(await owner.events()).toHaveLength(1)
    expect(other.seen).toEqual([])
  })
})

describe('an event in a calendar whose server would email its attendees', () => {
  /** As an earlier version wrote it. */
  const unmarked = (text: string) =>
    text.replace(/\r?\n /g, '').replace(/(ORGANIZER[^\r\n]*?);SCHEDULE-AGENT=CLIENT/, '$1')

  it('leaves that to this server, also where an earlier version wrote it', async () => {
    const { owner, calendar, edit, find } = await openWithEvent()
    const organizers = async () =>
      (await owner.events()).map(({ component }) =>
        component.getFirstProperty('organizer')?.getFirstParameter('schedule-agent'),
      )
    expect(await organizers()).toEqual(['CLIENT'])
    await edit(unmarked)
    expect(await organizers()).toEqual([undefined])
    await calendar.move(await find(), eventOn('2027-03-20', 1), signal())
    expect(await organizers()).toEqual(['CLIENT'])
  })

  it('is marked before it goes', async () => {
    const asked: string[] = []
    const { owner, calendar, edit, find } = await openWithEvent({
      answerTo(body) {
        asked.push(body.toString())
        return null
      },
    })
    await edit(unmarked)
    const known = await find()
    asked.length = 0
    await calendar.erase(known, signal())
    expect(asked.some((body) => /ORGANIZER[^:]*SCHEDULE-AGENT/s.test(body))).toBe(true)
    expect(await owner.events()).toEqual([])
  })
})

describe('a hostile name of a client in a CalDAV calendar', () => {
  it.each([
    'Ann";X-EVIL=1:mailto:evil',
    'END:VEVENT\\nBEGIN:VEVENT',
    "=cmd()|' /C calc'!A0, <script>alert(1)</script>; ^n",
    '😀'.repeat(199),
    '%0d%0aATTENDEE:mailto:evil',
  ])('is text and nothing else: %s', async (full_name) => {
    const { owner, calendar } = await open()
    const email = 'a+b?cc=evil%40example.com&b#1@example.com'
    await calendar.create(eventOn('2027-03-13', 0, { ...ann, full_name, email }), signal())
    const [{ event, component } = expect.fail(), ...others] = await owner.events()
    expect(others).toEqual([])
    expect(event.summary).toBe(`Consultation: ${full_name}`)
    expect(event.description).toBe(`Client: ${full_name}\nEmail: ${email}\nPhone: ${ann.phone}`)
    expect(event.attendees).toHaveLength(1)
    const address = String(event.attendees[0]?.getFirstValue())
    expect(decodeURIComponent(new URL(address).pathname)).toBe(email)
    expect(new URL(address).search).toBe('')
    // Calendars show the address as it is written.
    expect(address).toContain('a+b')
    expect(component.getFirstProperty('x-evil')).toBeNull()
  })
})
