import type ICAL from 'ical.js'
import { overlaps } from '../../../booking/availability.ts'
import type { Interval } from '../../../booking/time.ts'
import { changedParts, type OwnTime, ownTime, timeFrom } from './event-time.ts'
import { zoneOf } from './instants.ts'
import { parseObject } from './parse-object.ts'
import { namedIn, startOf, startsOf } from './series.ts'

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
