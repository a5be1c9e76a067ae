import ICAL from 'ical.js'

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
