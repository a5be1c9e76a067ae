import ICAL from 'ical.js'
import { overlaps } from '../../../booking/availability.ts'
import type { Interval } from '../../../booking/time.ts'
import { namedIn, type Start, startOf, startsOf, toEpochMs, zoneOf } from './recurrence.ts'

interface ObjectTimes {
  uid: string
  /** The time that stands for it; null when it does not take place, and for single days of a series elsewhere. */
  first: OwnTime | null
  /** When the owner is busy with it, that first time included. */
  times: Interval[]
}

const isCancelled = (component: ICAL.Component) =>
  String(component.getFirstPropertyValue('status')).toUpperCase() === 'CANCELLED'

/** Whether the owner is free all the same, or has declined (RFC 5545, 3.8.2.7, 3.8.1.11 and 3.2.12). */
function keepsFree(component: ICAL.Component, ownAddresses: ReadonlySet<string>): boolean {
  const declined = component.getAllProperties('attendee').some((attendee) => {
    const address = String(attendee.getFirstValue()).replace(/^mailto:/i, '')
    const answer = String(attendee.getFirstParameter('partstat')).toUpperCase()
    return answer === 'DECLINED' && ownAddresses.has(address.toLowerCase())
  })
  const transparency = String(component.getFirstPropertyValue('transp')).toUpperCase()
  return declined || transparency === 'TRANSPARENT' || isCancelled(component)
}

/** The first time of a series is what stands for it, where something does. */
function firstOf(master: ICAL.Component, exceptions: readonly ICAL.Component[], timeZone: string) {
  const start = startOf(master, timeZone)
  const exception = exceptions.find((one) => namedIn(one, 'recurrence-id', timeZone)(start))
  const isExcluded = !exception && namedIn(master, 'exdate', timeZone)(start)
  return isExcluded || isCancelled(exception ?? master) ? null : ownTime(exception ?? master, timeZone)
}

/** The times of a series on which nothing else stands in, each as the part of the series says that it is in. */
function timesOfSeries(
  master: ICAL.Component,
  exceptions: readonly ICAL.Component[],
  during: Interval,
  timeZone: string,
  isFree: (component: ICAL.Component) => boolean,
): Interval[] {
  const { startEpochMs, endEpochMs } = ownTime(master, timeZone)
  const parts = changedParts(exceptions, zoneOf(master, timeZone), timeZone)
  const farthest = Math.max(0, ...parts.map(({ reachMs }) => reachMs))
  const reach = {
    // What began before can still last.
    startEpochMs: during.startEpochMs - Math.max(0, endEpochMs - startEpochMs) - farthest,
    endEpochMs: during.endEpochMs + farthest,
  }
  const standIn = exceptions.map((one) => namedIn(one, 'recurrence-id', timeZone))
  const left = startsOf(master, reach, timeZone).filter((start) => !standIn.some((isNamed) => isNamed(start)))
  const unchanged = { component: master, timeOf: timeFrom(master, timeZone) }
  return left.flatMap((start) => {
    const { component, timeOf } = parts.findLast(({ fromEpochMs }) => fromEpochMs <= start[0]) ?? unchanged
    return isFree(component) ? [] : [timeOf(start)]
  })
}

/**
 * When the event of a calendar object keeps the owner busy during the given time, repetitions included.
 *
 * @param during - where the clock was changed since a series began, its edges are inexact by as much
 * @param ownAddresses - the owner's mail addresses, in small letters
 * @throws when the text is no calendar object with an event
 */
export function busyInObject(
  data: string,
  during: Interval,
  timeZone: string,
  ownAddresses: ReadonlySet<string> = new Set(),
): ObjectTimes {
  const components = parseObject(data).getAllSubcomponents('vevent')
  // An invitation to some days of a series has those days and no series.
  const master = components.find((component) => !component.hasProperty('recurrence-id'))
  const exceptions = components.filter((component) => component.hasProperty('recurrence-id'))
  const uid = components[0]?.getFirstPropertyValue('uid')
  if (typeof uid !== 'string') throw new TypeError('The object holds no event.')
  const isFree = (component: ICAL.Component) => keepsFree(component, ownAddresses)
  const times = [
    ...(master ? timesOfSeries(master, exceptions, during, timeZone, isFree) : []),
    ...exceptions.filter((one) => !isFree(one)).map((one) => ownTime(one, timeZone)),
  ]
  return {
    uid,
    first: master ? firstOf(master, exceptions, timeZone) : null,
    times: times
      .filter((time) => time.startEpochMs < time.endEpochMs && overlaps(time, during))
      .sort((a, b) => a.startEpochMs - b.startEpochMs),
  }
}

/** The one time of an event, or one of several. */
export interface OwnTime extends Interval {
  /** A day and no time of it. */
  allDay: boolean
}

/**
 * From when to when an event takes place that begins then: until the clock shows as much more as from its own start to
 * its end, or for its duration, of which days count by the clock and hours as they pass (RFC 5545, 3.3.6).
 */
export function timeFrom(component: ICAL.Component, shopTimeZone: string) {
  const timeZone = zoneOf(component, shopTimeZone)
  const zoned = (epochMs: number) =>
    Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(timeZone)
  const [firstMs, first] = startOf(component, shopTimeZone)
  const end = component.getFirstPropertyValue('dtend')
  const endMs = end instanceof ICAL.Time ? toEpochMs(end, zoneOf(component, timeZone, 'dtend')) : null
  const onClock =
    endMs === null ? null : zoned(firstMs).toPlainDateTime().until(zoned(endMs).toPlainDateTime())
  const otherwise = first.isDate ? 'P1D' : 'PT0S'
  const duration = Temporal.Duration.from(String(component.getFirstPropertyValue('duration') ?? otherwise))
  return ([startEpochMs, { isDate }]: Start): OwnTime => {
    const start = zoned(startEpochMs)
    const end = onClock ? start.toPlainDateTime().add(onClock).toZonedDateTime(timeZone) : start.add(duration)
    return { allDay: isDate, startEpochMs, endEpochMs: end.epochMilliseconds }
  }
}

export const ownTime = (component: ICAL.Component, timeZone: string) =>
  timeFrom(component, timeZone)(startOf(component, timeZone))

/** A part of a series that differs from its rule, from that start of the rule on. */
interface ChangedPart {
  fromEpochMs: number
  /** What says how it is there. */
  component: ICAL.Component
  /** How far from their starts by the rule its times can lie, and how long they can last. */
  reachMs: number
  timeOf: (start: Start) => Interval
}

/**
 * The parts of a series, in order, that exceptions with RANGE=THISANDFUTURE change: what begins there by the rule takes
 * place as much earlier or later on the clock as the exception does, and as long (RFC 5545, 3.2.13).
 * @param timeZone - of the series
 */
export function changedParts(
  exceptions: readonly ICAL.Component[],
  timeZone: string,
  shopTimeZone: string,
): ChangedPart[] {
  const onClock = (epochMs: number) =>
    Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(timeZone).toPlainDateTime()

  const parts = exceptions.flatMap((component): ChangedPart[] => {
    const named = component.getFirstProperty('recurrence-id')
    if (String(named?.getFirstParameter('range')).toUpperCase() !== 'THISANDFUTURE') return []
    const fromEpochMs = toEpochMs(named?.getFirstValue() as ICAL.Time, zoneOf(component, timeZone))
    const { startEpochMs, endEpochMs } = ownTime(component, shopTimeZone)
    const later = onClock(fromEpochMs).until(onClock(startEpochMs))
    const timeOf = timeFrom(component, shopTimeZone)
    return [
      {
        fromEpochMs,
        component,
        reachMs: Math.abs(startEpochMs - fromEpochMs) + endEpochMs - startEpochMs,
        timeOf: ([epochMs, time]) =>
          timeOf([onClock(epochMs).add(later).toZonedDateTime(timeZone).epochMilliseconds, time]),
      },
    ]
  })
  return parts.sort((a, b) => a.fromEpochMs - b.fromEpochMs)
}

/** As every zone's own rules are: once a year, in one month at most. */
function isOfAZone({ freq, parts }: ICAL.Recur): boolean {
  const { BYMONTH, BYDAY, BYMONTHDAY, ...others } = parts
  if (freq !== 'YEARLY' || Object.keys(others).length > 0) return false
  return BYMONTH === undefined ? !BYDAY && !BYMONTHDAY : BYMONTH.length === 1
}

/**
 * A calendar object as its calendar tells it. Anybody can send the owner an invitation, which many calendars take by
 * themselves, with a zone of its own: of its rules the library makes every change of the clock since they began, and
 * would be busy for ever with one that changes it every second.
 *
 * @throws when the text is no calendar object
 */
export function parseObject(data: string): ICAL.Component {
  const object = new ICAL.Component(ICAL.parse(data))
  for (const zone of object.getAllSubcomponents('vtimezone')) {
    for (const observance of zone.getAllSubcomponents()) {
      for (const property of observance.getAllProperties('rrule')) {
        if (!isOfAZone(property.getFirstValue() as ICAL.Recur)) observance.removeProperty(property)
      }
    }
  }
  return object
}
