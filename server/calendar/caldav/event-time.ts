import ICAL from 'ical.js'
import type { Interval } from '../../../booking/time.ts'
import { toEpochMs, zoneOf } from './instants.ts'
import { type Start, startOf } from './series.ts'

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
