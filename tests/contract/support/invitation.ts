import ICAL from 'ical.js'
import type { Email } from 'postal-mime'
import { expect } from 'vitest'

/** Reads the invitation from the part that calendars read. */
export function readInvitation({ attachments }: Email) {
  const part = attachments.find(({ mimeType }) => mimeType === 'text/calendar')
  const text = new TextDecoder().decode(part?.content as ArrayBuffer)
  const calendar = new ICAL.Component(ICAL.parse(text))
  for (const zone of calendar.getAllSubcomponents('vtimezone')) {
    ICAL.TimezoneService.register(new ICAL.Timezone(zone), String(zone.getFirstPropertyValue('tzid')))
  }
  const [component = expect.fail('It has no event.'), ...more] = calendar.getAllSubcomponents('vevent')
  expect(more).toEqual([])
  const event = new ICAL.Event(component)
  return {
    text,
    method: calendar.getFirstPropertyValue('method'),
    event,
    component,
    startEpochMs: event.startDate.toJSDate().getTime(),
    endEpochMs: event.endDate.toJSDate().getTime(),
  }
}
