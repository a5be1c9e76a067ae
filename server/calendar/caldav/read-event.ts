import ICAL from 'ical.js'
import type { RemoteEvent } from '../remote-calendar.ts'
import { toEpochMs, zoneOf } from './instants.ts'

/**
 * One of our events as it stands in a calendar object; null when the owner has marked it as cancelled.
 * @throws when the text is no calendar object with that event
 */
export function readEvent(
  data: string,
  { uid, version }: Pick<RemoteEvent, 'uid' | 'version'>,
  shopTimeZone: string,
): RemoteEvent | null {
  const calendar = new ICAL.Component(ICAL.parse(data))
  const component = calendar
    .getAllSubcomponents('vevent')
    .find((one) => one.getFirstPropertyValue('uid') === uid && !one.hasProperty('recurrence-id'))
  if (!component) throw new TypeError('The object does not hold the event.')
  if (String(component.getFirstPropertyValue('status')).toUpperCase() === 'CANCELLED') return null
  const { startDate, endDate } = new ICAL.Event(component)
  const timeZone = zoneOf(component, shopTimeZone)
  return {
    uid,
    version,
    allDay: startDate.isDate,
    startEpochMs: toEpochMs(startDate, timeZone),
    endEpochMs: toEpochMs(endDate, timeZone),
  }
}
