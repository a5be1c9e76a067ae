import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DOMParser } from '@xmldom/xmldom'
import ICAL from 'ical.js'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { msPerHour, toBasicInstant } from '../../../booking/time.ts'
import { findRadicale } from '../../../scripts/peers.mjs'
import { buildVtimezone } from '../../../server/calendar/vtimezone.ts'
import { getFreePort } from '../../support/free-port.ts'
import { createTemporaryFolder, testNoon } from './shop-server.ts'

const username = 'owner'
const password = 'scissors: ünd chalk'
const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`

const allObjects = `<c:calendar-query xmlns:c="urn:ietf:params:xml:ns:caldav" xmlns:d="DAV:">
  <d:prop><c:calendar-data/></d:prop><c:filter><c:comp-filter name="VCALENDAR"/></c:filter></c:calendar-query>`

/** Time zones also have a DTSTART. */
export const eventStart = /(BEGIN:VEVENT[\s\S]*?)DTSTART[^\r\n]*/

/** Phones write it next to their events. */
const newYork = buildVtimezone('America/New_York', [testNoon])

/**
 * Creates an empty calendar.
 * @returns the owner's actions there, and the shop's settings for it
 */
async function openCalendar(url: string) {
  const request = (method: string, href: string, text: string | null = null, more = {}) =>
    fetch(new URL(href, url), {
      method,
      headers: { authorization, 'content-type': 'text/calendar', ...more },
      body: text,
    })

  async function done(...asked: Parameters<typeof request>) {
    const response = await request(...asked)
    if (!response.ok) throw new Error(`The calendar answered ${response.status} to ${asked[0]} ${asked[1]}.`)
    return response
  }

  const makeCalendar = () => done('MKCALENDAR', url)
  const putText = (name: string, text: string) => done('PUT', `${name}.ics`, text)

  /** Writes an event as the owner's phone does. */
  function putEvent(name: string, lines: readonly string[]) {
    const head = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Phone//EN', newYork, 'BEGIN:VEVENT']
    const event = [`UID:${name}`, 'DTSTAMP:20261201T000000Z', 'SUMMARY:Private', ...lines]
    return putText(name, [...head, ...event, 'END:VEVENT', 'END:VCALENDAR', ''].join('\r\n'))
  }

  async function objects(): Promise<{ href: string; text: string }[]> {
    const answer = await (await request('REPORT', url, allObjects, { depth: '1' })).text()
    const xml = new DOMParser().parseFromString(answer, 'text/xml')
    const textsOf = (name: string) =>
      [...xml.getElementsByTagNameNS('*', name)].map(({ textContent }) => textContent ?? '')
    const texts = textsOf('calendar-data')
    return textsOf('href').map((href, index) => ({ href, text: texts[index] ?? '' }))
  }

  /** The events, read with another library than the one that wrote them. */
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

  /** Changes an event's text as a phone does, based on the version that it read. */
  async function edit(href: string, change: (text: string) => string): Promise<void> {
    const before = await done('GET', href)
    const version = { 'if-match': before.headers.get('etag') ?? '' }
    await done('PUT', href, change(await before.text()), version)
  }

  await makeCalendar()
  return {
    url,
    env: {
      CALDAV_URL: url,
      CALDAV_USERNAME: username,
      CALDAV_PASSWORD: password,
      CALENDAR_READ_SECONDS: '1',
    },
    request,
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
          .replace(eventStart, `$1DTSTART:${toBasicInstant(startEpochMs)}`)
          .replace(/DTEND[^\r\n]*/, `DTEND:${toBasicInstant(startEpochMs + msPerHour)}`),
      ),
    delete: (href: string) => done('DELETE', href),
  }
}

export type OpenCalendar = Awaited<ReturnType<typeof openCalendar>>

/** Starts a real Radicale. The caller ends it with `kill`. */
async function startRadicale(folder: string) {
  const program = findRadicale()
  if (!program) throw new Error('Radicale is not installed; "npm test" installs it.')
  const port = await getFreePort()
  const users = join(folder, 'users')
  writeFileSync(users, `${username}:${password}\n`)
  const settings = [
    `--server-hosts=127.0.0.1:${port}`,
    '--auth-type=htpasswd',
    `--auth-htpasswd-filename=${users}`,
    '--auth-htpasswd-encryption=plain',
    '--auth-delay=0',
    `--storage-filesystem-folder=${join(folder, 'collections')}`,
  ]
  const origin = `http://127.0.0.1:${port}`
  let child: ChildProcess | undefined

  async function start(): Promise<void> {
    child = spawn(program ?? '', ['--config', '', ...settings], { stdio: 'ignore' })
    while (!(await fetch(origin).catch(() => null))) {
      if (child.exitCode !== null) throw new Error(`Radicale ended with ${child.exitCode}.`)
      await sleep(25)
    }
  }

  async function kill(): Promise<void> {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  }

  await start()
  return {
    start,
    /** Lets it accept calls without answering, until it's killed. */
    freeze: () => child?.kill('SIGSTOP'),
    kill,
    open: (name: string) => openCalendar(`${origin}/${username}/${name}/`),
  }
}

/** A real Radicale for one test, which may kill it, with the owner's calendar. Stops after the test. */
export async function openRadicale() {
  const { open, ...radicale } = await startRadicale(createTemporaryFolder())
  onTestFinished(radicale.kill)
  return { ...(await open('shop')), ...radicale }
}

/**
 * One Radicale for all tests of a file.
 * @returns a function that opens an empty calendar there
 */
export function shareRadicale(): () => Promise<OpenCalendar> {
  const folder = mkdtempSync(join(tmpdir(), 'radicale-'))
  let radicale: Awaited<ReturnType<typeof startRadicale>>
  let calendars = 0
  beforeAll(async () => {
    radicale = await startRadicale(folder)
  })
  afterAll(async () => {
    await radicale.kill()
    rmSync(folder, { recursive: true, force: true })
  })
  return () => {
    calendars += 1
    return radicale.open(`shop-${calendars}`)
  }
}
