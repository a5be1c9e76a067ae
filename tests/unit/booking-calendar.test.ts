import { describe, expect, it } from 'vitest'
import type { AppointmentFields } from '../../booking/appointment.ts'
import { businessEvent, clientEvent } from '../../booking/calendar-event.ts'
import { googleCalendarLink, outlookCalendarLink } from '../../booking/links.ts'
import { shop } from '../../booking/opening-hours.ts'
import { addressLine } from '../../demo/business.ts'

const fields: AppointmentFields = {
  full_name: 'Zoë; "Z," O’Neil \\ & Söhne',
  email: 'zoe@example.com',
  phone: '(555) 018-2277',
  appointment_date: '2027-03-14',
  appointment_time: '09:00',
  referral_source: 'friend',
}

it('the event in the business calendar names the client, how to reach them, and lasts an hour', () => {
  const event = businessEvent(fields, shop)
  expect(event.summary).toContain(fields.full_name)
  for (const part of [fields.full_name, fields.email, fields.phone]) expect(event.description).toContain(part)
  expect(new Date(event.startEpochMs).toISOString()).toBe('2027-03-14T14:00:00.000Z')
  expect(event.endEpochMs - event.startEpochMs).toBe(3_600_000)
  expect(event.location).toBe(addressLine)
})

describe('links that add the appointment to a calendar', () => {
  it('open Google Calendar and Outlook at the right instant, Google with the address', () => {
    const link = new URL(googleCalendarLink(clientEvent(fields, shop)))
    expect(link.origin).toBe('https://calendar.google.com')
    expect(Object.fromEntries(link.searchParams)).toMatchObject({
      ...{ action: 'TEMPLATE', dates: '20270314T140000Z/20270314T150000Z' },
      ...{ location: addressLine, ctz: 'America/Chicago' },
    })
    const outlook = new URL(outlookCalendarLink(clientEvent(fields, shop)))
    expect(outlook.searchParams.get('startdt')).toBe('2027-03-14T14:00:00.000Z')
    expect(outlook.searchParams.get('enddt')).toBe('2027-03-14T15:00:00.000Z')
  })

  it('show Google no mark-up in what a client has typed', () => {
    const event = businessEvent({ ...fields, full_name: 'Zoë <a href=//x>' }, shop)
    const { searchParams } = new URL(googleCalendarLink(event))
    expect(searchParams.get('text')).toBe(event.summary)
    expect(searchParams.get('details')).toContain('Client: Zoë &lt;a href=//x>')
  })

  it('have no plus sign where a space is meant, which Outlook would show', () => {
    const event = { ...clientEvent(fields, shop), summary: '1 + 1 is two' }
    for (const link of [googleCalendarLink(event), outlookCalendarLink(event)]) {
      expect(link).toContain('=1%20%2B%201%20is%20two&')
      expect(link).not.toContain('+')
    }
  })
})
