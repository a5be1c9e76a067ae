import ICAL from 'ical.js'
import { mergeIntervals, overlaps } from '../../../booking/availability.ts'
import { type Interval, msPerDay } from '../../../booking/time.ts'
import { limitToADay, timesMax } from '../calendar.ts'
import {
  type Clocks,
  createClocks,
  createStartTest,
  expandStarts,
  getZone,
  readListedStarts,
  readStart,
  type Start,
} from './recurrence.ts'

export interface OwnTime extends Interval {
  allDay: boolean
}

interface EventInObject {
  uid: string
  /** The time that represents it; null if it doesn't take place, and for single days of a series stored elsewhere. */
  first: OwnTime | null
}

type EventParts = ReturnType<typeof partsOf>

const textOf = (component: ICAL.Component, property: string) =>
  String(component.getFirstPropertyValue(property)).toUpperCase()

const isCancelled = (component: ICAL.Component) => textOf(component, 'status') === 'CANCELLED'

/** One spelling of a calendar user's address: an email address, a principal's path, or another URI. */
function addressKey(address: string): string {
  const path = /^https?:/i.test(address) ? (URL.parse(address)?.pathname ?? address) : address
  const bare = path.replace(/^mailto:/i, '').replace(/(?<=.)\/$/, '')
  try {
    return decodeURIComponent(bare).toLowerCase()
  } catch {
    return bare.toLowerCase()
  }
}

/** How the owner answered the invitation (RFC 5545, 3.2.12); undefined for the owner's own events. */
function ownAnswer(component: ICAL.Component, ownAddresses: ReadonlySet<string>): string | undefined {
  const isOwn = (attendee: ICAL.Property) => {
    // iCloud sends a principal, with the address in a parameter (RFC 7986, 6.2).
    const names = [attendee.getFirstValue(), attendee.getFirstParameter('email')]
    return names.some((name) => name && ownAddresses.has(addressKey(String(name))))
  }
  if (component.getAllProperties('organizer').some(isOwn)) return undefined
  const own = component.getAllProperties('attendee').filter(isOwn)
  const answers = own.map((attendee) =>
    String(attendee.getFirstParameter('partstat') ?? 'NEEDS-ACTION').toUpperCase(),
  )
  return answers.find((answer) => answer !== 'NEEDS-ACTION') ?? answers[0]
}

/** RFC 5545, 3.8.2.7, 3.8.1.11 */
function keepsFree(component: ICAL.Component, ownAddresses: ReadonlySet<string>): boolean {
  if (textOf(component, 'transp') === 'TRANSPARENT' || isCancelled(component)) return true
  return ownAnswer(component, ownAddresses) === 'DECLINED'
}

/**
 * The time of an event that begins then. It lasts as long on the clock as from the event's start to its end, or for its
 * duration, where days follow the clock and hours are exact (RFC 5545, 3.3.6).
 */
function timeFrom(component: ICAL.Component, clocks: Clocks) {
  const zone = getZone(component, clocks)
  const first = readStart(component, clocks)
  const end = component.getFirstProperty('dtend')
  const endMs = end && clocks.timesIn(end, zone)[0]?.epochMs
  const onClock = typeof endMs === 'number' ? first.wall.until(zone.toWall(endMs)) : null
  const written = component.getFirstProperty('duration')?.jCal[3] ?? (first.isDate ? 'P1D' : 'PT0S')
  const { weeks, days, hours, minutes, seconds } = Temporal.Duration.from(String(written))
  const passingMs = ((hours * 60 + minutes) * 60 + seconds) * 1000

  return ({ epochMs, wall, isDate }: Start): OwnTime => {
    const sameTimeMs = () => (weeks || days ? zone.toEpochMs(wall.add({ weeks, days })) : epochMs)
    const endEpochMs = onClock ? zone.toEpochMs(wall.add(onClock)) : sameTimeMs() + passingMs
    // Android writes a day that ends on its own date.
    const isEmptyDay = isDate && endEpochMs <= epochMs
    const last = isEmptyDay ? zone.toEpochMs(wall.add({ days: 1 })) : endEpochMs
    return { allDay: isDate, startEpochMs: epochMs, endEpochMs: last }
  }
}

const ownTime = (component: ICAL.Component, clocks: Clocks) =>
  timeFrom(component, clocks)(readStart(component, clocks))

/**
 * The parts of a series that exceptions with RANGE=THISANDFUTURE change, in order. Their events move on the clock as
 * far as the exception did, and last as long (RFC 5545, 3.2.13).
 */
function changedParts(master: ICAL.Component, exceptions: readonly ICAL.Component[], clocks: Clocks) {
  const zone = getZone(master, clocks)
  const parts = exceptions.flatMap((component) => {
    const property = component.getFirstProperty('recurrence-id')
    if (String(property?.getFirstParameter('range')).toUpperCase() !== 'THISANDFUTURE') return []
    const [named] = readListedStarts(component, 'recurrence-id', clocks, master)
    if (!named) return []
    const { startEpochMs, endEpochMs } = ownTime(component, clocks)
    const later = zone.toWall(named.epochMs).until(zone.toWall(startEpochMs))
    const timeOf = timeFrom(component, clocks)
    const ownZone = getZone(component, clocks)
    return [
      {
        fromEpochMs: named.epochMs,
        component,
        /** How far times can be from their starts by the rule, and how long they can last. */
        reachMs: Math.abs(startEpochMs - named.epochMs) + endEpochMs - startEpochMs,
        timeOf: ({ epochMs, isDate }: Start) => {
          const startMs = zone.toEpochMs(zone.toWall(epochMs).add(later))
          return timeOf({ epochMs: startMs, wall: ownZone.toWall(startMs), isDate })
        },
      },
    ]
  })
  return parts.sort((a, b) => a.fromEpochMs - b.fromEpochMs)
}

function timesOfSeries(
  { exceptions, clocks }: EventParts,
  master: ICAL.Component,
  during: Interval,
  isFree: (component: ICAL.Component) => boolean,
): Interval[] {
  const { startEpochMs, endEpochMs } = ownTime(master, clocks)
  const parts = changedParts(master, exceptions, clocks)
  const farthest = parts.reduce((most, { reachMs }) => Math.max(most, reachMs), 0)
  const reach = {
    // An earlier event can still be in progress; across a clock change, an hour longer.
    startEpochMs: during.startEpochMs - Math.max(0, endEpochMs - startEpochMs) - farthest - msPerDay,
    endEpochMs: during.endEpochMs + farthest,
  }
  const isReplaced = createStartTest(exceptions, 'recurrence-id', clocks, master)
  const unchanged = { component: master, timeOf: timeFrom(master, clocks) }
  return expandStarts(master, reach, clocks).flatMap((start) => {
    if (isReplaced(start)) return []
    const part = parts.findLast(({ fromEpochMs }) => fromEpochMs <= start.epochMs) ?? unchanged
    return isFree(part.component) ? [] : [part.timeOf(start)]
  })
}

function partsOf(data: string, timeZone: string) {
  const calendar = new ICAL.Component(ICAL.parse(data))
  const components = calendar.getAllSubcomponents('vevent')
  const isException = (component: ICAL.Component) => component.hasProperty('recurrence-id')
  const uid = components[0]?.getFirstPropertyValue('uid')
  if (typeof uid !== 'string') throw new TypeError('The object holds no event.')
  return {
    uid,
    // Missing if the owner is invited only to some days of a series.
    master: components.find((component) => !isException(component)),
    exceptions: components.filter(isException),
    clocks: createClocks(calendar, timeZone),
  }
}

function firstOf({ master, exceptions, clocks }: EventParts): OwnTime | null {
  if (!master) return null
  const start = readStart(master, clocks)
  const exception = exceptions.find((component) =>
    createStartTest([component], 'recurrence-id', clocks, master)(start),
  )
  const isExcluded = !exception && createStartTest([master], 'exdate', clocks, master)(start)
  return isExcluded || isCancelled(exception ?? master) ? null : ownTime(exception ?? master, clocks)
}

export function eventInObject(data: string, timeZone: string): EventInObject {
  const parts = partsOf(data, timeZone)
  return { uid: parts.uid, first: firstOf(parts) }
}

/** Joins times that touch, except the first, by which the server recognizes its own event. */
function mergedBut(first: Interval | null, inOrder: readonly Interval[]): Interval[] {
  const isFirst = ({ startEpochMs, endEpochMs }: Interval) =>
    startEpochMs === first?.startEpochMs && endEpochMs === first.endEpochMs
  return [...inOrder.filter(isFirst), ...mergeIntervals(inOrder.filter((time) => !isFirst(time)))].sort(
    (a, b) => a.startEpochMs - b.startEpochMs,
  )
}

/**
 * @throws if the text isn't a calendar object with an event, has too many times, or has a rule that can't be expanded
 */
export function busyInObject(
  data: string,
  during: Interval,
  timeZone: string,
  ownAddresses: readonly string[] = [],
): EventInObject & { times: Interval[] } {
  const parts = partsOf(data, timeZone)
  const { uid, master, exceptions, clocks } = parts
  const own = new Set(ownAddresses.map(addressKey))
  const isUnanswered = (component: ICAL.Component) => ownAnswer(component, own) === 'NEEDS-ACTION'
  const isFree = (component: ICAL.Component) => keepsFree(component, own)
  const times = [
    ...(master ? timesOfSeries(parts, master, during, isFree) : []),
    ...exceptions.filter((component) => !isFree(component)).map((component) => ownTime(component, clocks)),
  ]
  const busy = times.filter((time) => time.startEpochMs < time.endEpochMs && overlaps(time, during))
  if (busy.length > timesMax) throw new RangeError('The event has too many times.')
  const first = firstOf(parts)
  const inOrder = busy.sort((a, b) => a.startEpochMs - b.startEpochMs)
  const asks = [master, ...exceptions].some((component) => component && isUnanswered(component))
  const kept = asks ? limitToADay(inOrder) : inOrder
  return { uid, first, times: mergedBut(first, kept) }
}
