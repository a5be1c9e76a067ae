import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
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

/** The parts that RFC 5545, 3.3.10 allows together. */
const rules = `
  YEARLY YEARLY;BYMONTH=2,4,11;BYMONTHDAY=-31,-1,29 YEARLY;BYMONTH=2,3,10;BYDAY=-1SU,5MO
  YEARLY;BYDAY=-52TH,2TU,52FR YEARLY;BYWEEKNO=-51,2,20,51;BYDAY=MO,SU YEARLY;BYYEARDAY=-366,-1,60,366
  YEARLY;BYMONTH=1,8;BYMONTHDAY=-2,13,31;BYSETPOS=-1,2 YEARLY;BYDAY=-10WE,1SA,7TU;BYSETPOS=1,3
  MONTHLY MONTHLY;BYMONTHDAY=-30,-1,1,30 MONTHLY;BYDAY=-5FR,1SU,5MO MONTHLY;BYDAY=2TU,-2TU;BYSETPOS=-1
  MONTHLY;BYDAY=FR,SA;BYMONTHDAY=-7,-1,13,14,15 MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1,3
  WEEKLY WEEKLY;BYDAY=SU,TU,SA;WKST=MO WEEKLY;BYDAY=SU,TU,SA;WKST=SU WEEKLY;BYDAY=MO,WE;WKST=TH
  DAILY DAILY;BYMONTH=2,12;BYDAY=MO,WE,SU DAILY;BYHOUR=0,9,23 HOURLY;BYDAY=TU;BYMONTHDAY=-3,8
`.match(/\S+/g)
/** A leap day, the end of a year, and the start of a summer time. */
const starts = ['2020-02-29T10:00', '2024-12-31T23:30', '2027-03-14T02:30', '2027-08-31T09:05']
const years = { startEpochMs: Date.parse('2027-01-01T00:00Z'), endEpochMs: Date.parse('2029-01-01T00:01Z') }

function expand(from: string, rule: string): string[] {
  const until = rule.replace(/(UNTIL=\w+)/, '$1Z')
  const lines = [`DTSTART:${from.replace(/[-:]/g, '')}00Z`, 'DURATION:PT1M', `RRULE:${until}`]
  const event = ['BEGIN:VEVENT', 'UID:one', ...lines, 'END:VEVENT']
  const text = ['BEGIN:VCALENDAR', 'VERSION:2.0', ...event, 'END:VCALENDAR', ''].join('\r\n')
  const { times } = busyInObject(text, years, 'UTC')
  return times.map(({ startEpochMs }) => new Date(startEpochMs).toISOString().slice(0, 16))
}

it('the rule of a series means what another library reads in it', () => {
  const python =
    findPythonWithDateutil() ?? expect.fail('python3-dateutil is missing; "npm test" installs it.')
  // Without an end the other library searches up to the year 9999.
  const ends = [1, 2, 3, 4].flatMap((interval) =>
    ['', ';COUNT=9'].map((count) => `;INTERVAL=${interval}${count};UNTIL=20290101T000000`),
  )
  const cases = starts.flatMap((from) =>
    (rules ?? []).flatMap((rule) => ends.map((end) => [from, `FREQ=${rule}${end}`] as const)),
  )
  const input = cases.map((one) => one.join(' ')).join('\n')
  const program = ['-W', 'ignore', '-c', expandWithDateutil]
  const { stdout, stderr } = spawnSync(python, program, { input, encoding: 'utf8', maxBuffer: 100_000_000 })
  expect(stderr).toBe('')
  const answers = stdout.split('\n').slice(0, -1)
  expect(answers).toHaveLength(704)
  // What was compared is worth something only where most rules have times.
  expect(answers.filter((answer) => answer !== '').length).toBeGreaterThan(cases.length / 2)
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
