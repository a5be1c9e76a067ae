import type ICAL from 'ical.js'
import { wholeMinute } from '../remote-calendar.ts'

function inZone({ year, month, day, hour, minute }: ICAL.Time, timeZone: string): number {
  return Temporal.PlainDateTime.from({ year, month, day, hour, minute }).toZonedDateTime(timeZone)
    .epochMilliseconds
}

const known = new Map<string, boolean>()

function isKnown(timeZone: string): boolean {
  const found = known.get(timeZone)
  if (found !== undefined) return found
  let is = true
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(timeZone)
  } catch {
    is = false
  }
  known.set(timeZone, is)
  return is
}

/**
 * The zone of an event's times whose rules are not written beside it: the one that its start names, or the shop's.
 */
export function zoneOf(event: ICAL.Component, shopTimeZone: string, property = 'dtstart'): string {
  const named = event.getFirstProperty(property)?.getFirstParameter('tzid')
  return named && isKnown(named) ? named : shopTimeZone
}

/**
 * The instant of a time in a calendar object, epoch milliseconds of its whole minute.
 *
 * A named zone is taken from the platform's own rules, because the VTIMEZONE beside the event need only hold for
 * the event itself.
 *
 * @param otherwise - the zone of a time without one, and of the midnight at which a whole day begins
 */
export function toEpochMs(time: ICAL.Time, otherwise: string): number {
  const { tzid, component } = time.zone
  if (isKnown(tzid)) return inZone(time, tzid)
  // A name of the calendar program's own; its VTIMEZONE says what it means.
  return component ? wholeMinute(time.toUnixTime() * 1000) : inZone(time, otherwise)
}
