import ICAL from 'ical.js'
import { business } from '#shop/business.ts'
import type { OwnedEvent } from '../../../booking/calendar-event.ts'
import { createCalendar, toCalendarText, writeEvent } from '../write-ics.ts'

/** @param organizer - email address of the calendar's account. Phones let only the organizer move the event */
export function buildEventObject(
  event: OwnedEvent,
  changedAtMs: number,
  timeZone: string,
  organizer: string = business.email,
): string {
  const calendar = createCalendar([event])
  writeEvent(calendar, event, changedAtMs, timeZone, organizer)
  return toCalendarText(calendar)
}

const takenFromNew = ['dtstart', 'dtend', 'dtstamp', 'status'] as const
const repetitions = ['rrule', 'rdate', 'exdate'] as const
const times = ['dtstart', 'dtend', 'duration', 'recurrence-id', ...repetitions] as const

const parse = (text: string) => new ICAL.Component(ICAL.parse(text))
const textOf = (calendar: ICAL.Component) => `${calendar.toString()}\r\n`

function findEvent(calendar: ICAL.Component, uid: string): ICAL.Component {
  const found = calendar
    .getAllSubcomponents('vevent')
    .find(
      (component) =>
        component.getFirstPropertyValue('uid') === uid && !component.hasProperty('recurrence-id'),
    )
  if (!found) throw new TypeError('The object does not hold the event.')
  return found
}

/** Higher than the calendar's: otherwise some servers keep their version. */
function nextSequence(calendar: ICAL.Component, { sequence }: OwnedEvent): number {
  const current = calendar.getAllSubcomponents('vevent')
  const after = current.map((component) => Number(component.getFirstPropertyValue('sequence') ?? 0) + 1)
  return Math.max(sequence, ...after)
}

/**
 * Keeps the calendar's server from emailing the client (RFC 6638, 7.1).
 * @returns whether it changed anything
 */
function leaveSchedulingToClient(calendar: ICAL.Component): boolean {
  const organizers = calendar
    .getAllSubcomponents('vevent')
    .flatMap((component) => component.getAllProperties('organizer'))
  const others = organizers.filter((property) => property.getFirstParameter('schedule-agent') !== 'CLIENT')
  for (const property of others) property.setParameter('schedule-agent', 'CLIENT')
  return others.length > 0
}

export function withClientScheduling(current: string): string | null {
  const calendar = parse(current)
  return leaveSchedulingToClient(calendar) ? textOf(calendar) : null
}

/** Keeps only the date and time: the repetitions are the owner's. A canceled event cancels all of them. */
export function withUpdatedText(
  current: string,
  event: OwnedEvent,
  changedAtMs: number,
  timeZone: string,
  organizer: string,
): string {
  const calendar = parse(current)
  const sequence = nextSequence(calendar, event)
  const text = buildEventObject({ ...event, sequence }, changedAtMs, timeZone, organizer)
  const reworded = parse(text)
  reworded.removeAllSubcomponents('vevent')
  reworded.removeAllSubcomponents('vtimezone')
  for (const zone of calendar.getAllSubcomponents('vtimezone')) reworded.addSubcomponent(zone)
  const kept = event.status === 'cancelled' ? times : [...times, 'status', 'transp']
  for (const component of calendar.getAllSubcomponents('vevent')) {
    const bare = findEvent(parse(text), event.uid)
    for (const name of kept) {
      bare.removeAllProperties(name)
      for (const property of component.getAllProperties(name)) bare.addProperty(property)
    }
    reworded.addSubcomponent(bare)
  }
  return textOf(reworded)
}

/**
 * Keeps all of the owner's edits, without repetitions.
 * @throws if the object holds another event
 */
export function withNewTime(
  current: string,
  event: OwnedEvent,
  changedAtMs: number,
  timeZone: string,
): string {
  const calendar = parse(current)
  const renewed = parse(buildEventObject(event, changedAtMs, timeZone))
  const old = findEvent(calendar, event.uid)
  const fresh = findEvent(renewed, event.uid)

  const sequence = nextSequence(calendar, event)
  for (const component of calendar.getAllSubcomponents('vevent'))
    if (component !== old) calendar.removeSubcomponent(component)
  for (const name of [...takenFromNew, ...repetitions, 'duration']) old.removeAllProperties(name)
  for (const name of takenFromNew) {
    const property = fresh.getFirstProperty(name)
    if (property) old.addProperty(property)
  }
  old.updatePropertyWithValue('sequence', sequence)
  leaveSchedulingToClient(calendar)

  const zones = renewed.getAllSubcomponents('vtimezone')
  const nameOf = (zone: ICAL.Component) => zone.getFirstPropertyValue('tzid')
  for (const zone of calendar.getAllSubcomponents('vtimezone'))
    if (zones.some((existing) => nameOf(existing) === nameOf(zone))) calendar.removeSubcomponent(zone)
  // The zone's rules at the new time, which can be on the other side of a clock change.
  for (const zone of zones) calendar.addSubcomponent(zone)
  return textOf(calendar)
}
