import ICAL from 'ical.js'
import { type Interval, overlaps } from '../../../booking/interval.ts'
import { toEpochMs, zoneOf } from './instants.ts'

/** More than a daily event has in sixty years; a rule that repeats every second ends here. */
const occurrencesMax = 25_000

/** Whether the owner is free all the same, or the event does not take place (RFC 5545, 3.8.2.7 and 3.8.1.11). */
function keepsFree(component: ICAL.Component): boolean {
  return (
    String(component.getFirstPropertyValue('transp')).toUpperCase() === 'TRANSPARENT' ||
    String(component.getFirstPropertyValue('status')).toUpperCase() === 'CANCELLED'
  )
}

function intervalOf(
  component: ICAL.Component,
  { startDate, endDate }: Pick<ICAL.Event, 'startDate' | 'endDate'>,
  shopTimeZone: string,
): Interval {
  const timeZone = zoneOf(component, shopTimeZone)
  return { startEpochMs: toEpochMs(startDate, timeZone), endEpochMs: toEpochMs(endDate, timeZone) }
}

function occurrences(event: ICAL.Event, during: Interval, shopTimeZone: string): Interval[] {
  const timeZone = zoneOf(event.component, shopTimeZone)
  const found: Interval[] = []
  const iterator = event.iterator()
  for (let count = 0; count < occurrencesMax; count++) {
    const next = iterator.next()
    if (!next || toEpochMs(next, timeZone) >= during.endEpochMs) break
    const occurrence = event.getOccurrenceDetails(next)
    const { component } = occurrence.item
    if (!keepsFree(component)) found.push(intervalOf(component, occurrence, shopTimeZone))
  }
  return found
}

/**
 * When the events of a calendar object keep the owner busy during the given time, repetitions included.
 * @throws when the text is no calendar object
 */
export function busyInObject(
  data: string,
  during: Interval,
  timeZone: string,
): { uid: string; times: Interval[] } {
  const calendar = new ICAL.Component(ICAL.parse(data))
  const components = calendar.getAllSubcomponents('vevent')
  const isException = (component: ICAL.Component) => component.hasProperty('recurrence-id')
  const master = components.find((component) => !isException(component))
  const exceptions = components.filter(isException)
  // An invitation to some days of a series has those days and no series.
  const events = master
    ? [new ICAL.Event(master, { exceptions: exceptions.map((one) => new ICAL.Event(one)) })]
    : exceptions.map((one) => new ICAL.Event(one))

  const times = events.flatMap((event) => {
    if (event.isRecurring()) return occurrences(event, during, timeZone)
    return keepsFree(event.component) ? [] : [intervalOf(event.component, event, timeZone)]
  })
  return {
    uid: String(components[0]?.getFirstPropertyValue('uid') ?? ''),
    times: times.filter((time) => time.startEpochMs < time.endEpochMs && overlaps(time, during)),
  }
}
