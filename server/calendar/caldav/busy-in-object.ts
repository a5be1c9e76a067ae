import ICAL from 'ical.js'
import { type Interval, overlaps } from '../../../booking/interval.ts'
import { toEpochMs } from './instants.ts'

/** More than a daily event has in fifty years; a rule that repeats every second ends here. */
const occurrencesMax = 20_000

/** Whether the owner is free all the same, or the event does not take place (RFC 5545, 3.8.2.7 and 3.8.1.11). */
function keepsFree(component: ICAL.Component): boolean {
  return (
    String(component.getFirstPropertyValue('transp')).toUpperCase() === 'TRANSPARENT' ||
    String(component.getFirstPropertyValue('status')).toUpperCase() === 'CANCELLED'
  )
}

function occurrences(event: ICAL.Event, during: Interval, timeZone: string): Interval[] {
  const found: Interval[] = []
  const iterator = event.iterator()
  for (let count = 0; count < occurrencesMax; count++) {
    const next = iterator.next()
    if (!next || toEpochMs(next, timeZone) >= during.endEpochMs) break
    const { item, startDate, endDate } = event.getOccurrenceDetails(next)
    if (keepsFree(item.component)) continue
    found.push({ startEpochMs: toEpochMs(startDate, timeZone), endEpochMs: toEpochMs(endDate, timeZone) })
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
    if (keepsFree(event.component)) return []
    const { startDate, endDate } = event
    return [{ startEpochMs: toEpochMs(startDate, timeZone), endEpochMs: toEpochMs(endDate, timeZone) }]
  })
  return {
    uid: String(components[0]?.getFirstPropertyValue('uid') ?? ''),
    times: times.filter((time) => time.startEpochMs < time.endEpochMs && overlaps(time, during)),
  }
}
