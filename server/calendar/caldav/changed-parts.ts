import type ICAL from 'ical.js'
import type { Interval } from '../../../booking/interval.ts'
import { toEpochMs, zoneOf } from './instants.ts'
import type { Start } from './series.ts'

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
 * @param ownTime - when an exception itself takes place
 */
export function changedParts(
  exceptions: readonly ICAL.Component[],
  timeZone: string,
  ownTime: (exception: ICAL.Component) => Interval,
): ChangedPart[] {
  const onClock = (epochMs: number) =>
    Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(timeZone).toPlainDateTime()
  const instant = (time: Temporal.PlainDateTime) => time.toZonedDateTime(timeZone).epochMilliseconds

  const parts = exceptions.flatMap((component): ChangedPart[] => {
    const named = component.getFirstProperty('recurrence-id')
    if (String(named?.getFirstParameter('range')).toUpperCase() !== 'THISANDFUTURE') return []
    const fromEpochMs = toEpochMs(named?.getFirstValue() as ICAL.Time, zoneOf(component, timeZone))
    const { startEpochMs, endEpochMs } = ownTime(component)
    const later = onClock(fromEpochMs).until(onClock(startEpochMs))
    const length = onClock(startEpochMs).until(onClock(endEpochMs))
    return [
      {
        fromEpochMs,
        component,
        reachMs: Math.abs(startEpochMs - fromEpochMs) + endEpochMs - startEpochMs,
        timeOf: ([epochMs]) => {
          const start = onClock(epochMs).add(later)
          return { startEpochMs: instant(start), endEpochMs: instant(start.add(length)) }
        },
      },
    ]
  })
  return parts.sort((a, b) => a.fromEpochMs - b.fromEpochMs)
}
