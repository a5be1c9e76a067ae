import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import { vtimezone } from '../../server/calendar/vtimezone.ts'

const zoneIn = (text: string) => new ICAL.Component(ICAL.parse(text))

/** The offset that a reader who has nothing but the component finds for an instant, in seconds. */
function offsetRead(zone: ICAL.Component, epochMs: number): number {
  const utc = ICAL.Time.fromJSDate(new Date(epochMs), true)
  const local = utc.convertToZone(new ICAL.Timezone({ component: zone, tzid: 'own' }))
  return local.utcOffset()
}

const offsetOf = (timeZone: string, epochMs: number) =>
  Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(timeZone).offsetNanoseconds / 1e9

const rules = (zone: ICAL.Component) =>
  zone.getAllSubcomponents().map((one) => `${one.name} ${one.getFirstPropertyValue('rrule') ?? 'once'}`)

describe('the time zone beside an event', () => {
  it.each([0, 6])('has the rules of both halves of the year, which Outlook needs, in month %i', (month) => {
    const of = (timeZone: string) => rules(zoneIn(vtimezone(timeZone, [Date.UTC(2027, month, 6, 16)]))).sort()
    expect(of('America/Chicago')).toEqual([
      'daylight FREQ=YEARLY;BYMONTH=3;BYDAY=2SU',
      'standard FREQ=YEARLY;BYMONTH=11;BYDAY=1SU',
    ])
    expect(of('Europe/Berlin')).toEqual([
      'daylight FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
      'standard FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
    ])
    // Without daylight saving, even where the last change was one forward.
    for (const fixed of ['America/Phoenix', 'Europe/Istanbul', 'UTC'])
      expect(of(fixed)).toEqual(['standard once'])
  })

  it('gives each event its instant, in every zone, with a standard time to reckon from', () => {
    const instants = [0, 6, 14].map((month) => Date.UTC(2027, month, 20, 16))
    for (const timeZone of Intl.supportedValuesOf('timeZone')) {
      const zone = zoneIn(vtimezone(timeZone, instants))
      expect(zone.getFirstSubcomponent('standard'), timeZone).not.toBeNull()
      for (const instant of instants)
        expect(offsetRead(zone, instant), timeZone).toBe(offsetOf(timeZone, instant))
    }
  })

  it('follows a rule that has changed between two events', () => {
    const instants = [2006, 2007, 2008].flatMap((year) => [Date.UTC(year, 2, 25), Date.UTC(year, 10, 2)])
    const zone = zoneIn(vtimezone('America/Chicago', instants))
    for (const instant of instants)
      expect(offsetRead(zone, instant)).toBe(offsetOf('America/Chicago', instant))
  })
})
