import { createServer } from 'node:http'
import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import { appointmentInterval } from '../../booking/availability.ts'
import { anonymizedEvent, businessEvent, shopDomain } from '../../booking/calendar-event.ts'
import { shop } from '../../booking/opening-hours.ts'
import { caldavCalendar } from '../../server/calendar/caldav/calendar.ts'
import { hostileEntries, hostileObject } from '../support/hostile-entries.ts'
import { behind } from './support/behind.ts'
import { listen } from './support/listen.ts'
import { type OpenRadicale, openRadicale } from './support/radicale.ts'
import { ann } from './support/shop-server.ts'

const uid = '01a1fe31-0afc-75f7-9420-a9d73a7ae770@hollisandcrane.example'
const signal = () => AbortSignal.timeout(100_000)

const eventOn = (appointment_date: string, sequence: number) => ({
  ...businessEvent({ ...ann, appointment_date }, shop),
  uid,
  sequence,
  status: 'confirmed' as const,
  attendee: { name: ann.full_name, email: ann.email },
})

function open({ env }: OpenRadicale, url = env.CALDAV_URL) {
  const account = { url, username: env.CALDAV_USERNAME, password: env.CALDAV_PASSWORD }
  return caldavCalendar(account, { shop, uidDomain: shopDomain, now: Date.now })
}

/** Makes the event of March 13 repeat on the 22nd, a Monday, and the 27th, which is moved to the day before. */
async function makeRepeat(radicale: OpenRadicale): Promise<void> {
  const [before] = await radicale.objects()
  const zoned = (name: string, day: string) => `${name};TZID=America/Chicago:202703${day}T100000`
  const later = [`UID:${uid}`, zoned('RECURRENCE-ID', '27'), zoned('DTSTART', '26'), 'DURATION:PT1H']
  const text = ['SUMMARY:Ann Lee: hem', 'DTSTAMP:20270301T000000Z', 'END:VEVENT', 'BEGIN:VEVENT']
  const differing = ['BEGIN:VEVENT', ...later, ...text]
  const series = ['RRULE:FREQ=WEEKLY;COUNT=3', zoned('EXDATE', '20'), zoned('RDATE', '22'), 'END:VEVENT']
  await radicale.edit(before?.href ?? '', (text) =>
    text.replace('END:VEVENT', series.join('\r\n')).replace('BEGIN:VEVENT', differing.join('\r\n')),
  )
}

describe('an event that we move in a CalDAV calendar', () => {
  it('keeps what the owner has written, and gets the clock’s rules of its new day', async () => {
    const radicale = await openRadicale()
    const calendar = open(radicale)
    await calendar.create(eventOn('2027-03-13', 0), signal())
    const [before] = await radicale.objects()
    await radicale.edit(before?.href ?? '', (text) =>
      text.replace('SUMMARY:', 'CATEGORIES:VIP\r\nX-NOTE:navy\r\nSUMMARY:Shoes! '),
    )
    const known = await calendar.find(eventOn('2027-03-13', 0), signal())
    if (!known) return expect.fail('The event stands nowhere.')
    await calendar.move(known, eventOn('2027-03-15', 1), signal())

    const [{ event, component, start, end }, ...others] = (await radicale.events()) as [
      Awaited<ReturnType<typeof radicale.events>>[number],
    ]
    expect(others).toEqual([])
    expect([start, end]).toEqual(['2027-03-15T15:00:00.000Z', '2027-03-15T16:00:00.000Z'])
    expect(event.summary).toBe('Shoes! Consultation: Ann Lee')
    expect(component.getFirstPropertyValue('x-note')).toBe('navy')
    expect(Number(component.getFirstPropertyValue('sequence'))).toBe(1)
    const [object] = await radicale.objects()
    const zones = new ICAL.Component(ICAL.parse(object?.text ?? '')).getAllSubcomponents('vtimezone')
    expect(zones).toHaveLength(1)
  })

  it('stands once at its new time, although the owner had made it repeat, with days that differ', async () => {
    const radicale = await openRadicale()
    const calendar = open(radicale)
    await calendar.create(eventOn('2027-03-13', 0), signal())
    await makeRepeat(radicale)
    const known = await calendar.find(eventOn('2027-03-13', 0), signal())
    if (!known) return expect.fail('The event stands nowhere.')
    await calendar.move(known, eventOn('2027-03-20', 1), signal())
    const { events, busy } = await calendar.read(during, signal())
    const time = {
      startEpochMs: Date.parse('2027-03-20T15:00Z'),
      endEpochMs: Date.parse('2027-03-20T16:00Z'),
    }
    expect(events).toMatchObject([{ uid, ...time }])
    expect(busy).toMatchObject([time])
  })
})

describe('an event in a CalDAV calendar whose client is forgotten', () => {
  const interval = appointmentInterval({ ...ann, appointment_date: '2027-03-13' }, shop)
  const forgotten = { ...anonymizedEvent({ kind: 'consultation', ...interval }), uid, sequence: 1 }

  async function openRepeated() {
    const radicale = await openRadicale()
    const calendar = open(radicale)
    await calendar.create(eventOn('2027-03-13', 0), signal())
    await makeRepeat(radicale)
    const busy = async () => (await calendar.read(during, signal())).busy
    const text = async () => (await radicale.objects()).map((object) => object.text).join()
    return { ...radicale, calendar, busy, text, href: (await radicale.objects())[0]?.href ?? '' }
  }

  it.each([
    ['as they stand', (text: string) => text, 3],
    // The first is gone with its appointment; what it began is the owner's.
    ['the first deleted', (text: string) => text.replace(/(EXDATE\S+)/, '$1,20270313T100000'), 2],
    ['one of them free', (text: string) => text.replace('DURATION', 'TRANSP:TRANSPARENT\r\nDURATION'), 2],
    ['one of them cancelled', (text: string) => text.replace('DURATION', 'STATUS:CANCELLED\r\nDURATION'), 2],
  ])(
    'leaves the owner’s repetitions at their times, without a word of the client: %s',
    async (_, change, count) => {
      const { calendar, edit, href, busy, text } = await openRepeated()
      await edit(href, change)
      const before = await busy()
      expect(before).toHaveLength(count)
      const status = before.some(({ ownUid }) => ownUid === uid) ? 'confirmed' : 'cancelled'
      await calendar.reword({ ...forgotten, status }, signal())
      expect(await busy()).toEqual(before)
      expect(await text()).not.toMatch(/ann|lee|123-4567|hem/i)
    },
  )

  it('closes nothing where its appointment is cancelled', async () => {
    const { calendar, busy, text } = await openRepeated()
    await calendar.reword({ ...forgotten, status: 'cancelled' }, signal())
    expect(await busy()).toEqual([])
    expect(await text()).not.toMatch(/ann|lee|123-4567|hem/i)
  })
})

/** What a server says of an account that has two addresses. */
function tellsAddresses(body: Buffer): { status: number; xml: string } | null {
  if (!body.includes('calendar-user-address-set')) return null
  const xml = `<multistatus xmlns="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><response><href>/owner/</href>
    <propstat><prop><c:calendar-user-address-set><href>/owner/</href><href>mailto:Crane@example.com</href>
    <href>mailto:hollis@example.com</href></c:calendar-user-address-set></prop>
    <status>HTTP/1.1 200 OK</status></propstat></response></multistatus>`
  return { status: 207, xml }
}

const during = { startEpochMs: Date.parse('2027-03-01T00:00Z'), endEpochMs: Date.parse('2027-04-01T00:00Z') }

describe('reading a CalDAV calendar', () => {
  it('sees what stands there, where it was moved to, and that it is gone', async () => {
    const radicale = await openRadicale()
    const calendar = open(radicale, radicale.url.replace(/\/$/, ''))
    await calendar.create(eventOn('2027-03-13', 0), signal())
    const starts = async () =>
      (await calendar.read(during, signal())).events.map((event) => event.startEpochMs)
    expect(await starts()).toEqual([Date.parse('2027-03-13T16:00Z')])
    expect(await starts()).toEqual([Date.parse('2027-03-13T16:00Z')])
    const [object] = await radicale.objects()
    await radicale.move(object?.href ?? '', Date.parse('2027-03-20T15:00Z'))
    expect(await starts()).toEqual([Date.parse('2027-03-20T15:00Z')])
    // Years later than what is asked for, because nothing of ours is lost from sight.
    await radicale.move(object?.href ?? '', Date.parse('2034-03-20T15:00Z'))
    expect(await starts()).toEqual([Date.parse('2034-03-20T15:00Z')])
    await radicale.delete(object?.href ?? '')
    expect(await starts()).toEqual([])
  })

  it('asks for the contents of what has changed, and for nothing else', async () => {
    const radicale = await openRadicale()
    const asked: string[] = []
    const watched = (body: Buffer) => {
      asked.push(...(body.toString().match(/[\w-]+\.ics/g) ?? []))
      return null
    }
    const calendar = open(radicale, await behind(radicale.url, { answerTo: watched }))
    // More than are asked for at once.
    const names = Array.from({ length: 51 }, (_, index) => `event-${index + 10}`)
    for (const name of names)
      await radicale.putEvent(name, ['DTSTART:20270313T160000Z', 'DTEND:20270313T170000Z'])
    const starts = async () =>
      (await calendar.read(during, signal())).busy.map(({ startEpochMs }) => startEpochMs)
    const at = Date.parse('2027-03-13T16:00Z')
    expect(await starts()).toEqual(names.map(() => at))
    expect(asked.sort()).toEqual(names.map((name) => `${name}.ics`))
    await radicale.edit(new URL('event-20.ics', radicale.url).pathname, (text) => text.replace('T16', 'T15'))
    expect((await starts()).sort()).toEqual([at - 3_600_000, ...names.slice(1).map(() => at)])
    expect(asked.slice(names.length)).toEqual(['event-20.ics'])
  })

  it('tells our own event from its repetitions, and follows it where the owner has imported it', async () => {
    const radicale = await openRadicale()
    const calendar = open(radicale)
    await calendar.create(eventOn('2027-03-13', 0), signal())
    const [object] = await radicale.objects()
    await radicale.edit(object?.href ?? '', (text) =>
      text.replace('END:VEVENT', 'RRULE:FREQ=WEEKLY;COUNT=2\r\nEND:VEVENT'),
    )
    const ownUids = async () => (await calendar.read(during, signal())).busy.map(({ ownUid }) => ownUid)
    expect(await ownUids()).toEqual([uid, null])
    const later = { startEpochMs: Date.parse('2027-03-20T00:00Z'), endEpochMs: during.endEpochMs }
    expect((await calendar.read(later, signal())).busy).toHaveLength(1)

    const text = (await radicale.objects())[0]?.text ?? ''
    await radicale.delete(object?.href ?? '')
    await radicale.putText('imported', text)
    expect((await calendar.read(during, signal())).events).toHaveLength(1)
    expect(await calendar.find(eventOn('2027-03-13', 0), signal())).toMatchObject({
      uid,
      startEpochMs: Date.parse('2027-03-13T16:00Z'),
    })
  })

  it('finds, changes and deletes one that the owner has imported, although it has never read the calendar', async () => {
    const radicale = await openRadicale()
    await open(radicale).create(eventOn('2027-03-13', 0), signal())
    const [object] = await radicale.objects()
    await radicale.delete(object?.href ?? '')
    await radicale.putText('imported', object?.text ?? '')
    await radicale.putEvent('beside', ['DTSTART:20270313T160000Z', 'DTEND:20270313T170000Z'])
    const calendar = open(radicale)
    const first = (await calendar.find(eventOn('2027-03-13', 0), signal())) ?? expect.fail()
    await calendar.move(first, eventOn('2027-03-15', 1), signal())
    await calendar.reword({ ...eventOn('2027-03-15', 1), summary: 'Somebody' }, signal())
    const there = async () => (await radicale.events()).map(({ href, event }) => `${href} ${event.summary}`)
    expect(await there()).toEqual(['/owner/shop/beside.ics Private', '/owner/shop/imported.ics Somebody'])
    const second = (await calendar.find(eventOn('2027-03-15', 1), signal())) ?? expect.fail()
    await calendar.erase(second, signal())
    expect(await there()).toEqual(['/owner/shop/beside.ics Private'])
    expect(await calendar.find(eventOn('2027-03-15', 1), signal())).toBeNull()
  })

  it('takes an invitation that the owner has declined for free, under each of the owner’s addresses', async () => {
    const radicale = await openRadicale()
    const calendar = open(radicale, await behind(radicale.url, { answerTo: tellsAddresses }))
    const at = ['DTSTART:20270313T160000Z', 'DTEND:20270313T170000Z']
    const answer = (address: string, status: string) => `ATTENDEE;PARTSTAT=${status}:MAILTO:${address}`
    // The last is what the account is called.
    for (const address of ['Fittings@hollisandcrane.example', 'crane@example.com', 'owner'])
      await radicale.putEvent(`declined-${address}`, [...at, answer(address, 'DECLINED')])
    expect((await calendar.read(during, signal())).busy).toEqual([])
    // Whatever its object is called.
    await radicale.putEvent('the others%2541', [...at, answer('bob@example.com', 'DECLINED')])
    await radicale.putEvent('accepted', [...at, answer('fittings@hollisandcrane.example', 'ACCEPTED')])
    expect((await calendar.read(during, signal())).busy).toHaveLength(2)
  })

  it('needs no report on what has changed since the last time', async () => {
    const radicale = await openRadicale()
    const notKnown = (body: Buffer) => (body.includes('sync-collection') ? { status: 403 } : null)
    const calendar = open(radicale, await behind(radicale.url, { answerTo: notKnown }))
    await calendar.create(eventOn('2027-03-13', 0), signal())
    expect((await calendar.read(during, signal())).events).toHaveLength(1)
  })
})

describe.each([
  { what: 'a page for people', status: 200, xml: '<html><body>Back soon</body></html>' },
  { what: 'nothing', status: 200, xml: '' },
  { what: 'that there was too much', status: 507, xml: '<multistatus xmlns="DAV:"/>' },
  {
    what: 'a part, and that there was too much',
    status: 207,
    xml: '<multistatus xmlns="DAV:"><response><href>/owner/shop/</href><status>HTTP/1.1 507 Full</status></response></multistatus>',
  },
])('a CalDAV server that answers $what when it is asked for the events', ({ status, xml }) => {
  it('has told nothing of them, least of all that there are none', async () => {
    const radicale = await openRadicale()
    const unwell = (body: Buffer) => (body.includes('calendar-query') ? { status, xml } : null)
    const calendar = open(radicale, await behind(radicale.url, { answerTo: unwell }))
    await calendar.create(eventOn('2027-03-13', 0), signal())
    const code = `CALDAV_${status === 207 ? 507 : status}`
    await expect(calendar.read(during, signal())).rejects.toMatchObject({ code })
  })
})

describe('a page for people that answers in place of a CalDAV server', () => {
  it('has taken no event, given none out and deleted none', async () => {
    const radicale = await openRadicale()
    let isAway = false
    const page = () => (isAway ? { status: 200, html: '<html><body>Back soon</body></html>' } : null)
    const calendar = open(radicale, await behind(radicale.url, { answerTo: page }))
    await calendar.create(eventOn('2027-03-13', 0), signal())
    const known = await calendar.find(eventOn('2027-03-13', 0), signal())
    if (!known) return expect.fail('The event stands nowhere.')
    isAway = true
    const code = { code: 'CALDAV_200' }
    const other = { ...eventOn('2027-03-14', 0), uid: uid.replace('01a1', '01a2') }
    await expect(calendar.create(other, signal())).rejects.toMatchObject(code)
    await expect(calendar.find(eventOn('2027-03-13', 0), signal())).rejects.toMatchObject(code)
    await expect(calendar.erase(known, signal())).rejects.toMatchObject(code)
  })
})

describe('a CalDAV server that refuses an event', () => {
  it('says so with its status, and that another calendar of the account holds the event', async () => {
    const radicale = await openRadicale()
    let why = ''
    const caldav = 'urn:ietf:params:xml:ns:caldav'
    let status = 403
    let xmlOf = () => `<D:error xmlns:D="DAV:" xmlns:C="${caldav}"><C:${why}/></D:error>`
    const refuses = (body: Buffer) => (body.includes('BEGIN:VEVENT') ? { status, xml: xmlOf() } : null)
    const calendar = open(radicale, await behind(radicale.url, { answerTo: refuses }))
    const codeFor = async (word: string): Promise<unknown> => {
      why = word
      const error: unknown = await calendar.create(eventOn('2027-03-13', 0), signal()).catch((fault) => fault)
      return error instanceof Error && 'code' in error ? error.code : error
    }
    expect(await codeFor('supported-calendar-data')).toBe('CALDAV_403')
    expect(await codeFor('no-uid-conflict')).toBe('CALDAV_403_no-uid-conflict')
    // What Cyrus calls it.
    expect(await codeFor('unique-scheduling-object-resource')).toBe('CALDAV_403_no-uid-conflict')
    // What SOGo says, with 409.
    xmlOf = () => '<d:error xmlns:d="DAV:">Event UID already in use. (shop.ics)</d:error>'
    status = 409
    expect(await codeFor('')).toBe('CALDAV_409_no-uid-conflict')
  })
})

describe('an event in an account whose server tells its mail addresses', () => {
  it('has one of them as its organizer, so that the owner’s phone lets it be moved: the business’s own, or the first', async () => {
    const radicale = await openRadicale()
    let isAway = true
    const answerTo = (body: Buffer) =>
      isAway && body.includes('current-user-principal') ? { status: 503 } : tellsAddresses(body)
    const calendar = open(radicale, await behind(radicale.url, { answerTo }))
    const organizers = async () => (await radicale.events()).map(({ event }) => event.organizer)
    await calendar.create(eventOn('2027-03-13', 0), signal())
    isAway = false
    await calendar.create({ ...eventOn('2027-03-14', 0), uid: uid.replace('01a1', '01a2') }, signal())
    const business = 'mailto:fittings@hollisandcrane.example'
    expect(await organizers()).toEqual([business, 'mailto:Crane@example.com'])

    const tellsBoth = (body: Buffer) => {
      const own = tellsAddresses(body)
      return own && { ...own, xml: own.xml.replace('hollis@example.com', 'Fittings@hollisandcrane.example') }
    }
    const both = open(radicale, await behind(radicale.url, { answerTo: tellsBoth }))
    await both.create({ ...eventOn('2027-03-15', 0), uid: uid.replace('01a1', '01a3') }, signal())
    expect((await organizers())[2]).toBe(business)
  })
})

describe('a CalDAV account that is wrong', () => {
  it('is refused with the status alone, never with the password', async () => {
    const radicale = await openRadicale()
    const account = { url: radicale.url, username: 'owner', password: 'not-the-password' }
    const calendar = caldavCalendar(account, { shop, uidDomain: shopDomain, now: Date.now })
    await expect(calendar.find(eventOn('2027-03-13', 0), signal())).rejects.toMatchObject({
      code: 'CALDAV_401',
    })
    await expect(calendar.read(during, signal())).rejects.toMatchObject({ code: 'CALDAV_401' })
    await radicale.kill()
    await expect(calendar.find(eventOn('2027-03-13', 0), signal())).rejects.toMatchObject({
      code: 'ECONNREFUSED',
    })
  })
})

describe('a hostile entry in a CalDAV calendar', () => {
  it.each(Object.entries(hostileEntries))('hides no other entry and is named: %s', async (_, entry) => {
    const radicale = await openRadicale()
    const calendar = open(radicale)
    await radicale.putText('a-hostile', hostileObject('a-hostile', entry))
    await radicale.putEvent('fair', ['DTSTART:20270313T160000Z', 'DTEND:20270313T170000Z'])
    await calendar.create(eventOn('2027-03-14', 0), signal())
    const { busy, events, unreadable } = await calendar.read(during, signal())
    expect(events).toMatchObject([{ uid }])
    expect(busy.filter(({ ownUid }) => ownUid === null)).toMatchObject([
      { startEpochMs: Date.parse('2027-03-13T16:00Z') },
    ])
    expect(unreadable).toEqual(entry.isUnreadable ? [expect.stringMatching(/^a-hostile@/)] : [])
    // The server doesn't read it again while it is unchanged.
    expect(await calendar.read(during, signal())).toMatchObject({ unreadable })
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
    const radicale = await openRadicale()
    const other = await openElsewhere(() => null)
    const { url } = await openElsewhere((path) => `${other.url}${path}?x`)
    const calendar = open(radicale, `${url}/owner/shop/`)
    const code = `CALDAV_301_to ${other.url}/owner/shop/`
    await expect(calendar.read(during, signal())).rejects.toMatchObject({ code })
    const known = { ...eventOn('2027-03-13', 0), version: '"1"', allDay: false }
    for (const work of [
      () => calendar.find(known, signal()),
      () => calendar.create(eventOn('2027-03-13', 0), signal()),
      () => calendar.erase(known, signal()),
    ])
      await expect(work()).rejects.toMatchObject({ code: expect.stringContaining(code) })
    expect(other.seen).toEqual([])
  })

  it('within its origin is followed', async () => {
    const radicale = await openRadicale()
    const front = await behind(radicale.url, {
      redirects: (path) => (path.startsWith('/old/') ? path.replace('/old/', '/owner/') : null),
    })
    const calendar = open(radicale, new URL('/old/shop/', front).href)
    await calendar.create(eventOn('2027-03-13', 0), signal())
    expect(await radicale.events()).toHaveLength(1)
  })

  it('names a principal at another origin, and that origin is not asked', async () => {
    const radicale = await openRadicale()
    const other = await openElsewhere(() => null)
    const xml = `<d:multistatus xmlns:d="DAV:"><d:response><d:href>/</d:href><d:propstat><d:prop>
      <d:current-user-principal><d:href>${other.url}/me/</d:href></d:current-user-principal></d:prop>
      <d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response></d:multistatus>`
    const answerTo = (body: Buffer) => (body.includes('current-user-principal') ? { status: 207, xml } : null)
    const calendar = open(radicale, await behind(radicale.url, { answerTo }))
    await calendar.create(eventOn('2027-03-13', 0), signal())
    expect(await radicale.events()).toHaveLength(1)
    expect(other.seen).toEqual([])
  })
})

describe('an event in a calendar whose server would email its attendees', () => {
  const organizers = async (radicale: OpenRadicale) =>
    (await radicale.events()).map(({ component }) =>
      component.getFirstProperty('organizer')?.getFirstParameter('schedule-agent'),
    )
  /** As an earlier version wrote it. */
  const unmarked = (text: string) =>
    text.replace(/\r?\n /g, '').replace(/(ORGANIZER[^\r\n]*?);SCHEDULE-AGENT=CLIENT/, '$1')

  it('leaves that to this server, also where an earlier version wrote it', async () => {
    const radicale = await openRadicale()
    const calendar = open(radicale)
    await calendar.create(eventOn('2027-03-13', 0), signal())
    expect(await organizers(radicale)).toEqual(['CLIENT'])
    const [object] = await radicale.objects()
    await radicale.edit(object?.href ?? '', unmarked)
    expect(await organizers(radicale)).toEqual([undefined])
    const known = (await calendar.find(eventOn('2027-03-13', 0), signal())) ?? expect.fail()
    await calendar.move(known, eventOn('2027-03-20', 1), signal())
    expect(await organizers(radicale)).toEqual(['CLIENT'])
  })

  it('is marked before it goes', async () => {
    const radicale = await openRadicale()
    const asked: string[] = []
    const watched = (body: Buffer) => {
      asked.push(body.toString())
      return null
    }
    const calendar = open(radicale, await behind(radicale.url, { answerTo: watched }))
    await calendar.create(eventOn('2027-03-13', 0), signal())
    const [object] = await radicale.objects()
    await radicale.edit(object?.href ?? '', unmarked)
    const known = (await calendar.find(eventOn('2027-03-13', 0), signal())) ?? expect.fail()
    asked.length = 0
    await calendar.erase(known, signal())
    expect(asked.some((body) => /ORGANIZER[^:]*SCHEDULE-AGENT/s.test(body))).toBe(true)
    expect(await radicale.events()).toEqual([])
  })
})
