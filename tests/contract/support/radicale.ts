import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ICAL from 'ical.js'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { type RadicaleServer, startRadicale } from '../../support/radicale-server.ts'
import { temporaryFolder } from './shop-server.ts'

/** A time zone as phones write it next to their events. */
const newYork = [
  'BEGIN:VTIMEZONE',
  'TZID:America/New_York',
  'BEGIN:DAYLIGHT',
  'DTSTART:20070311T020000',
  'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU',
  'TZOFFSETFROM:-0500',
  'TZOFFSETTO:-0400',
  'END:DAYLIGHT',
  'BEGIN:STANDARD',
  'DTSTART:20071104T020000',
  'RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU',
  'TZOFFSETFROM:-0400',
  'TZOFFSETTO:-0500',
  'END:STANDARD',
  'END:VTIMEZONE',
]

/** Time zones also have a DTSTART. */
export const eventStart = /(BEGIN:VEVENT[\s\S]*?)DTSTART[^\r\n]*/

const dateTime = (epochMs: number) => new Date(epochMs).toISOString().replace(/[-:]|\.\d{3}/g, '')

/** What an owner does in a calendar, and how a shop reaches it. */
function calendarOf(calendar: Awaited<ReturnType<RadicaleServer['openCalendar']>>) {
  const { url, username, password, request, makeCalendar, objects } = calendar

  /** Writes an event as the owner's phone does. */
  async function putEvent(name: string, lines: readonly string[]): Promise<void> {
    const head = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Phone//EN', ...newYork, 'BEGIN:VEVENT']
    const event = [`UID:${name}`, 'DTSTAMP:20261201T000000Z', 'SUMMARY:Private', ...lines]
    await putText(name, [...head, ...event, 'END:VEVENT', 'END:VCALENDAR', ''].join('\r\n'))
  }

  async function putText(name: string, text: string): Promise<void> {
    const response = await request('PUT', `${name}.ics`, text, { 'content-type': 'text/calendar' })
    if (!response.ok) throw new Error(`The event was not taken: ${response.status}`)
  }

  /** The events as another library reads them than wrote them. */
  async function events() {
    const standing = (await objects()).flatMap(({ href, text }) =>
      new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((component) => {
        const event = new ICAL.Event(component)
        const instant = (time: ICAL.Time) => new Date(time.toUnixTime() * 1000).toISOString()
        return { href, event, component, start: instant(event.startDate), end: instant(event.endDate) }
      }),
    )
    return standing.sort((a, b) => a.start.localeCompare(b.start))
  }

  /** Changes an event's text as a phone does, over the version that it read. */
  async function edit(href: string, change: (text: string) => string): Promise<void> {
    const before = await request('GET', href)
    const more = { 'if-match': before.headers.get('etag') ?? '', 'content-type': 'text/calendar' }
    const response = await request('PUT', href, change(await before.text()), more)
    if (!response.ok) throw new Error(`The change was not taken: ${response.status}`)
  }

  return {
    url,
    env: {
      CALDAV_URL: url,
      CALDAV_USERNAME: username,
      CALDAV_PASSWORD: password,
      CALENDAR_READ_SECONDS: '1',
    },
    makeCalendar,
    putEvent,
    putText,
    objects,
    events,
    edit,
    /** Moves an event to an instant, an hour long. */
    move: (href: string, startEpochMs: number) =>
      edit(href, (text) =>
        text
          .replace(eventStart, `$1DTSTART:${dateTime(startEpochMs)}`)
          .replace(/DTEND[^\r\n]*/, `DTEND:${dateTime(startEpochMs + 3_600_000)}`),
      ),
    delete: async (href: string) => {
      const response = await request('DELETE', href)
      if (!response.ok) throw new Error(`The event was not deleted: ${response.status}`)
    },
  }
}

export type OpenCalendar = ReturnType<typeof calendarOf>

/** A real Radicale of the test's own, which it may kill, with the owner's calendar; stopped after the test. */
export async function openRadicale() {
  const radicale = await startRadicale(temporaryFolder())
  const { start, freeze, kill } = radicale
  onTestFinished(kill)
  return { ...calendarOf(radicale), start, freeze, kill }
}

/** One Radicale for all tests of a file. @returns what opens an empty calendar there */
export function shareRadicale(): () => Promise<OpenCalendar> {
  const folder = mkdtempSync(join(tmpdir(), 'radicale-'))
  let radicale: RadicaleServer
  let calendars = 0
  beforeAll(async () => {
    radicale = await startRadicale(folder)
  })
  afterAll(async () => {
    await radicale.kill()
    rmSync(folder, { recursive: true, force: true })
  })
  return async () => {
    calendars += 1
    return calendarOf(await radicale.openCalendar(`shop-${calendars}`))
  }
}
