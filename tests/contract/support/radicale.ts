import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ICAL from 'ical.js'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { basicInstant, msPerHour } from '../../../booking/time.ts'
import { vtimezone } from '../../../server/calendar/vtimezone.ts'
import { type RadicaleServer, startRadicale } from '../../support/radicale-server.ts'
import { temporaryFolder, testNoon } from './shop-server.ts'

/** Time zones also have a DTSTART. */
export const eventStart = /(BEGIN:VEVENT[\s\S]*?)DTSTART[^\r\n]*/

/** Phones write it next to their events. */
const newYork = vtimezone('America/New_York', [testNoon])

/** What an owner does in a calendar, and how a shop reaches it. */
function calendarOf(calendar: Awaited<ReturnType<RadicaleServer['openCalendar']>>) {
  const { url, username, password, request, makeCalendar, objects } = calendar

  async function done(method: string, href: string, text?: string, headers?: Record<string, string>) {
    const response = await request(method, href, text, { 'content-type': 'text/calendar', ...headers })
    if (!response.ok) throw new Error(`The calendar answered ${response.status} to ${method} ${href}.`)
    return response
  }

  const putText = (name: string, text: string) => done('PUT', `${name}.ics`, text)

  /** Writes an event as the owner's phone does. */
  function putEvent(name: string, lines: readonly string[]) {
    const head = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Phone//EN', newYork, 'BEGIN:VEVENT']
    const event = [`UID:${name}`, 'DTSTAMP:20261201T000000Z', 'SUMMARY:Private', ...lines]
    return putText(name, [...head, ...event, 'END:VEVENT', 'END:VCALENDAR', ''].join('\r\n'))
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
    const before = await done('GET', href)
    const version = { 'if-match': before.headers.get('etag') ?? '' }
    await done('PUT', href, change(await before.text()), version)
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
          .replace(eventStart, `$1DTSTART:${basicInstant(startEpochMs)}`)
          .replace(/DTEND[^\r\n]*/, `DTEND:${basicInstant(startEpochMs + msPerHour)}`),
      ),
    delete: (href: string) => done('DELETE', href),
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
