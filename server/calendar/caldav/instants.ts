import type ICAL from 'ical.js'

function inZone(time: ICAL.Time, timeZone: string): number {
  const { year, month, day, hour, minute, second } = time
  return Temporal.PlainDateTime.from({ year, month, day, hour, minute, second }).toZonedDateTime(timeZone)
    .epochMilliseconds
}

/**
 * The instant of a time in a calendar object, epoch milliseconds.
 *
 * A named zone is taken from the platform's own rules, because the VTIMEZONE beside the event need only hold for
 * the event itself. A time without a zone, and the midnight of a whole day, are the shop's.
 */
export function toEpochMs(time: ICAL.Time, shopTimeZone: string): number {
  const { zone } = time
  if (time.isDate || !zone || zone.tzid === 'floating') return inZone(time, shopTimeZone)
  if (zone.tzid === 'UTC') return inZone(time, 'UTC')
  try {
    return inZone(time, zone.tzid)
  } catch {
    // A name of the calendar program's own; its VTIMEZONE says what it means.
    return zone.component ? time.toUnixTime() * 1000 : inZone(time, shopTimeZone)
  }
}
