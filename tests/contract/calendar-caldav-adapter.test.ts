import ICAL from 'ical.js'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { businessEvent } from '../../booking/calendar-event.ts'
import { shop } from '../../booking/shop.ts'
import { caldavCalendar } from '../../server/calendar/caldav/caldav-calendar.ts'
import { behind } from './support/behind.ts'
import { type OpenRadicale, openRadicale } from './support/radicale.ts'
import { ann } from './support/shop-server.ts'

const uid = '01a1fe31-0afc-75f7-9420-a9d73a7ae770@hollisandcrane.example'
const signal = () => AbortSignal.timeout(10_000)

const eventOn = (appointment_date: string, sequence: number) => ({
  ...businessEvent({ ...ann, appointment_date }, shop),
  uid,
  sequence,
  status: 'confirmed' as const,
  attendee: { name: ann.full_name, email: ann.email },
})

function open({ env }: OpenRadicale, url = env.CALDAV_URL) {
  const account = { url, username: env.CALDAV_USERNAME, password: env.CALDAV_PASSWORD }
  const log = pino({ level: 'silent' })
  return caldavCalendar(account, { shop, now: Date.now, log })
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
    const known = await calendar.find(uid, signal())
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

  it('is left alone when the owner has changed it since it was read', async () => {
    const radicale = await openRadicale()
    const calendar = open(radicale)
    await calendar.create(eventOn('2027-03-13', 0), signal())
    const known = await calendar.find(uid, signal())
    const [object] = await radicale.objects()
    await radicale.edit(object?.href ?? '', (text) => text.replace('SUMMARY:', 'SUMMARY:Changed '))
    if (!known) return expect.fail('The event stands nowhere.')
    await expect(calendar.move(known, eventOn('2027-03-15', 1), signal())).rejects.toThrow('has changed')
    await expect(calendar.erase(known, signal())).rejects.toThrow('has changed')
    expect((await radicale.events())[0]?.start).toBe('2027-03-13T16:00:00.000Z')
  })
})

describe('a CalDAV server without sync tokens', () => {
  it('is followed by the entity tags of its objects', async () => {
    const radicale = await openRadicale()
    const notKnown = (body: Buffer) => (body.includes('sync-collection') ? { status: 403 } : null)
    const calendar = open(radicale, await behind(radicale.url, { answerTo: notKnown }))
    const known = new Set([uid])
    await calendar.create(eventOn('2027-03-13', 0), signal())
    const first = await calendar.changesSince(null, known, signal())
    expect(first.events).toHaveLength(1)
    const second = await calendar.changesSince(first.cursor, known, signal())
    expect([second.events, second.gone]).toEqual([[], []])

    const [object] = await radicale.objects()
    await radicale.move(object?.href ?? '', Date.parse('2027-03-20T15:00Z'))
    const moved = await calendar.changesSince(second.cursor, known, signal())
    expect(moved.events.map((event) => event.startEpochMs)).toEqual([Date.parse('2027-03-20T15:00Z')])
    await radicale.delete(object?.href ?? '')
    const gone = await calendar.changesSince(moved.cursor, known, signal())
    expect(gone.gone).toEqual([uid])
  })
})

describe('an event in an account whose server tells its mail addresses', () => {
  it('has that address as its organizer, so that the owner’s phone lets it be moved', async () => {
    const radicale = await openRadicale()
    const xml = `<multistatus xmlns="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><response><href>/owner/</href>
      <propstat><prop><c:calendar-user-address-set><href>/owner/</href><href>mailto:hollis@example.com</href>
      <href>mailto:crane@example.com</href></c:calendar-user-address-set></prop>
      <status>HTTP/1.1 200 OK</status></propstat></response></multistatus>`
    const tells = (body: Buffer) => (body.includes('calendar-user-address-set') ? { status: 207, xml } : null)
    await open(radicale, await behind(radicale.url, { answerTo: tells })).create(
      eventOn('2027-03-13', 0),
      signal(),
    )
    expect((await radicale.events())[0]?.event.organizer).toBe('mailto:hollis@example.com')
  })
})

describe('a CalDAV account that is wrong', () => {
  it('is refused with the status alone, never with the password', async () => {
    const radicale = await openRadicale()
    const account = { url: radicale.url, username: 'owner', password: 'not-the-password' }
    const calendar = caldavCalendar(account, { shop, now: Date.now, log: pino({ level: 'silent' }) })
    await expect(calendar.find(uid, signal())).rejects.toMatchObject({ code: 'CALDAV_401' })
    await expect(calendar.changesSince(null, new Set(), signal())).rejects.toMatchObject({
      code: 'CALDAV_401',
    })
    const during = { startEpochMs: 0, endEpochMs: 1e12 }
    await expect(calendar.busyDuring(during, signal())).rejects.toMatchObject({ code: 'CALDAV_401' })
    await radicale.kill()
    await expect(calendar.find(uid, signal())).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  })
})
