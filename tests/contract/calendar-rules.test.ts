import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findPythonWithDateutil } from '../../scripts/peers.mjs'
import { busyInObject } from '../../server/calendar/caldav/read-ics.ts'

/** Prints, for each line of "start rule", the starts of two years, without the seconds. */
const expandWithDateutil = `
import sys
from datetime import datetime
from dateutil.rrule import rrulestr
for line in sys.stdin:
    start, rule = line.split()
    starts = rrulestr(rule, dtstart=datetime.fromisoformat(start))
    found = starts.between(datetime(2027, 1, 1), datetime(2029, 1, 1), inc=True)
    print(' '.join(one.isoformat()[:16] for one in found))
`

const listOf = (values: fc.Arbitrary<number | string>, maxLength: number) =>
  fc.uniqueArray(values, { minLength: 1, maxLength }).map((some) => some.join())
/** The same part forward, and counted from the end. */
const signed = (max: number) => fc.integer({ min: -max, max }).filter((number) => number !== 0)
const weekday = fc.constantFrom('MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU')
const ordinal = (max: number) => fc.tuple(signed(max), weekday).map(([number, day]) => `${number}${day}`)

/** The parts that RFC 5545, 3.3.10 allows together. */
const shapes: Record<string, fc.Arbitrary<string>>[] = [
  {
    FREQ: fc.constant('YEARLY'),
    BYMONTH: listOf(fc.integer({ min: 1, max: 12 }), 4),
    BYMONTHDAY: listOf(signed(31), 3),
  },
  {
    FREQ: fc.constant('YEARLY'),
    BYMONTH: listOf(fc.integer({ min: 1, max: 12 }), 3),
    BYDAY: listOf(ordinal(5), 2),
  },
  { FREQ: fc.constant('YEARLY'), BYDAY: listOf(ordinal(53), 2) },
  { FREQ: fc.constant('YEARLY'), BYWEEKNO: listOf(signed(53), 3), BYDAY: listOf(weekday, 2) },
  { FREQ: fc.constant('YEARLY'), BYYEARDAY: listOf(signed(366), 4) },
  { FREQ: fc.constant('YEARLY') },
  { FREQ: fc.constant('MONTHLY'), BYMONTHDAY: listOf(signed(31), 4) },
  { FREQ: fc.constant('MONTHLY'), BYDAY: listOf(ordinal(5), 3) },
  { FREQ: fc.constant('MONTHLY'), BYDAY: listOf(weekday, 3), BYMONTHDAY: listOf(signed(31), 8) },
  { FREQ: fc.constant('MONTHLY') },
  { FREQ: fc.constant('WEEKLY'), BYDAY: listOf(weekday, 4), WKST: weekday },
  {
    FREQ: fc.constant('DAILY'),
    BYMONTH: listOf(fc.integer({ min: 1, max: 12 }), 3),
    BYDAY: listOf(weekday, 4),
  },
  { FREQ: fc.constant('DAILY'), BYHOUR: listOf(fc.integer({ min: 0, max: 23 }), 3) },
  { FREQ: fc.constant('HOURLY'), BYDAY: listOf(weekday, 2), BYMONTHDAY: listOf(signed(31), 2) },
]

const repeating = fc
  .tuple(
    fc.oneof(...shapes.map((shape) => fc.record(shape))),
    fc.integer({ min: 1, max: 4 }),
    fc.option(listOf(signed(4), 2)),
    fc.option(fc.integer({ min: 1, max: 60 }), { freq: 3 }),
  )
  .map(([parts, interval, positions, count]) => {
    // Of a week that is partly before the start, dateutil counts the positions in its other part alone.
    const isInWeeks = parts.FREQ === 'WEEKLY' || 'BYWEEKNO' in parts
    const isSet =
      positions !== null &&
      !isInWeeks &&
      /YEARLY|MONTHLY/.test(parts.FREQ ?? '') &&
      Object.keys(parts).length > 1
    const counted = count === null ? {} : { COUNT: count }
    const named = { ...parts, INTERVAL: interval, ...(isSet && { BYSETPOS: positions }), ...counted }
    // Without an end the other library searches up to the year 9999.
    return Object.entries({ ...named, UNTIL: '20290101T000000' })
      .map(([name, value]) => `${name}=${value}`)
      .join(';')
  })

/** Any minute from 2020 to 2027, also 29 February and the ends of months. */
const start = fc
  .integer({ min: Date.parse('2020-01-01T00:00Z') / 60_000, max: Date.parse('2027-12-31T00:00Z') / 60_000 })
  .map((minute) => new Date(minute * 60_000).toISOString().slice(0, 16))

const leapDay = fc.constantFrom('2020-02-29T10:00', '2024-02-29T23:30')

const years = { startEpochMs: Date.parse('2027-01-01T00:00Z'), endEpochMs: Date.parse('2029-01-01T00:01Z') }

function expand(from: string, rule: string): string[] {
  const until = rule.replace(/(UNTIL=\w+)/, '$1Z')
  const lines = [`DTSTART:${from.replace(/[-:]/g, '')}00Z`, 'DURATION:PT1M', `RRULE:${until}`]
  const event = ['BEGIN:VEVENT', 'UID:one', ...lines, 'END:VEVENT']
  const text = ['BEGIN:VCALENDAR', 'VERSION:2.0', ...event, 'END:VCALENDAR', ''].join('\r\n')
  const { times } = busyInObject(text, years, 'UTC')
  return times.map(({ startEpochMs }) => new Date(startEpochMs).toISOString().slice(0, 16))
}

describe('the rule of a series', () => {
  it('means what another library reads in it, 400 times', () => {
    const python = findPythonWithDateutil()
    if (!python) return expect.fail('python3-dateutil is not installed; "npm test" installs it.')
    const cases = fc.sample(fc.tuple(fc.oneof({ weight: 9, arbitrary: start }, leapDay), repeating), {
      numRuns: 400,
      seed: 31,
    })
    const input = cases.map(([from, rule]) => `${from} ${rule}`).join('\n')
    const { stdout, stderr } = spawnSync(python, ['-W', 'ignore', '-c', expandWithDateutil], {
      input,
      encoding: 'utf8',
      maxBuffer: 100_000_000,
    })
    expect(stderr).toBe('')
    const answers = stdout.split('\n').slice(0, -1)
    expect(answers).toHaveLength(400)
    // What was compared is worth something only where most rules have times.
    expect(answers.filter((answer) => answer !== '').length).toBeGreaterThan(200)
    const wrong = cases.flatMap(([from, rule], index) => {
      const theirs = (answers[index] ?? '').split(' ').filter(Boolean)
      // An event takes place when it says, also where its rule does not.
      const isIn = from >= '2027-01-01' && !theirs.includes(from)
      const expected = isIn ? [from, ...theirs].sort() : theirs
      const ours = expand(from, rule)
      return ours.join() === expected.join() ? [] : [{ from, rule, ours, expected }]
    })
    expect(wrong).toEqual([])
  })
})
