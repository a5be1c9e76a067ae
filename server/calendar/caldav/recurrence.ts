import ICAL from 'ical.js'
import { type Interval, msPerDay } from '../../../booking/time.ts'
import { wholeMinute } from '../calendar.ts'

/** More than an hourly event has in two years; a rule that repeats every second ends here. */
const stepsMax = 20_000
/** The library adds an interval month by month, so that the next time of a very long one never comes. */
const stepMostDays = 100 * 366

/** A start of an event as the instant and as the calendar tells it. */
export type Start = [epochMs: number, time: ICAL.Time]

class Ended extends Error {}

/** The library goes on for ever, past the rule's end, where its parts never meet, as on the 30th of February. */
class BoundedIterator extends ICAL.RecurIterator {
  #steps = 0

  override check_contracting_rules(): boolean {
    this.#steps += 1
    const lastYear = this.rule.until?.year ?? 0
    if (this.#steps > stepsMax || this.last.year > lastYear) throw new Ended()
    return super.check_contracting_rules()
  }
}

/** How many days an interval of one is, of each frequency. */
const daysOf: Record<string, number> = {
  SECONDLY: 1 / 86_400,
  MINUTELY: 1 / 1440,
  HOURLY: 1 / 24,
  DAILY: 1,
  WEEKLY: 7,
  MONTHLY: 28,
  YEARLY: 365,
}

/** A start from which the rule goes on as it does from its own, shortly before that time; counting begins at its own. */
function startNear(start: ICAL.Time, startEpochMs: number, rule: ICAL.Recur, epochMs: number): ICAL.Time {
  const intervalDays = daysOf[rule.freq] ?? 0
  const stepDays = Math.max(1, intervalDays) * rule.interval
  const days = (epochMs - startEpochMs) / msPerDay
  // Months and years are not all as long; whatever else there is goes on the same after whole days or weeks.
  if (rule.count !== null || intervalDays > 7 || days < stepDays) return start
  const near = start.clone()
  near.adjust(Math.floor(days / stepDays) * stepDays, 0, 0, 0)
  return near
}

function* byRule(
  rule: ICAL.Recur,
  [epochMs, start]: Start,
  during: Interval,
  timeZone: string,
): Generator<Start> {
  if (rule.interval * (daysOf[rule.freq] ?? 0) > stepMostDays) return
  const { until } = rule
  // In UTC, or a day: the library would compare it with the clock of a zone that it may not know.
  const untilMs = until
    ? toEpochMs(until, timeZone) + (until.isDate ? msPerDay - 1 : 0)
    : Number.POSITIVE_INFINITY
  const bounded = rule.clone()
  // Far enough after what is asked for that no zone matters.
  const lastYear = new Date(during.endEpochMs).getUTCFullYear() + 1
  bounded.until = ICAL.Time.fromData({ year: lastYear, month: 12, day: 31 })
  const dtstart = startNear(start, epochMs, rule, during.startEpochMs)
  const iterator = new BoundedIterator({ rule: bounded, dtstart })
  try {
    for (let next = iterator.next(); next; next = iterator.next()) {
      const nextMs = toEpochMs(next, timeZone)
      if (nextMs > untilMs || nextMs >= during.endEpochMs) return
      // The iterator goes on with the same object.
      yield [nextMs, next.clone()]
    }
  } catch (error) {
    if (!(error instanceof Ended)) throw error
  }
}

/** When an event begins, or its first time where it repeats. */
export function startOf(component: ICAL.Component, shopTimeZone: string): Start {
  const { startDate } = new ICAL.Event(component)
  return [toEpochMs(startDate, zoneOf(component, shopTimeZone)), startDate]
}

/**
 * Tells which starts a component names in that property, EXDATE or RECURRENCE-ID: a time by its instant, in whichever
 * zone it is told, a day by its date.
 */
export function namedIn(component: ICAL.Component, property: string, shopTimeZone: string) {
  const timeZone = zoneOf(component, shopTimeZone)
  const values = component.getAllProperties(property).flatMap((one): unknown[] => one.getValues())
  const times = values.filter((value) => value instanceof ICAL.Time)
  const names = new Set(times.map((time) => (time.isDate ? time.toString() : toEpochMs(time, timeZone))))
  return ([epochMs, start]: Start) => names.has(epochMs) || names.has(start.toString().slice(0, 10))
}

/**
 * When an event begins, its repetitions included (RFC 5545, 3.8.5), but for those that its EXDATEs name; of what is
 * over before the given time some may be left out.
 */
export function startsOf(master: ICAL.Component, during: Interval, shopTimeZone: string): Start[] {
  const timeZone = zoneOf(master, shopTimeZone)
  const first = startOf(master, shopTimeZone)
  const starts = new Map([first])
  for (const value of master.getAllProperties('rdate').flatMap((one): unknown[] => one.getValues())) {
    const start = value instanceof ICAL.Period ? value.start : value
    if (start instanceof ICAL.Time) starts.set(toEpochMs(start, timeZone), start)
  }
  for (const rule of master.getAllProperties('rrule').map((one) => one.getFirstValue() as ICAL.Recur)) {
    for (const [epochMs, start] of byRule(rule, first, during, timeZone)) starts.set(epochMs, start)
  }
  const isExcluded = namedIn(master, 'exdate', shopTimeZone)
  return [...starts].filter((start) => !isExcluded(start))
}

function inZone({ year, month, day, hour, minute }: ICAL.Time, timeZone: string): number {
  return Temporal.PlainDateTime.from({ year, month, day, hour, minute }).toZonedDateTime(timeZone)
    .epochMilliseconds
}

const known = new Map<string, boolean>()

function isKnown(timeZone: string): boolean {
  const found = known.get(timeZone)
  if (found !== undefined) return found
  let is = true
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(timeZone)
  } catch {
    is = false
  }
  known.set(timeZone, is)
  return is
}

/**
 * The zone of an event's times whose rules are not written beside it: the one that its start names, or the shop's.
 */
export function zoneOf(event: ICAL.Component, shopTimeZone: string, property = 'dtstart'): string {
  const named = event.getFirstProperty(property)?.getFirstParameter('tzid')
  return named && isKnown(named) ? named : shopTimeZone
}

/**
 * The instant of a time in a calendar object, epoch milliseconds of its whole minute.
 *
 * A named zone is taken from the platform's own rules, because the VTIMEZONE beside the event need only hold for
 * the event itself.
 *
 * @param otherwise - the zone of a time without one, and of the midnight at which a whole day begins
 */
export function toEpochMs(time: ICAL.Time, otherwise: string): number {
  const { tzid, component } = time.zone
  if (isKnown(tzid)) return inZone(time, tzid)
  // A name of the calendar program's own; its VTIMEZONE says what it means.
  return component ? wholeMinute(time.toUnixTime() * 1000) : inZone(time, otherwise)
}
