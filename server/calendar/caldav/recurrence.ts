import type ICAL from 'ical.js'
import { RRuleTemporal } from 'rrule-temporal'
import { type Interval, msPerDay, msPerMinute } from '../../../booking/time.ts'
import { toWholeMinute } from '../calendar.ts'

/** An hourly rule needs 17,600 for the two years that the shop looks ahead, even if it leaves out some hours. */
const periodsMax = 30_000

interface Zone {
  toWall(epochMs: number): Temporal.PlainDateTime
  /** A repeated time means its earlier instant; a skipped time counts from before the change (RFC 5545, 3.3.5). */
  toEpochMs(wall: Temporal.PlainDateTime): number
}

export interface Start {
  epochMs: number
  wall: Temporal.PlainDateTime
  isDate: boolean
}

const atMs = (epochMs: number, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(timeZone)

const platformZone = (timeZone: string): Zone => ({
  toWall: (epochMs) => atMs(epochMs, timeZone).toPlainDateTime(),
  toEpochMs: (wall) => wall.toZonedDateTime(timeZone).epochMilliseconds,
})

const utc = platformZone('UTC')

function isKnown(timeZone: string): boolean {
  try {
    atMs(0, timeZone)
    return true
  } catch {
    return false
  }
}

/**
 * Whether the name alone determines the rules: an app may call a zone with daylight time "EST", "GMT", or "Etc/GMT+6".
 */
const isPlace = (timeZone: string) => /^(?!etc\/)\w+\/\w/i.test(timeZone) && isKnown(timeZone)

/** Expands a rule on its own clock as if that were UTC, which gives the same times. */
function seriesOf(rule: ICAL.Recur, start: Temporal.PlainDateTime, isDate = false): RRuleTemporal {
  // The caller compares UNTIL as an instant. A day has no times (RFC 5545, 3.3.10).
  const dropped = isDate ? /;?(UNTIL|BYHOUR|BYMINUTE|BYSECOND)=[^;]*/g : /;?UNTIL=[^;]*/g
  return new RRuleTemporal({
    rruleString: `RRULE:${String(rule).replace(dropped, '')}`,
    dtstart: start.toZonedDateTime('UTC'),
    tzid: 'UTC',
    maxIterations: periodsMax,
    cache: false,
  })
}

function wallTimesIn(series: RRuleTemporal, { startEpochMs, endEpochMs }: Interval) {
  const found = series.between(atMs(startEpochMs, 'UTC'), atMs(endEpochMs, 'UTC'), true)
  return found.map((time) => time.toPlainDateTime())
}

/** Epoch milliseconds. A day ends with its last moment. */
function untilOf({ until }: ICAL.Recur, zone: Zone): number {
  if (!until) return Number.POSITIVE_INFINITY
  const text = until.toString()
  const wall = Temporal.PlainDateTime.from(text.replace('Z', ''))
  return (text.endsWith('Z') ? utc : zone).toEpochMs(wall) + (until.isDate ? msPerDay - 1 : 0)
}

function offsetIn(observance: ICAL.Component, property: string): number {
  const [, sign, hours, minutes, seconds] =
    /^([+-])(\d\d):?(\d\d):?(\d\d)?$/.exec(String(observance.getFirstProperty(property)?.jCal[3])) ?? []
  if (sign === undefined) throw new TypeError('The zone has no offset.')
  const ms = (Number(hours) * 60 + Number(minutes)) * msPerMinute + Number(seconds ?? 0) * 1000
  return sign === '-' ? -ms : ms
}

const wallFrom = (text: unknown) => Temporal.PlainDateTime.from(String(text).replace('Z', ''))

function writtenZone(zone: ICAL.Component): Zone {
  const observances = zone.getAllSubcomponents().map((observance) => {
    const start = wallFrom(observance.getFirstProperty('dtstart')?.jCal[3])
    const fromMs = offsetIn(observance, 'tzoffsetfrom')
    const offsetMs = offsetIn(observance, 'tzoffsetto')
    const before: Zone = {
      toWall: (epochMs) => utc.toWall(epochMs + fromMs),
      toEpochMs: (wall) => utc.toEpochMs(wall) - fromMs,
    }
    const named = observance
      .getAllProperties('rdate')
      .flatMap((property) => property.jCal.slice(3).map(wallFrom))
    const single = [start, ...named].map((wall) => before.toEpochMs(wall))
    const rules = observance
      .getAllProperties('rrule')
      .map((property) => property.getFirstValue() as ICAL.Recur)
    return { start, fromMs, offsetMs, before, single, rules }
  })
  const first = observances.toSorted((a, b) => Temporal.PlainDateTime.compare(a.start, b.start))[0]
  if (!first) throw new TypeError('The zone has no offset.')

  const known = new Map<number, { epochMs: number; offsetMs: number }[]>()
  /** Includes the year before, so there is a change before each instant of the year. */
  function changesAround(year: number) {
    const found = known.get(year)
    if (found) return found
    const within = { startEpochMs: Date.UTC(year - 1, 0), endEpochMs: Date.UTC(year + 1, 0, 2) }
    const changes = observances.flatMap(({ start, offsetMs, before, single, rules }) => {
      const onsets = rules.flatMap((rule) => {
        const untilMs = untilOf(rule, before)
        const series = seriesOf(rule, start)
        // A rule that has ended keeps its last offset.
        const last = series.previous(atMs(Math.min(untilMs, within.startEpochMs) + msPerDay, 'UTC'), true)
        const walls = [...(last ? [last.toPlainDateTime()] : []), ...wallTimesIn(series, within)]
        return walls.map((wall) => before.toEpochMs(wall)).filter((epochMs) => epochMs <= untilMs)
      })
      return [...single, ...onsets].map((epochMs) => ({ epochMs, offsetMs }))
    })
    changes.sort((a, b) => a.epochMs - b.epochMs)
    known.set(year, changes)
    return changes
  }

  function offsetAt(epochMs: number): number {
    const changes = changesAround(new Date(epochMs).getUTCFullYear())
    return (changes.findLast((change) => change.epochMs <= epochMs) ?? { offsetMs: first?.fromMs ?? 0 })
      .offsetMs
  }

  return {
    toWall: (epochMs) => utc.toWall(epochMs + offsetAt(epochMs)),
    toEpochMs(wall) {
      const asUtcMs = utc.toEpochMs(wall)
      const offsets = [offsetAt(asUtcMs - msPerDay), offsetAt(asUtcMs + msPerDay)]
      const shown = offsets.map((ms) => asUtcMs - ms).filter((ms) => offsetAt(ms) === asUtcMs - ms)
      return Math.min(...(shown.length > 0 ? shown : [asUtcMs - (offsets[0] ?? 0)]))
    },
  }
}

export type Clocks = ReturnType<typeof createClocks>

/**
 * The clocks of one calendar object. A property without a known zone is on the shop's clock. Zones named after places
 * use the platform's rules: rules inside an event only have to be right for that event.
 * @param shopTimeZone - IANA name: the zone of times without one, and of the midnight that begins a day
 */
export function createClocks(calendar: ICAL.Component, shopTimeZone: string) {
  const shop = platformZone(shopTimeZone)
  const written = new Map(
    calendar.getAllSubcomponents('vtimezone').map((zone) => [zone.getFirstPropertyValue('tzid'), zone]),
  )
  const zones = new Map<string, Zone | undefined>()

  function zoneNamed(name: string): Zone | undefined {
    const component = written.get(name)
    if (component && !isPlace(name)) return writtenZone(component)
    return isKnown(name) ? platformZone(name) : undefined
  }

  function zoneOf(property: ICAL.Property | null, otherwise = shop): Zone {
    const name = property?.getFirstParameter('tzid')
    if (!name) return otherwise
    if (!zones.has(name)) zones.set(name, zoneNamed(name))
    return zones.get(name) ?? otherwise
  }

  return {
    zoneOf,
    timesIn(property: ICAL.Property, otherwise = shop): Start[] {
      const zone = zoneOf(property, otherwise)
      return property.jCal.slice(3).map((value: unknown) => {
        const text = String(Array.isArray(value) ? value[0] : value)
        const isDate = !text.includes('T')
        const isUtc = text.endsWith('Z')
        const shown = wallFrom(text).with({ second: 0 })
        const epochMs = toWholeMinute((isUtc ? utc : isDate ? otherwise : zone).toEpochMs(shown))
        return { epochMs, wall: shown, isDate }
      })
    },
  }
}

export function getZone(component: ICAL.Component, clocks: Clocks): Zone {
  const start = component.getFirstProperty('dtstart')
  return String(start?.jCal[3]).endsWith('Z') ? utc : clocks.zoneOf(start)
}

export function readStart(component: ICAL.Component, clocks: Clocks): Start {
  const property = component.getFirstProperty('dtstart')
  const start = property && clocks.timesIn(property)[0]
  if (!start) throw new TypeError('The event has no start.')
  return start
}

/**
 * The starts that a component excludes by EXDATE or RECURRENCE-ID. In a series of whole days, some apps write a time:
 * the day's midnight in UTC or in any zone. So a time that isn't midnight in its own zone is in the shop's zone.
 */
export function readListedStarts(
  component: ICAL.Component,
  property: string,
  clocks: Clocks,
  series: ICAL.Component,
): Start[] {
  const zone = getZone(component, clocks)
  const named = component.getAllProperties(property).flatMap((value) => clocks.timesIn(value, zone))
  if (!readStart(series, clocks).isDate) return named
  const days = getZone(series, clocks)
  return named.map(({ epochMs, wall, isDate }) => {
    const isMidnight = isDate || (wall.hour === 0 && wall.minute === 0)
    const midnight = (isMidnight ? wall : days.toWall(epochMs)).with({ hour: 0, minute: 0 })
    return { epochMs: days.toEpochMs(midnight), wall: midnight, isDate: true }
  })
}

/** Which starts these components refer to: a time by its instant in any zone, a day by its date. */
export function createStartTest(
  components: readonly ICAL.Component[],
  property: string,
  clocks: Clocks,
  series: ICAL.Component,
) {
  const names = components.flatMap((component) => readListedStarts(component, property, clocks, series))
  const keys = new Set(names.map(({ isDate, wall, epochMs }) => (isDate ? dateOf(wall) : epochMs)))
  return ({ epochMs, wall }: Start) => keys.has(epochMs) || keys.has(dateOf(wall))
}

const dateOf = (wall: Temporal.PlainDateTime) => wall.toPlainDate().toString()

/**
 * RFC 5545, 3.8.5. Includes the event's own start.
 * @throws if a rule can't be expanded
 */
export function expandStarts(master: ICAL.Component, during: Interval, clocks: Clocks): Start[] {
  const zone = getZone(master, clocks)
  const first = readStart(master, clocks)
  const { isDate } = first
  const named = master.getAllProperties('rdate').flatMap((value) => clocks.timesIn(value, zone))
  const onClock = named.map((start) =>
    start.isDate ? start : { ...start, wall: zone.toWall(start.epochMs) },
  )
  // No zone is more than a day from UTC.
  const within = { startEpochMs: during.startEpochMs - msPerDay, endEpochMs: during.endEpochMs + msPerDay }
  const byRules = master.getAllProperties('rrule').flatMap((property) => {
    const rule = property.getFirstValue() as ICAL.Recur
    const untilMs = untilOf(rule, zone)
    return wallTimesIn(seriesOf(rule, first.wall, isDate), within)
      .map((wall) => ({ wall, isDate, epochMs: zone.toEpochMs(wall) }))
      .filter(({ epochMs }) => epochMs <= untilMs)
  })
  const starts = new Map([first, ...onClock, ...byRules].map((start) => [start.epochMs, start]))
  const isExcluded = createStartTest([master], 'exdate', clocks, master)
  return [...starts.values()].filter((start) => !isExcluded(start))
}
