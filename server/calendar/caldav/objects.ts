import ICAL from 'ical.js'
import type { OwnedEvent } from '../../../booking/calendar-event.ts'
import type { Shop } from '../../../booking/opening-hours.ts'
import { business } from '../../../demo/business.ts'
import { calendarText, newCalendar, writeEvent } from '../write-ics.ts'

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
  const calendar = newCalendar([event])
  writeEvent(calendar, event, changedAtMs, shop, organizer)
  return calendarText(calendar)
}

const takenFromNew = ['dtstart', 'dtend', 'dtstamp', 'status'] as const
const repetitions = ['rrule', 'rdate', 'exdate'] as const
const times = ['dtstart', 'dtend', 'duration', 'recurrence-id', ...repetitions] as const

/** @throws when the calendar does not hold the event */
function findEvent(calendar: ICAL.Component, uid: string): ICAL.Component {
  const found = calendar
    .getAllSubcomponents('vevent')
    .find((one) => one.getFirstPropertyValue('uid') === uid && !one.hasProperty('recurrence-id'))
  if (!found) throw new TypeError('The object does not hold the event.')
  return found
}

/** Above that of the event that stands there, else some servers keep what they have. */
function nextSequence(calendar: ICAL.Component, { sequence }: OwnedEvent): number {
  const standing = calendar.getAllSubcomponents('vevent')
  const after = standing.map((one) => Number(one.getFirstPropertyValue('sequence') ?? 0) + 1)
  return Math.max(sequence, ...after)
}

/**
 * The event with nothing left of the object that stands in the calendar but when it takes place: its repetitions, and
 * the days of them that differ, are the owner's. One that is cancelled takes all of them along.
 * @throws when the text is no calendar object
 */
export function rewordedObject(
  standing: string,
  event: OwnedEvent,
  changedAtMs: number,
  shop: Shop,
  organizer: string,
): string {
  const calendar = new ICAL.Component(ICAL.parse(standing))
  const sequence = nextSequence(calendar, event)
  const text = eventObject({ ...event, sequence }, changedAtMs, shop, organizer)
  const reworded = new ICAL.Component(ICAL.parse(text))
  reworded.removeAllSubcomponents('vevent')
  reworded.removeAllSubcomponents('vtimezone')
  for (const zone of calendar.getAllSubcomponents('vtimezone')) reworded.addSubcomponent(zone)
  const kept = event.status === 'cancelled' ? times : [...times, 'status', 'transp']
  for (const one of calendar.getAllSubcomponents('vevent')) {
    const bare = findEvent(new ICAL.Component(ICAL.parse(text)), event.uid)
    for (const name of kept) {
      bare.removeAllProperties(name)
      for (const property of one.getAllProperties(name)) bare.addProperty(property)
    }
    reworded.addSubcomponent(bare)
  }
  return `${reworded.toString()}\r\n`
}

/**
 * The object that stands in the calendar, with the event once at its new time and whatever the owner has written into it.
 * @throws when the text is no calendar object with that event
 */
export function movedObject(standing: string, event: OwnedEvent, changedAtMs: number, shop: Shop): string {
  const calendar = new ICAL.Component(ICAL.parse(standing))
  const renewed = new ICAL.Component(ICAL.parse(eventObject(event, changedAtMs, shop)))
  const old = findEvent(calendar, event.uid)
  const fresh = findEvent(renewed, event.uid)

  const sequence = nextSequence(calendar, event)
  for (const one of calendar.getAllSubcomponents('vevent')) if (one !== old) calendar.removeSubcomponent(one)
  for (const name of [...takenFromNew, ...repetitions, 'duration']) old.removeAllProperties(name)
  for (const name of takenFromNew) {
    const property = fresh.getFirstProperty(name)
    if (property) old.addProperty(property)
  }
  old.updatePropertyWithValue('sequence', sequence)

  const zones = renewed.getAllSubcomponents('vtimezone')
  const replaced = new Set(zones.map((zone) => zone.getFirstPropertyValue('tzid')))
  for (const zone of calendar.getAllSubcomponents('vtimezone')) {
    if (replaced.has(zone.getFirstPropertyValue('tzid'))) calendar.removeSubcomponent(zone)
  }
  // The clock's rules for the new time, which can lie on the other side of a change.
  for (const zone of zones) calendar.addSubcomponent(zone)
  return `${calendar.toString()}\r\n`
}
