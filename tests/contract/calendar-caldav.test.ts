import { FunctionsHttpError } from '@supabase/functions-js'
import { describe, expect, it } from 'vitest'
import { shop as demoShop } from '../../booking/opening-hours.ts'
import { wallTimeToEpochMs } from '../../booking/time.ts'
import { addressLine } from '../../demo/business.ts'
import { freePort } from '../support/free-port.ts'
import { behind } from './support/behind.ts'
import { atDesk } from './support/desk.ts'
import { writeDistFixture } from './support/dist-fixture.ts'
import { openMailServer } from './support/mail-server.ts'
import { openRadicale } from './support/radicale.ts'
import { addressOf, spawnServer } from './support/server-process.ts'
import { ann, type OpenShop, openShop, temporaryFolder, testNoon, until } from './support/shop-server.ts'

const startOf = ({ appointment_date: date, appointment_time: time } = ann) =>
  wallTimeToEpochMs(date, time, demoShop.timeZone)

/** Call 2 as the page makes it for that appointment. */
function eventCall(fields = ann) {
  const start = startOf(fields)
  return {
    body: {
      summary: 'Consultation',
      description: 'Client',
      startDateTime: new Date(start).toISOString(),
      endDateTime: new Date(start + 3_600_000).toISOString(),
      attendeeEmail: fields.email,
    },
  }
}

/** The call says so where a busy machine has not done it within ten seconds, and can be made again. */
const entered = ({ functions }: OpenShop) =>
  expect.poll(async () => (await functions.invoke('create-calendar-event', eventCall())).error).toBeNull()

describe('a booking in the owner’s CalDAV calendar', () => {
  it('stands there once, with who comes, where, and an alarm', async () => {
    const radicale = await openRadicale()
    const shop = await openShop({ env: radicale.env })
    const { data } = await shop.book(ann)
    await Promise.all([entered(shop), entered(shop), entered(shop)])

    const events = await radicale.events()
    expect(events).toHaveLength(1)
    const [{ event, component, start, end } = expect.fail()] = events
    expect([start, end]).toEqual(['2026-12-03T16:00:00.000Z', '2026-12-03T17:00:00.000Z'])
    expect(event.startDate.zone.tzid).toBe('America/Chicago')
    expect(event.uid).toBe(`${data.id}@hollisandcrane.example`)
    expect(event.summary).toBe('Consultation: Ann Lee')
    expect(event.description).toBe('Client: Ann Lee\nEmail: ann@example.com\nPhone: (555) 123-4567')
    expect(event.location).toBe(addressLine)
    expect(event.organizer).toBe('mailto:fittings@hollisandcrane.example')
    const [attendee] = event.attendees
    expect(String(attendee?.getFirstValue()).toLowerCase()).toBe('mailto:ann@example.com')
    // Else the calendar's server would send the client mails of its own.
    expect(attendee?.getFirstParameter('schedule-agent')).toBe('CLIENT')
    expect(component.getFirstPropertyValue('status')).toBe('CONFIRMED')
    expect(component.getAllSubcomponents('valarm')).toHaveLength(1)
  })

  it('keeps its organizer when emails come from another address', async () => {
    const radicale = await openRadicale()
    const organizer = async () => (await radicale.events())[0]?.event.organizer
    const port = await freePort()
    await openMailServer(port)
    const envOf = (sender: string) => ({
      ...radicale.env,
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      MAIL_FROM: sender,
    })
    const before = await openShop({ env: envOf('before@example.com') })
    const { data } = await before.book(ann)
    await entered(before)
    const written = await organizer()
    await before.close()

    const { folder } = before
    const shop = await openShop({ folder, env: envOf('after@example.com') })
    const desk = await atDesk(shop)
    const to = { appointment_date: ann.appointment_date, appointment_time: '15:00' }
    await desk.rpc('move_appointment', { id: data.id, sequence: 0, ...to })
    await until(async () => (await radicale.events())[0]?.start === '2026-12-03T21:00:00.000Z')
    expect(written).toBe('mailto:fittings@hollisandcrane.example')
    expect(await organizer()).toBe(written)
  })

  it('stands at the right instant on both sides of the clock changes', async () => {
    const radicale = await openRadicale()
    const shop = await openShop({ env: radicale.env })
    const days = ['2027-03-13', '2027-03-14', '2027-03-15', '2027-11-06', '2027-11-07', '2027-11-08']
    for (const appointment_date of days) await shop.postForm({ ...ann, appointment_date })
    await until(async () => (await radicale.objects()).length === days.length)
    const events = await radicale.events()
    expect(events.map(({ start }) => start)).toEqual([
      '2027-03-13T16:00:00.000Z',
      '2027-03-14T15:00:00.000Z',
      '2027-03-15T15:00:00.000Z',
      '2027-11-06T15:00:00.000Z',
      '2027-11-07T16:00:00.000Z',
      '2027-11-08T16:00:00.000Z',
    ])
    for (const { event } of events) expect(event.startDate.zone.component?.name).toBe('vtimezone')
  })

  it('arrives once when the calendar was down, and the visitor is told in time', async () => {
    const radicale = await openRadicale()
    let nowEpochMs = testNoon
    const shop = await openShop({ env: radicale.env, now: () => nowEpochMs })
    // At first it takes calls and does not answer them, for which a booking would wait in vain.
    radicale.freeze()
    const { status, data } = await shop.book(ann)
    expect(status).toBe(201)
    await radicale.kill()
    const { error } = await shop.functions.invoke('create-calendar-event', eventCall())
    expect(error).toBeInstanceOf(FunctionsHttpError)
    const [row] = await (await shop.database()).run("select attempts from jobs where kind = 'calendar-event'")
    expect(row?.attempts).toBe(1)
    await radicale.start()
    nowEpochMs += 10_000
    await until(async () => (await radicale.objects()).length > 0)
    const [first] = await radicale.events()
    expect(first?.event.uid).toBe(`${data.id}@hollisandcrane.example`)
    await entered(shop)
    expect(await radicale.objects()).toHaveLength(1)
  })

  it('stands there once when the server is killed after the event was written and before it was noted', async () => {
    const radicale = await openRadicale()
    let written = false
    let isCut = true
    const url = await behind(radicale.url, {
      swallows: (method) => isCut && method === 'PUT',
      swallowed: () => {
        written = true
      },
    })
    const folder = temporaryFolder()
    const distDir = writeDistFixture(folder)
    const env = { ...radicale.env, CALDAV_URL: url, PORT: '0', DATA_DIR: 'data' }
    const killed = spawnServer(env, folder, distDir)
    const fields = { ...ann, appointment_date: '2037-12-03' }
    const answer = await fetch(`${await addressOf(killed)}/book`, {
      method: 'POST',
      body: new URLSearchParams(fields),
    })
    expect(answer.status).toBe(200)
    await until(() => written)
    killed.child.kill('SIGKILL')
    await killed.exited
    isCut = false

    const later = spawnServer(env, folder, distDir)
    const isNoted = /"job":"calendar-event","attempt":2,"msg":"job done"/
    await until(() => isNoted.test(later.output()))
    expect(await radicale.objects()).toHaveLength(1)
  })

  it('takes hostile names as text and nothing else', async () => {
    const radicale = await openRadicale()
    const shop = await openShop({ env: radicale.env })
    const names = [
      'Ann";X-EVIL=1:mailto:evil',
      'END:VEVENT\\nBEGIN:VEVENT',
      "=cmd()|' /C calc'!A0, <script>alert(1)</script>; ^n",
      `${'😀'.repeat(199)}`,
      '%0d%0aATTENDEE:mailto:evil',
    ]
    const bookings = names.map((full_name, index) => ({
      ...ann,
      full_name,
      email: `a+b?cc=evil%40example.com&b#${index}@example.com`,
      appointment_date: `2026-12-0${index + 3}`,
    }))
    for (const fields of bookings) expect((await shop.book(fields)).status).toBe(201)
    await until(async () => (await radicale.objects()).length === names.length)
    const events = await radicale.events()
    expect(events).toHaveLength(names.length)
    events.forEach(({ event, component }, index) => {
      const { full_name, email, phone } = bookings[index] ?? expect.fail()
      expect(event.summary).toBe(`Consultation: ${full_name}`)
      expect(event.description).toBe(`Client: ${full_name}\nEmail: ${email}\nPhone: ${phone}`)
      expect(event.attendees).toHaveLength(1)
      const address = String(event.attendees[0]?.getFirstValue())
      expect(decodeURIComponent(new URL(address).pathname)).toBe(email)
      expect(new URL(address).search).toBe('')
      // Calendars show it as it is written; a label needs no escape.
      expect(address).toContain('a+b')
      expect(component.getFirstProperty('x-evil')).toBeNull()
    })
  })
})
