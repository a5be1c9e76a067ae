const basicOffset = (time: Temporal.ZonedDateTime) => time.offset.replaceAll(':', '')

const basicWallTime = (time: Temporal.PlainDateTime) =>
  time.toString({ smallestUnit: 'second' }).replace(/[-:]/g, '')

interface Change {
  /** On the clock before the change (RFC 5545, 3.6.5). */
  onset: Temporal.PlainDateTime
  from: string
  to: string
  isForward: boolean
}

function changeAt(time: Temporal.ZonedDateTime): Change {
  const before = time.subtract({ nanoseconds: 1 })
  return {
    onset: before.toPlainDateTime().add({ nanoseconds: 1 }),
    from: basicOffset(before),
    to: basicOffset(time),
    isForward: time.offsetNanoseconds > before.offsetNanoseconds,
  }
}

/** Enough for a month's last Sunday to be sometimes its fourth, sometimes its fifth. */
const yearsLookedAhead = 8

const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

function ruleOf(changes: readonly Change[]): string | null {
  const [first] = changes
  if (!first || changes.length < yearsLookedAhead) return null
  const { month, dayOfWeek, year } = first.onset
  const isYearly = changes.every(
    ({ onset, from, to }, index) =>
      onset.year === year + index &&
      onset.month === month &&
      onset.dayOfWeek === dayOfWeek &&
      onset.toPlainTime().equals(first.onset.toPlainTime()) &&
      from === first.from &&
      to === first.to,
  )
  const weeks = new Set(changes.map(({ onset }) => Math.ceil(onset.day / 7)))
  const isLast = changes.every(({ onset }) => onset.day > onset.daysInMonth - 7)
  const week = weeks.size === 1 ? [...weeks][0] : isLast && -1
  return isYearly && week ? `FREQ=YEARLY;BYMONTH=${month};BYDAY=${week}${weekdays[dayOfWeek - 1]}` : null
}

function observance({ onset, from, to, isForward }: Change, rule: string | null = null): string[] {
  const kind = isForward ? 'DAYLIGHT' : 'STANDARD'
  return [
    `BEGIN:${kind}`,
    `DTSTART:${basicWallTime(onset)}`,
    ...(rule ? [`RRULE:${rule}`] : []),
    `TZOFFSETFROM:${from}`,
    `TZOFFSETTO:${to}`,
    `END:${kind}`,
  ]
}

function observances(first: Temporal.ZonedDateTime, last: Temporal.ZonedDateTime): string[] {
  const offset = basicOffset(first)
  const neverChanged = { onset: Temporal.PlainDateTime.from('1970-01-01'), from: offset, to: offset }
  // A change at this exact instant is already in effect.
  const inForce = first.add({ nanoseconds: 1 }).getTimeZoneTransition('previous')
  // Without a STANDARD part, Outlook mistakes the zone for UTC.
  if (!(inForce ?? first).getTimeZoneTransition('next'))
    return observance({ ...(inForce ? changeAt(inForce) : neverChanged), isForward: false })

  const until = last.add({ years: yearsLookedAhead })
  const changes: Change[] = []
  let toCover = 0
  let at = inForce?.getTimeZoneTransition('previous') ?? inForce ?? first.getTimeZoneTransition('next')
  while (at && Temporal.ZonedDateTime.compare(at, until) <= 0) {
    changes.push(changeAt(at))
    if (Temporal.ZonedDateTime.compare(at, last) <= 0) toCover = changes.length
    at = at.getTimeZoneTransition('next')
  }
  const forward = changes.filter(({ isForward }) => isForward)
  const back = changes.filter(({ isForward }) => !isForward)
  const [rule, ruleBack] = [ruleOf(forward), ruleOf(back)]
  if (forward[0] && back[0] && rule && ruleBack)
    return [...observance(forward[0], rule), ...observance(back[0], ruleBack)]
  return changes.slice(0, toCover).flatMap((change) => observance(change))
}

/**
 * The VTIMEZONE for events at these instants (RFC 5545, 3.6.5), by the platform's rules. Writes simple rules as rules,
 * one for each half of the year: Outlook reads only one observance of each kind.
 * @see https://learn.microsoft.com/openspecs/exchange_server_protocols/ms-oxcical/65e61fa3-de85-4030-8245-1054e27208f7
 */
export function buildVtimezone(timeZone: string, instants: readonly number[]): string {
  const inZone = (epochMs: number) =>
    Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(timeZone)
  const ends = [Math.min(...instants), Math.max(...instants)] as const
  const lines = instants.length > 0 ? observances(inZone(ends[0]), inZone(ends[1])) : []
  return ['BEGIN:VTIMEZONE', `TZID:${timeZone}`, ...lines, 'END:VTIMEZONE'].join('\r\n')
}
