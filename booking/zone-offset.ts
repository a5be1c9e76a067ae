/** Far more than anybody asks about at a time. */
const daysMax = 1000

/** By zone and date; null on a day of which a clock change is a part. */
const offsets = new Map<string, number | null>()

function findOffset(date: string, timeZone: string): number | null {
  const day = Temporal.PlainDate.from(date, { overflow: 'reject' })
  const begin = day.toZonedDateTime(timeZone)
  const end = day.add({ days: 1 }).toZonedDateTime(timeZone)
  const change = begin.getTimeZoneTransition('next')
  // A clock change can leave out midnight, and has left out whole days.
  const beginsAtMidnight = begin.toPlainDateTime().equals(day.toPlainDateTime())
  const changes = change !== null && Temporal.ZonedDateTime.compare(change, end) < 0
  return beginsAtMidnight && !changes ? begin.offsetNanoseconds / 1e6 : null
}

/**
 * How far the zone's clock is ahead of UTC during all of a date, milliseconds; null where it changes on that date.
 * Remembered, because it turns the conversions that every booking needs into sums.
 *
 * @throws {RangeError} when there is no such date
 */
export function offsetThroughout(date: string, timeZone: string): number | null {
  const key = `${timeZone} ${date}`
  const known = offsets.get(key)
  if (known !== undefined) return known
  const offset = findOffset(date, timeZone)
  if (offsets.size >= daysMax) offsets.clear()
  offsets.set(key, offset)
  return offset
}
