import { describe, expect, it } from 'vitest'
import { shop as demoShop } from '../../booking/opening-hours.ts'
import { wallTimeToEpochMs } from '../../booking/time.ts'
import { addressLine } from '../../demo/business.ts'
import { freePort } from '../support/free-port.ts'
import { behind } from './support/behind.ts'
import { writeDistFixture } from './support/dist-fixture.ts'
import { shareRadicale } from './support/radicale.ts'
import { addressOf, spawnServer } from './support/server-process.ts'
import { ann, type OpenShop, openShop, temporaryFolder, until } from './support/shop-server.ts'

const openCalendar = shareRadicale()

/** Call 2 as the page makes it. It fails where a busy machine takes over ten seconds, and can be repeated. */
function entered({ functions }: OpenShop) {
  const start = wallTimeToEpochMs(ann.appointment_date, ann.appointment_time, demoShop.timeZone)
  const body = {
    summary: 'Consultation',
    description: 'Client',
    startDateTime: new Date(start).toISOString(),
    endDateTime: new Date(start + 3_600_000).toISOString(),
    attendeeEmail: ann.email,
  }
  return expect.poll(async () => (await functions.invoke('create-calendar-event', { body })).error).toBeNull()
}

describe('a booking in the owner’s CalDAV calendar', () => {
  it('is there once, with who comes, where, and an alarm', async () => {
    const calendar = await openCalendar()
    // The address that emails come from is not that of the organizer.
    const sender = { SMTP_URL: `smtp://127.0.0.1:${await freePort()}`, MAIL_FROM: 'mail@example.com' }
    const shop = await openShop({ env: { ...calendar.env, ...sender } })
    const { data } = await shop.book(ann)
    await Promise.all([entered(shop), entered(shop), entered(shop)])

    const events = await calendar.events()
    expect(events).toHaveLength(1)
    const [{ event, component, start, end } = expect.fail()] = events
    expect([start, end]).toEqual(['2026-12-03T16:00:00.000Z', '2026-12-03T17:00:00.000Z'])
    expect(event.startDate.zone.tzid).toBe('America/Chicago')
    expect(event.startDate.zone.component?.name).toBe('vtimezone')
    expect(event.uid).toBe(`${data.id}@hollisandcrane.example`)
    expect(event.summary).toBe('Consultation: Ann Lee')
    expect(event.description).toBe('Client: Ann Lee\nEmail: ann@example.com\nPhone: (555) 123-4567')
    expect(event.location).toBe(addressLine)
    expect(event.organizer).toBe('mailto:fittings@hollisandcrane.example')
    const [attendee] = event.attendees
    expect(String(attendee?.getFirstValue()).toLowerCase()).toBe('mailto:ann@example.com')
    // Otherwise the calendar's server would email the client.
    expect(attendee?.getFirstParameter('schedule-agent')).toBe('CLIENT')
    expect(component.getFirstPropertyValue('status')).toBe('CONFIRMED')
    expect(component.getAllSubcomponents('valarm')).toHaveLength(1)
  })

  it('is there once when the server is killed after it wrote the event and before it noted that', async () => {
    const calendar = await openCalendar()
    let written = false
    let isCut = true
    const CALDAV_URL = await behind(calendar.url, {
      swallows: (method) => isCut && method === 'PUT',
      swallowed: () => {
        written = true
      },
    })
    const folder = temporaryFolder()
    const distDir = writeDistFixture(folder)
    const env = { ...calendar.env, CALDAV_URL, PORT: '0', DATA_DIR: 'data' }
    const killed = spawnServer(env, folder, distDir)
    const body = new URLSearchParams({ ...ann, appointment_date: '2037-12-03' })
    const answer = await fetch(`${await addressOf(killed)}/book`, { method: 'POST', body })
    expect(answer.status).toBe(200)
    await until(() => written)
    killed.child.kill('SIGKILL')
    await killed.exited
    isCut = false
    const later = spawnServer(env, folder, distDir)
    const isNoted = /"job":"calendar-event","attempt":2,"msg":"job done"/
    await until(() => isNoted.test(later.output()))
    expect(await calendar.objects()).toHaveLength(1)
  })
})
