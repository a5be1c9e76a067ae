import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import ICAL from 'ical.js'
import { onTestFinished } from 'vitest'
import { findRadicale } from '../../../scripts/radicale.mjs'
import { freePort } from '../../support/free-port.ts'
import { temporaryFolder, until } from './shop-server.ts'

const username = 'owner'
const password = 'scissors: ünd chalk'
const headers = { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` }

function settings(folder: string, port: number): string {
  return `
[server]
hosts = 127.0.0.1:${port}
[auth]
type = htpasswd
htpasswd_filename = ${join(folder, 'users')}
htpasswd_encryption = plain
delay = 0
[storage]
filesystem_folder = ${join(folder, 'collections')}
[web]
type = none
[logging]
level = error
`
}

/** A time zone as phones write it beside their events. */
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

/** An event as another library than its writer reads it. */
export interface StandingEvent {
  href: string
  event: ICAL.Event
  component: ICAL.Component
  start: string
  end: string
}

/** Time zones have a DTSTART too. */
export const eventStart = /(BEGIN:VEVENT[\s\S]*?)DTSTART[^\r\n]*/

const dateTime = (epochMs: number) => new Date(epochMs).toISOString().replace(/[-:]|\.\d{3}/g, '')

/** A real Radicale of the test's own with the owner's calendar in it, stopped after the test. */
export async function openRadicale() {
  const program = findRadicale()
  if (!program) throw new Error('Radicale is not installed; "npm test" installs it.')
  const folder = temporaryFolder()
  const port = await freePort()
  const config = join(folder, 'config')
  writeFileSync(join(folder, 'users'), `${username}:${password}\n`)
  writeFileSync(config, settings(folder, port))
  const url = `http://127.0.0.1:${port}/${username}/shop/`
  let child: ChildProcess | undefined

  async function request(method: string, href: string, body?: string, more: Record<string, string> = {}) {
    const init = { method, headers: { ...headers, ...more }, ...(body === undefined ? {} : { body }) }
    return fetch(new URL(href, url), init)
  }

  async function start(): Promise<void> {
    const started = spawn(program ?? '', ['--config', config], { stdio: 'ignore' })
    child = started
    await until(async () => {
      if (started.exitCode !== null) throw new Error(`Radicale ended with ${started.exitCode}.`)
      return fetch(url).then(
        () => true,
        () => false,
      )
    })
  }

  /** Ends it as a power cut would. */
  async function kill(): Promise<void> {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  }

  async function makeCalendar(): Promise<void> {
    const response = await request('MKCALENDAR', url)
    if (response.status !== 201) throw new Error(`The calendar could not be made: ${response.status}`)
  }

  /** Writes an event as the owner's phone does. */
  async function putEvent(name: string, lines: readonly string[]): Promise<void> {
    const head = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Phone//EN', ...newYork, 'BEGIN:VEVENT']
    const event = [`UID:${name}`, 'DTSTAMP:20261201T000000Z', 'SUMMARY:Private', ...lines]
    await putText(name, [...head, ...event, 'END:VEVENT', 'END:VCALENDAR', ''].join('\r\n'))
  }

  /** Writes an object as it stands. */
  async function putText(name: string, text: string): Promise<void> {
    const response = await request('PUT', `${name}.ics`, text, { 'content-type': 'text/calendar' })
    if (!response.ok) throw new Error(`The event was not taken: ${response.status}`)
  }

  async function objects(): Promise<{ href: string; text: string }[]> {
    const listing = await request('PROPFIND', url, undefined, { depth: '1' })
    const hrefs = [...(await listing.text()).matchAll(/<href>([^<]+\.ics)<\/href>/g)].map(
      ([, href = '']) => href,
    )
    return Promise.all(hrefs.map(async (href) => ({ href, text: await (await request('GET', href)).text() })))
  }

  async function events(): Promise<StandingEvent[]> {
    const standing = (await objects()).flatMap(({ href, text }) =>
      new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((component) => {
        const event = new ICAL.Event(component)
        const instant = (time: ICAL.Time) => new Date(time.toUnixTime() * 1000).toISOString()
        return { href, event, component, start: instant(event.startDate), end: instant(event.endDate) }
      }),
    )
    return standing.sort((a, b) => a.start.localeCompare(b.start))
  }

  /** Changes an event's text as a phone does: reads it, changes it, writes it back over the version it has read. */
  async function edit(href: string, change: (text: string) => string): Promise<void> {
    const before = await request('GET', href)
    const more = { 'if-match': before.headers.get('etag') ?? '', 'content-type': 'text/calendar' }
    const response = await request('PUT', href, change(await before.text()), more)
    if (!response.ok) throw new Error(`The change was not taken: ${response.status}`)
  }

  await start()
  onTestFinished(kill)
  await makeCalendar()
  return {
    url,
    env: {
      CALDAV_URL: url,
      CALDAV_USERNAME: username,
      CALDAV_PASSWORD: password,
      CALENDAR_READ_SECONDS: '1',
    },
    start,
    kill,
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

export type OpenRadicale = Awaited<ReturnType<typeof openRadicale>>
