/** The time between two clock changes of a zone, epoch milliseconds; without an end where no other is known. */
interface ZoneStretch {
  startEpochMs: number
  endEpochMs: number
  /** How far the zone's clock is ahead of UTC. */
  offsetMs: number
}

/** By zone, the newest first; few, because a year has two of them. */
const known = new Map<string, ZoneStretch[]>()
const knownMax = 20

function findStretch(epochMs: number, timeZone: string): ZoneStretch {
  const time = Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(timeZone)
  // The change before a moment is asked for from behind it, or a change at that very moment would be left out.
  const start = time.add({ milliseconds: 1 }).getTimeZoneTransition('previous')
  const end = time.getTimeZoneTransition('next')
  return {
    startEpochMs: start?.epochMilliseconds ?? Number.NEGATIVE_INFINITY,
    endEpochMs: end?.epochMilliseconds ?? Number.POSITIVE_INFINITY,
    offsetMs: time.offsetNanoseconds / 1e6,
  }
}

/**
 * The stretch in which an instant lies. Remembered, because it turns the conversions between wall times and instants,
 * of which every booking needs several, into sums.
 */
export function stretchAt(epochMs: number, timeZone: string): ZoneStretch {
  const stretches = known.get(timeZone) ?? []
  const found = stretches.find((one) => epochMs >= one.startEpochMs && epochMs < one.endEpochMs)
  if (found) return found
  const stretch = findStretch(epochMs, timeZone)
  known.set(timeZone, [stretch, ...stretches].slice(0, knownMax))
  return stretch
}
