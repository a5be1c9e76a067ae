/** "+HHMM", as UTC offsets are written in iCalendar (RFC 5545, 3.3.14). */
const basicOffset = (time: Temporal.ZonedDateTime) => time.offset.replace(':', '')

/** "YYYYMMDDTHHMMSS" (RFC 5545, 3.3.5). */
const basicWallTime = (time: Temporal.PlainDateTime) =>
  time.toString({ smallestUnit: 'second' }).replace(/[-:]/g, '')

/** One change of the zone's clock: since when, and from which offset to which. */
function observance(change: Temporal.ZonedDateTime): string[] {
  const before = change.subtract({ nanoseconds: 1 })
  const kind = change.offsetNanoseconds > before.offsetNanoseconds ? 'DAYLIGHT' : 'STANDARD'
  // An onset is told as the clock showed it before it was changed (RFC 5545, 3.6.5).
  const onset = change.toInstant().toZonedDateTimeISO(before.offset).toPlainDateTime()
  return [
    `BEGIN:${kind}`,
    `DTSTART:${basicWallTime(onset)}`,
    `TZOFFSETFROM:${basicOffset(before)}`,
    `TZOFFSETTO:${basicOffset(change)}`,
    `END:${kind}`,
  ]
}

/** For zones and times whose clock has never been changed. */
function fixedObservance(time: Temporal.ZonedDateTime): string[] {
  const offset = basicOffset(time)
  return [
    'BEGIN:STANDARD',
    'DTSTART:19700101T000000',
    `TZOFFSETFROM:${offset}`,
    `TZOFFSETTO:${offset}`,
    'END:STANDARD',
  ]
}

/**
 * The VTIMEZONE component for events at the given instants (RFC 5545, 3.6.5): each change of the clock that is in
 * force at one of them, from the rules that the instants themselves were derived with.
 *
 * @param timeZone - IANA name
 */
export function vtimezone(timeZone: string, instants: readonly number[]): string {
  const observances = new Map<string, string[]>()
  for (const epochMs of [...instants].sort((a, b) => a - b)) {
    const time = Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(timeZone)
    // A change at this very instant is in force already.
    const change = time.add({ nanoseconds: 1 }).getTimeZoneTransition('previous')
    observances.set(String(change), change ? observance(change) : fixedObservance(time))
  }
  const lines = ['BEGIN:VTIMEZONE', `TZID:${timeZone}`, ...[...observances.values()].flat(), 'END:VTIMEZONE']
  return lines.join('\r\n')
}
