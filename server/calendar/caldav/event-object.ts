import ICAL from 'ical.js'
import ical from 'ical-generator'
import type { Shop } from '../../../booking/shop.ts'
import { business, fullName } from '../../../site/business.ts'
import type { OwnedEvent } from '../business-calendar.ts'
import { propertiesFirst } from '../properties-first.ts'
import { vtimezone } from '../vtimezone.ts'
import { writeEvent } from '../write-event.ts'

/**
 * The event as a calendar object resource: one event with its time zone, and no METHOD (RFC 4791, 4.1).
 * @param organizer - mail address of the calendar's account; phones let nobody else move the event
 */
export function eventObject(
  event: OwnedEvent,
  changedAtMs: number,
  shop: Shop,
  organizer: string = business.email,
): string {
  const instants = [event.startEpochMs, event.endEpochMs]
  const calendar = ical({
    prodId: `//${fullName}//Booking//EN`,
    timezone: { name: null, generator: (zone) => vtimezone(zone, instants) },
  })
  writeEvent(calendar, event, changedAtMs, shop, organizer)
  return propertiesFirst(calendar.toString())
}

const takenFromNew = ['dtstart', 'dtend', 'dtstamp', 'status'] as const

/**
 * The object that stands in the calendar, with the event at its new time and whatever the owner has added to it.
 * @throws when the text is no calendar object with that event
 */
export function movedObject(standing: string, event: OwnedEvent, changedAtMs: number, shop: Shop): string {
  const calendar = new ICAL.Component(ICAL.parse(standing))
  const renewed = new ICAL.Component(ICAL.parse(eventObject(event, changedAtMs, shop)))
  const old = calendar
    .getAllSubcomponents('vevent')
    .find((one) => one.getFirstPropertyValue('uid') === event.uid)
  const fresh = renewed.getFirstSubcomponent('vevent')
  if (!old || !fresh) throw new TypeError('The object does not hold the event.')

  const oldSequence = Number(old.getFirstPropertyValue('sequence') ?? 0)
  for (const name of [...takenFromNew, 'duration', 'rrule']) old.removeAllProperties(name)
  for (const name of takenFromNew) {
    const property = fresh.getFirstProperty(name)
    if (property) old.addProperty(property)
  }
  old.updatePropertyWithValue('sequence', Math.max(event.sequence, oldSequence + 1))

  const zones = renewed.getAllSubcomponents('vtimezone')
  const replaced = new Set(zones.map((zone) => zone.getFirstPropertyValue('tzid')))
  for (const zone of calendar.getAllSubcomponents('vtimezone')) {
    if (replaced.has(zone.getFirstPropertyValue('tzid'))) calendar.removeSubcomponent(zone)
  }
  // The clock's rules for the new time, which can lie on the other side of a change.
  for (const zone of zones) calendar.addSubcomponent(zone)
  return `${calendar.toString()}\r\n`
}
