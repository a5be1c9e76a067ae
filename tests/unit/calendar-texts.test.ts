import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import { businessEvent } from '../../booking/calendar-event.ts'
import { googleCalendarLink, outlookCalendarLink } from '../../booking/links.ts'
import { shop } from '../../booking/opening-hours.ts'
import { addressLine, fullName } from '../../demo/business.ts'
import { buildEventObject } from '../../server/calendar/caldav/objects.ts'
import { buildVtimezone } from '../../server/calendar/vtimezone.ts'
import { createCalendar, toCalendarText } from '../../server/calendar/write-ics.ts'

const zoe = {
  full_name: 'Zoë <a href=//x>',
  email: 'zoe@example.com',
  phone: '(555) 018-2277',
  appointment_date: '2027-03-14',
  appointment_time: '09:00',
  referral_source: 'friend' as const,
}

it('escapes a comma, semicolon, or backslash in the shop’s name (RFC 5545, 3.3.11)', () => {
  const lines = toCalendarText(createCalendar([], { name: 'Ann; Bo, Ltd.\\' })).split('\r\n')
  // There's a comma between name and trade, whatever they are.
  expect(lines).toContain(`PRODID:-//${fullName.replaceAll(',', '\\,')}//Booking//EN`)
  for (const property of ['NAME', 'X-WR-CALNAME'])
    expect(lines).toContain(`${property}:Ann\\; Bo\\, Ltd.\\\\`)
})

it.each([
  'Ann\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nSUMMARY:\\;,\u202e<script>',
  'END:VEVENT\\nBEGIN:VEVENT',
  "=cmd()|' /C calc'!A0, <script>alert(1)</script>; ^n",
  '😀'.repeat(199),
  '%0d%0aATTENDEE:mailto:evil',
])('keeps hostile text in an event as plain text: %s', (hostile) => {
  const event = {
    ...businessEvent(zoe, shop),
    uid: 'a@example.com',
    sequence: 0,
    status: 'confirmed' as const,
  }
  const text = buildEventObject({ ...event, summary: hostile, location: hostile }, 0, shop.timeZone)
  const [component, ...others] = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent')
  expect(others).toEqual([])
  const shown = hostile.replaceAll('\r\n', '\n')
  expect(new ICAL.Event(component)).toMatchObject({ summary: shown, location: shown })
})

describe('the time zone in an invitation', () => {
  const zoneAt = (timeZone: string, instants: number[]) =>
    new ICAL.Component(ICAL.parse(buildVtimezone(timeZone, instants)))

  /** A reader has only the component. */
  function expectOffsets(timeZone: string, instants: number[]): void {
    const zone = zoneAt(timeZone, instants)
    expect(zone.getFirstSubcomponent('standard'), timeZone).not.toBeNull()
    for (const instant of instants) {
      const utc = ICAL.Time.fromJSDate(new Date(instant), true)
      const read = utc.convertToZone(new ICAL.Timezone({ component: zone, tzid: 'own' }))
      const expected = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone)
      expect(read.utcOffset(), timeZone).toBe(expected.offsetNanoseconds / 1e9)
    }
  }

  it.each([0, 6])('has the rules of both halves of the year, which Outlook needs, in month %i', (month) => {
    const rulesOf = (timeZone: string) =>
      zoneAt(timeZone, [Date.UTC(2027, month, 6, 16)])
        .getAllSubcomponents()
        .map((observance) => `${observance.name} ${observance.getFirstPropertyValue('rrule') ?? 'once'}`)
        .sort()
    expect(rulesOf('America/Chicago')).toEqual([
      'daylight FREQ=YEARLY;BYMONTH=3;BYDAY=2SU',
      'standard FREQ=YEARLY;BYMONTH=11;BYDAY=1SU',
    ])
    expect(rulesOf('Europe/Berlin')).toEqual([
      'daylight FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
      'standard FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
    ])
    // Without daylight saving, even after a last change forward.
    for (const fixed of ['America/Phoenix', 'Europe/Istanbul', 'UTC'])
      expect(rulesOf(fixed)).toEqual(['standard once'])
  })

  it('gives each event its instant in every zone, from a standard time', () => {
    const instants = [0, 6, 14].map((month) => Date.UTC(2027, month, 20, 16))
    for (const timeZone of Intl.supportedValuesOf('timeZone')) expectOffsets(timeZone, instants)
  })

  it('follows a rule that changed between two events', () => {
    const marchAndNovember = (year: number) => [Date.UTC(year, 2, 25), Date.UTC(year, 10, 2)]
    expectOffsets('America/Chicago', [2006, 2007, 2008].flatMap(marchAndNovember))
  })
})

describe('links that add the appointment to a calendar', () => {
  const event = businessEvent(zoe, shop)

  it('open Google Calendar and Outlook at the right instant, Google with the address and without markup', () => {
    const link = new URL(googleCalendarLink(event))
    expect(link.origin).toBe('https://calendar.google.com')
    expect(Object.fromEntries(link.searchParams)).toMatchObject({
      ...{ action: 'TEMPLATE', dates: '20270314T140000Z/20270314T150000Z', text: event.summary },
      ...{ details: expect.stringContaining('Client: Zoë &lt;a href=//x>') },
      ...{ location: addressLine, ctz: 'America/Chicago' },
    })
    const outlook = new URL(outlookCalendarLink(event)).searchParams
    expect([outlook.get('startdt'), outlook.get('enddt')]).toEqual([
      '2027-03-14T14:00:00.000Z',
      '2027-03-14T15:00:00.000Z',
    ])
  })

  it('have no plus sign in place of a space, which Outlook would show', () => {
    for (const link of [googleCalendarLink, outlookCalendarLink].map((linkOf) =>
      linkOf({ ...event, summary: '1 + 1 is two' }),
    )) {
      expect(link).toContain('=1%20%2B%201%20is%20two&')
      expect(link).not.toContain('+')
    }
  })
})
