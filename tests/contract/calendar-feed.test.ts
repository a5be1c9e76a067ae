import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import ICAL from 'ical.js'
import { describe, expect, it, onTestFinished } from 'vitest'
import { shop as demoShop } from '../../booking/opening-hours.ts'
import { addressLine } from '../../demo/business.ts'
import { eventObject, rewordedObject } from '../../server/calendar/caldav/objects.ts'
import { calendarFeed } from '../../server/calendar/feed.ts'
import { calendarEventStore } from '../../server/db/calendar-events.ts'
import { openSqlite } from '../../server/db/sqlite.ts'
import { makeFolder } from '../../server/lib/files-and-secrets.ts'
import { atDesk } from './support/desk.ts'
import { runCommand } from './support/run-command.ts'
import { ann, feedSecretOf, type OpenShop, openShop, temporaryFolder, until } from './support/shop-server.ts'
import { cancel, tokenOf } from './support/visits.ts'

/** The feed's events as another library reads them, with the feed's own time zone. */
function read(feed: string) {
  const calendar = new ICAL.Component(ICAL.parse(feed))
  const instant = (time: ICAL.Time) => {
    expect(time.zone?.tzid).toBe('America/Chicago')
    expect(time.zone?.component?.name).toBe('vtimezone')
    return new Date(time.toUnixTime() * 1000).toISOString()
  }
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component)
    return { component, event, start: instant(event.startDate), end: instant(event.endDate) }
  })
}

/** The properties of a component that come after a component inside it. */
function propertiesAfterComponents(calendar: string): string[] {
  const after: string[] = []
  const hasComponents = [false]
  for (const line of calendar.split(/\r\n(?! )/).filter(Boolean)) {
    if (line.startsWith('BEGIN:')) hasComponents.push(false)
    else if (line.startsWith('END:')) hasComponents.splice(-2, 2, true)
    else if (hasComponents.at(-1)) after.push(line)
  }
  return after
}

async function feedAfter(shop: OpenShop, days: readonly string[]): Promise<string> {
  for (const appointment_date of days) await shop.postForm({ ...ann, appointment_date })
  const events = async () => (await shop.feed()).match(/BEGIN:VEVENT/g)?.length
  await until(async () => (await events()) === days.length)
  return shop.feed()
}

const event = {
  uid: 'a@example.com',
  sequence: 0,
  status: 'confirmed' as const,
  startEpochMs: Date.UTC(2026, 11, 3, 16),
  endEpochMs: Date.UTC(2026, 11, 3, 17),
  summary: 'Closed',
  description: 'Navy cloth',
  location: addressLine,
  updatedAtMs: 0,
}

describe('the calendar feed', () => {
  it('shows each consultation at its instant on both sides of the clock changes', async () => {
    const shop = await openShop()
    const days = ['2027-03-13', '2027-03-14', '2027-03-15', '2027-11-06', '2027-11-07', '2027-11-08']
    const events = read(await feedAfter(shop, days))
    expect(events.map(({ start }) => start)).toEqual([
      '2027-03-13T16:00:00.000Z',
      '2027-03-14T15:00:00.000Z',
      '2027-03-15T15:00:00.000Z',
      '2027-11-06T15:00:00.000Z',
      '2027-11-07T16:00:00.000Z',
      '2027-11-08T16:00:00.000Z',
    ])
    for (const { start, end } of events) expect(Date.parse(end) - Date.parse(start)).toBe(3_600_000)
  })

  it('says who comes, where, and reminds the owner, in the order of RFC 5545', async () => {
    const shop = await openShop()
    const feed = await feedAfter(shop, [ann.appointment_date])
    expect(feed).toMatch(
      /^BEGIN:VCALENDAR\r\n[\s\S]*REFRESH-INTERVAL;VALUE=DURATION:PT15M\r\n[\s\S]*END:VCALENDAR\r\n$/,
    )
    expect(propertiesAfterComponents(feed)).toEqual([])
    const [read1] = read(feed)
    const { id } = shop.file().prepare('select id from appointments').get() ?? {}
    expect(read1?.event.uid).toBe(`${id}@hollisandcrane.example`)
    expect(read1?.event.summary).toBe('Consultation: Ann Lee')
    expect(read1?.event.description).toContain('(555) 123-4567')
    expect(read1?.event.location).toBe(addressLine)
    expect(read1?.event.organizer).toBe('mailto:fittings@hollisandcrane.example')
    const [attendee] = read1?.event.attendees ?? []
    expect([String(attendee?.getFirstValue()).toLowerCase(), attendee?.getFirstParameter('cn')]).toEqual([
      'mailto:ann@example.com',
      'Ann Lee',
    ])
    expect(read1?.component.getFirstPropertyValue('status')).toBe('CONFIRMED')
    expect(read1?.component.getFirstPropertyValue('dtstamp')?.toString()).toMatch(/Z$/)
    expect(read1?.component.getAllSubcomponents('valarm')).toHaveLength(1)
  })

  it('keeps the name of a consultation when the website moves, and has no alarm for a canceled one', async () => {
    const before = await openShop()
    await feedAfter(before, [ann.appointment_date])
    const token = await tokenOf(before)
    await before.close()
    // As the shop's earlier address would have written it.
    before.file().prepare("update calendar_events set uid = replace(uid, '@', '@www.')").run()
    const shop = await openShop({ folder: before.folder })
    await cancel(shop, token)
    await until(async () => (await shop.feed()).includes('STATUS:CANCELLED'))
    expect((await shop.feed()).match(/BEGIN:VEVENT/g)).toHaveLength(1)
    expect(await shop.feed()).not.toContain('VALARM')
    await shop.close()
    await runCommand('forget', [ann.email], shop.settings)
    const events = shop.file().prepare('select * from calendar_events').all()
    expect(events).toEqual([expect.objectContaining({ summary: 'Consultation', description: '' })])
  })

  it('is only there for those who know its address', async () => {
    const shop = await openShop()
    const secret = feedSecretOf(shop.dataDir)
    expect(secret).toMatch(/^[\w-]{32}$/)
    expect(statSync(join(shop.dataDir, 'calendar-secret')).mode & 0o777).toBe(0o600)
    expect((await fetch(`${shop.url}/calendar/${secret}.ics`)).headers.get('content-type')).toContain(
      'text/calendar',
    )
    for (const guess of ['x', secret.slice(0, -1), `${secret}x`]) {
      expect((await fetch(`${shop.url}/calendar/${guess}.ics`)).status).toBe(404)
    }
    expect(shop.calendarWhere).toBe(`${shop.publicUrl}/calendar/${secret}.ics`)
  })

  it('and the desk get a new secret where a power cut left an empty file', async () => {
    const folder = temporaryFolder()
    makeFolder(join(folder, 'data'))
    const files = ['calendar-secret', 'desk-key'].map((name) => join(folder, 'data', name))
    for (const file of files) writeFileSync(file, '\n')
    const shop = await openShop({ folder })
    expect((await fetch(`${shop.url}/calendar/.ics`)).status).toBe(404)
    expect((await fetch(`${shop.url}/calendar/${feedSecretOf(shop.dataDir)}.ics`)).status).toBe(200)
    await atDesk(shop)
    for (const file of files) expect(readFileSync(file, 'utf8').length).toBeGreaterThanOrEqual(32)
  })

  it('never goes back to an older change of an event', async () => {
    const engine = await openSqlite(join(temporaryFolder(), 'test.sqlite'), 1)
    onTestFinished(() => engine.close())
    const store = calendarEventStore(engine)
    const put = (sequence: number, summary: string) => store.put({ ...event, sequence, summary }, 0)
    await put(1, 'first')
    await put(0, 'older')
    await put(1, 'again')
    expect((await store.endingAfter(0)).map((one) => one.summary)).toEqual(['first'])
    await put(2, 'newer')
    expect((await store.endingAfter(0)).map((one) => one.summary)).toEqual(['newer'])
  })

  it('has no line for a description or place that an event lacks, nor has a CalDAV calendar', () => {
    const { timeZone } = demoShop
    const bare = { ...event, description: '', location: '' }
    const before = eventObject(event, 0, timeZone)
    expect(before).toMatch(/^DESCRIPTION:Navy cloth\r\n/m)
    const organizer = 'shop@example.com'
    for (const written of [
      calendarFeed([bare], demoShop),
      eventObject(bare, 0, timeZone),
      rewordedObject(before, bare, 0, timeZone, organizer),
    ]) {
      expect(written).toContain('SUMMARY:Closed')
      expect(written).not.toMatch(/^(?:DESCRIPTION|LOCATION)[^:]*:\r\n/m)
      expect(written).not.toContain(event.description)
    }
  })

  it('keeps hostile text inside its event', () => {
    const hostile = 'Ann\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nSUMMARY:=cmd()|\\;,\u202e<script>'
    const kept = { ...event, summary: hostile, description: 'x'.repeat(10_000), location: hostile }
    const feed = calendarFeed([kept], demoShop)
    const events = read(feed)
    expect(events).toHaveLength(1)
    expect(events[0]?.event.summary).toBe(hostile.replaceAll('\r\n', '\n'))
    expect(events[0]?.event.description).toHaveLength(10_000)
    for (const line of feed.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  })
})
