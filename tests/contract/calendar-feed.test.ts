import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import ICAL from 'ical.js'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createCalendarEventStore } from '../../server/db/calendar-events.ts'
import { openSqlite } from '../../server/db/sqlite.ts'
import { makeFolder } from '../../server/lib/files-and-secrets.ts'
import { atDesk } from './support/desk.ts'
import { runCommand } from './support/run-command.ts'
import { ann, createTemporaryFolder, openShop, readFeedSecret, waitFor } from './support/shop-server.ts'
import { cancel, getVisitToken } from './support/visits.ts'

/** The feed's events, read with another library and the feed's own time zone. */
function read(feed: string) {
  const calendar = new ICAL.Component(ICAL.parse(feed))
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component)
    const [start, end] = [event.startDate, event.endDate].map((time) => {
      expect([time.zone?.tzid, time.zone?.component?.name]).toEqual(['America/Chicago', 'vtimezone'])
      return new Date(time.toUnixTime() * 1000).toISOString().slice(0, 16)
    })
    return { component, event, times: `${start} ${end}` }
  })
}

describe('the calendar feed', () => {
  it('lists each event at its instant on both sides of the clock changes, in the order of RFC 5545', async () => {
    const shop = await openShop()
    const days = ['2027-03-13', '2027-03-14', '2027-03-15', '2027-11-06', '2027-11-07', '2027-11-08']
    for (const appointment_date of days) await shop.postForm({ ...ann, appointment_date })
    const desk = await atDesk(shop)
    await desk.rpc('close_time', { from: '2027-12-01T10:00', to: '2027-12-01T11:00', reason: 'Fair' })
    await waitFor(async () => read(await shop.feed()).length === 7)
    const feed = await shop.feed()
    const events = read(feed)
    expect(events.map(({ event, times }) => `${times} ${event.summary}`)).toEqual([
      '2027-03-13T16:00 2027-03-13T17:00 Consultation: Ann Lee',
      '2027-03-14T15:00 2027-03-14T16:00 Consultation: Ann Lee',
      '2027-03-15T15:00 2027-03-15T16:00 Consultation: Ann Lee',
      '2027-11-06T15:00 2027-11-06T16:00 Consultation: Ann Lee',
      '2027-11-07T16:00 2027-11-07T17:00 Consultation: Ann Lee',
      '2027-11-08T16:00 2027-11-08T17:00 Consultation: Ann Lee',
      '2027-12-01T16:00 2027-12-01T17:00 Closed: Fair',
    ])
    for (const { component } of events) {
      expect(component.getFirstPropertyValue('dtstamp')?.toString()).toMatch(/Z$/)
      expect(component.getAllSubcomponents('valarm')).toHaveLength(1)
    }
    expect(feed).toContain('REFRESH-INTERVAL;VALUE=DURATION:PT15M\r\n')
    // Properties come before components, and a closed time has no empty ones.
    expect(feed).not.toMatch(/^END:\w+\r\n(?!BEGIN:|END:|$)/m)
    expect(feed).not.toMatch(/^(?:DESCRIPTION|LOCATION)[^:]*:\r\n/m)
  })

  it('keeps an event’s UID when the website moves, and sets no alarm for a canceled one', async () => {
    const before = await openShop()
    await before.postForm({ ...ann })
    const token = await getVisitToken(before)
    await waitFor(async () => (await before.feed()).includes('BEGIN:VEVENT'))
    await before.close()
    // As the shop's earlier address would have written it.
    before.file().prepare("update calendar_events set uid = replace(uid, '@', '@www.')").run()
    const shop = await openShop({ folder: before.folder })
    await cancel(shop, token)
    await waitFor(async () => (await shop.feed()).includes('STATUS:CANCELLED'))
    expect((await shop.feed()).match(/BEGIN:VEVENT/g)).toHaveLength(1)
    expect(await shop.feed()).not.toContain('VALARM')
    await shop.close()
    await runCommand('forget', [ann.email], shop.settings)
    const events = shop.file().prepare('select * from calendar_events').all()
    expect(events).toEqual([expect.objectContaining({ summary: 'Consultation', description: '' })])
  })

  it('needs its secret address, even after a power cut emptied files', async () => {
    const folder = createTemporaryFolder()
    const [secretFile, deskKey] = ['calendar-secret', 'desk-key'].map((name) => join(folder, 'data', name))
    if (!secretFile || !deskKey) return expect.fail()
    makeFolder(join(folder, 'data'))
    for (const file of [secretFile, deskKey]) writeFileSync(file, '\n')
    const shop = await openShop({ folder })
    const secret = readFeedSecret(shop.dataDir)
    expect(secret).toMatch(/^[\w-]{32}$/)
    expect(statSync(secretFile).mode & 0o777).toBe(0o600)
    const ask = (guess: string) => fetch(`${shop.url}/calendar/${guess}.ics`)
    expect((await ask(secret)).headers.get('content-type')).toContain('text/calendar')
    for (const guess of ['', 'x', secret.slice(0, -1), `${secret}x`])
      expect((await ask(guess)).status).toBe(404)
    expect(shop.calendarWhere).toBe(`${shop.publicUrl}/calendar/${secret}.ics`)
    await atDesk(shop)
    expect(readFileSync(deskKey, 'utf8').length).toBeGreaterThanOrEqual(32)
  })

  it('never returns to an older change of an event', async () => {
    const engine = await openSqlite(join(createTemporaryFolder(), 'test.sqlite'), { seats: 1 })
    onTestFinished(() => engine.close())
    const store = createCalendarEventStore(engine)
    const event = { uid: 'a@example.com', status: 'confirmed', startEpochMs: 1, endEpochMs: 2 } as const
    const summaryAfter = async (sequence: number, summary: string) => {
      await store.put({ ...event, description: '', location: '', sequence, summary }, 0)
      return (await store.endingAfter(0)).map((stored) => stored.summary).join()
    }
    expect(await summaryAfter(1, 'first')).toBe('first')
    expect(await summaryAfter(0, 'older')).toBe('first')
    expect(await summaryAfter(1, 'again')).toBe('first')
    expect(await summaryAfter(2, 'newer')).toBe('newer')
  })
})
