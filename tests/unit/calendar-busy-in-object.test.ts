import { describe, expect, it } from 'vitest'
import { busyInObject, eventInObject } from '../../server/calendar/caldav/read-ics.ts'
import { createReader, Unreadable } from '../../server/calendar/caldav/reader.ts'

const shopZone = 'America/Chicago'
const interval = (from: string, to: string) => ({
  startEpochMs: Date.parse(from),
  endEpochMs: Date.parse(to),
})
const december = interval('2026-12-01T00:00Z', '2026-12-31T00:00Z')
const years = interval('2026-10-30T00:00Z', '2029-01-01T00:00Z')

/** Each event in one text, with spaces between its lines. */
function object(events: readonly string[], zone = ''): string {
  const components = events.map((lines) => `BEGIN:VEVENT UID:one ${lines} END:VEVENT`).join(' ')
  return `BEGIN:VCALENDAR VERSION:2.0 ${zone} ${components} END:VCALENDAR `.replace(/ +/g, '\r\n')
}

/** The starts, with the minutes if it isn't an hour. */
function busy(events: string | readonly string[], during = december, zone = ''): string[] {
  const { times } = busyInObject(object([events].flat(), zone), during, shopZone)
  return times.map(({ startEpochMs, endEpochMs }) => {
    const minutes = (endEpochMs - startEpochMs) / 60_000
    return new Date(startEpochMs).toISOString().slice(0, 16) + (minutes === 60 ? '' : ` ${minutes}`)
  })
}

const onDays = (...days: number[]) => days.map((day) => `2026-12-0${day}T18:00`)
const hour = 'DTSTART:20261203T160000Z DURATION:PT1H'
const noon = 'DTSTART;TZID=America/Chicago:20261203T120000 DTEND;TZID=America/Chicago:20261203T130000'
const daily = `${noon} RRULE:FREQ=DAILY;COUNT=3`
const weekly = `${hour} RRULE:FREQ=WEEKLY;COUNT=4`
const androidDay = 'DTSTART;VALUE=DATE:20261203 DTEND;VALUE=DATE:20261203'
const all = 'RECURRENCE-ID;RANGE=THISANDFUTURE'
const sinceOctober = 'DTSTART;TZID=America/Chicago:20261029T100000 DURATION:PT1H RRULE:FREQ=WEEKLY;COUNT=9'
// Two days and four hours later, and half as long: given in daylight time, counted in standard time.
const saturdays = `${all}:20261029T150000Z DTSTART:20261031T190000Z DTEND:20261031T193000Z`

type Case = [what: string, events: string | string[], busy: string[]]

describe('an event in the owner’s calendar', () => {
  it.each<Case>([
    ['its time in the shop’s zone when it has none', 'DTSTART:20261203T120000 DURATION:PT1H', onDays(3)],
    ['its time in a known zone', 'DTSTART;TZID=Europe/Paris:20261203T190000 DURATION:PT1H', onDays(3)],
    ['its time in a zone that is an offset', 'DTSTART;TZID=EST:20261203T130000 DURATION:PT1H', onDays(3)],
    ...[
      ';VALUE=DATE:20261204',
      ':20261204T000000Z',
      ':20261204T060000Z',
      ';TZID=America/New_York:20261204T000000',
      ';TZID=America/Los_Angeles:20261203T220000',
      ';TZID=Asia/Tokyo:20261204T000000',
    ].flatMap((name): Case[] => [
      [
        `the whole days of a series without the one that EXDATE${name} leaves out`,
        `DTSTART;VALUE=DATE:20261203 RRULE:FREQ=DAILY;COUNT=3 EXDATE${name}`,
        ['2026-12-03T06:00 1440', '2026-12-05T06:00 1440'],
      ],
      [
        `the whole days of a series without the one that RECURRENCE-ID${name} frees`,
        [
          'DTSTART;VALUE=DATE:20261203 RRULE:FREQ=DAILY;COUNT=3',
          `RECURRENCE-ID${name} DTSTART;VALUE=DATE:20261204 TRANSP:TRANSPARENT`,
        ],
        ['2026-12-03T06:00 1440', '2026-12-05T06:00 1440'],
      ],
      [
        `a whole day that RECURRENCE-ID${name} makes an hour`,
        [
          'DTSTART;VALUE=DATE:20261203 RRULE:FREQ=DAILY;COUNT=2',
          `RECURRENCE-ID${name} DTSTART:20261204T180000Z DURATION:PT1H`,
        ],
        ['2026-12-03T06:00 1440', '2026-12-04T18:00'],
      ],
      [
        `whole days that RECURRENCE-ID;RANGE=THISANDFUTURE${name} moves`,
        [
          'DTSTART;VALUE=DATE:20261203 RRULE:FREQ=DAILY;COUNT=3',
          `RECURRENCE-ID;RANGE=THISANDFUTURE${name} DTSTART;VALUE=DATE:20261207`,
        ],
        ['2026-12-03T06:00 1440', '2026-12-07T06:00 2880'],
      ],
    ]),
    ['no time without a length', 'DTSTART:20261203T100000Z', []],
    ['a day of the shop without an end', 'DTSTART;VALUE=DATE:20261203', ['2026-12-03T06:00 1440']],
    ['a day without a length', 'DTSTART;VALUE=DATE:20261203 DURATION:PT0S', ['2026-12-03T06:00 1440']],
    [
      'days that end on their own date, as Android writes them, and a moved day',
      [
        `${androidDay} RRULE:FREQ=WEEKLY;COUNT=2`,
        `RECURRENCE-ID;VALUE=DATE:20261203 ${androidDay.replaceAll('1203', '1205')}`,
      ],
      ['2026-12-05T06:00 1440', '2026-12-10T06:00 1440'],
    ],
    ['single days of a series elsewhere', `RECURRENCE-ID:20261203T180000Z ${noon}`, onDays(3)],
    [
      'a moved day, but not a canceled or free one',
      [
        weekly,
        'RECURRENCE-ID:20261203T160000Z DTSTART:20261204T180000Z DURATION:PT1H',
        'RECURRENCE-ID:20261210T160000Z DTSTART:20261210T160000Z DURATION:PT1H STATUS:CANCELLED',
        'RECURRENCE-ID:20261217T160000Z DTSTART:20261217T160000Z DURATION:PT1H TRANSP:TRANSPARENT',
      ],
      ['2026-12-04T18:00', '2026-12-24T16:00'],
    ],
    [
      'a moved day whose id is in UTC',
      [daily, 'RECURRENCE-ID:20261204T180000Z DTSTART:20261206T180000Z DURATION:PT1H'],
      onDays(3, 5, 6),
    ],
    ...[':20261204T180000Z', ';VALUE=DATE:20261204', ';TZID=America/Chicago:20261204T120000'].map(
      (day): Case => [`no day that EXDATE${day} leaves out`, `${daily} EXDATE${day}`, onDays(3, 5)],
    ),
    ['a day from RDATE without a rule', `${noon} RDATE:20261204T180000Z`, onDays(3, 4)],
    ...[':20261204T180000Z', ';VALUE=PERIOD:20261204T180000Z/PT1H'].map(
      (day): Case => [
        `a day that RDATE${day} names next to a rule`,
        `${noon} RRULE:FREQ=DAILY;INTERVAL=2;COUNT=2 RDATE${day}`,
        onDays(3, 4, 5),
      ],
    ),
    ['the instant at which its rule ends', `${noon} RRULE:FREQ=DAILY;UNTIL=20261204T180000Z`, onDays(3, 4)],
    ['nothing after its rule ends', `${noon} RRULE:FREQ=DAILY;UNTIL=20261204T175959Z`, onDays(3)],
    ['the last day of its rule', `${noon} RRULE:FREQ=DAILY;UNTIL=20261204`, onDays(3, 4)],
    ...['DAILY;BYMONTH=2;BYMONTHDAY=30', 'DAILY;INTERVAL=7;BYDAY=MO', 'WEEKLY;INTERVAL=99999999999'].map(
      (rule): Case => [`its first time where ${rule} never comes`, `${noon} RRULE:FREQ=${rule}`, onDays(3)],
    ),
    [
      'a time changed with all later ones, on the clock',
      [sinceOctober, saturdays],
      ['05', '12', '19', '26'].map((day) => `2026-12-${day}T20:00 30`),
    ],
    [
      'a single changed time among those, and none after all were canceled',
      [
        sinceOctober,
        `${all}:20261217T160000Z DTSTART:20261217T160000Z STATUS:CANCELLED`,
        saturdays,
        'RECURRENCE-ID:20261203T160000Z DTSTART:20261204T160000Z DURATION:PT1H',
      ],
      ['2026-12-04T16:00', '2026-12-12T20:00 30'],
    ],
    [
      'the times that such a change moves from two months before',
      [
        'DTSTART:20261001T180000Z DURATION:PT1H RRULE:FREQ=DAILY;UNTIL=20261022T000000Z',
        `${all}:20261020T180000Z DTSTART:20261201T180000Z DURATION:PT1H`,
      ],
      onDays(1, 2),
    ],
    [
      'a time that has lasted until then since such a change',
      [
        'DTSTART:20261015T160000Z DURATION:PT1H RRULE:FREQ=DAILY;UNTIL=20261126T000000Z',
        `${all}:20261029T160000Z DTSTART:20261029T160000Z DURATION:P6D`,
      ],
      ['2026-11-25T16:00 8640'],
    ],
  ])('blocks %s', (_, events, expected) => {
    expect(busy(events)).toEqual(expected)
  })

  const friday = 'DTSTART;TZID=America/Chicago:20270312T120000'
  const untilMonday = `${friday} DTEND;TZID=America/Chicago:20270315T170000`
  const inNewYork = 'DTEND;TZID=America/New_York:20270312T160000'
  const [weekend, nextWeekend] = ['2027-03-12T18:00 4560', '2027-03-19T17:00 4620']
  it.each<Case>([
    ['until its end in its zone', untilMonday, [weekend]],
    ['until its end in UTC', `${friday} DTEND:20270315T220000Z`, [weekend]],
    ['for days on the clock and for hours', `${friday} DURATION:P3DT5H`, [weekend]],
    ['for many hours', `${friday} DURATION:PT76H`, [weekend]],
    ['as long on the clock each week', `${untilMonday} RRULE:FREQ=WEEKLY;COUNT=2`, [weekend, nextWeekend]],
    ['until its end in another zone', `${friday} ${inNewYork}`, ['2027-03-12T18:00 180']],
    [
      'for the hours that a change of all later times sets',
      [
        'DTSTART;TZID=America/Chicago:20261024T200000 DURATION:PT1H RRULE:FREQ=WEEKLY;COUNT=2',
        `${all}:20261025T010000Z DTSTART:20261025T040000Z DURATION:PT4H`,
      ],
      ['2026-11-01T04:00 240'],
    ],
  ])('blocks its time across a clock change %s', (_, events, expected) => {
    expect(busy(events, years)).toEqual(expected)
  })

  it.each([
    ['YEARLY;BYMONTH=11;BYDAY=4TH', '2027-11-25'],
    ['YEARLY;BYMONTH=2;BYMONTHDAY=29', '2028-02-29'],
    ['YEARLY;BYYEARDAY=-1', '2027-12-31'],
    ['YEARLY;BYWEEKNO=20;BYDAY=MO', '2027-05-17'],
    ['MONTHLY;INTERVAL=6;BYMONTHDAY=-1', '2027-01-31 2027-07-31 2028-01-31'],
    ['MONTHLY;INTERVAL=6;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1', '2027-01-29 2027-07-30 2028-01-31'],
    ['MONTHLY;BYDAY=FR;BYMONTHDAY=13', '2027-08-13'],
    ['WEEKLY;INTERVAL=40;BYDAY=SU,TU;WKST=SU', '2027-07-18 2027-07-20'],
    ['WEEKLY;INTERVAL=40;BYDAY=SU,TU', '2027-07-20 2027-07-25'],
    ['DAILY;INTERVAL=200', '2027-02-09 2027-08-28'],
    ['MONTHLY;INTERVAL=3;BYMONTHDAY=31', '2027-01-31 2027-07-31 2027-10-31 2028-01-31'],
    ['DAILY;INTERVAL=200;BYHOUR=9,18', '2027-02-09T09:00 2027-02-09 2027-08-28T09:00 2027-08-28'],
    ['HOURLY;INTERVAL=12;BYDAY=TU;BYMONTHDAY=8', '2027-06-08T06:00 2027-06-08 2028-02-08T06:00 2028-02-08'],
  ])('blocks the days of a rule: %s', (rule, days) => {
    const next = interval('2027-01-01T00:00Z', '2028-03-01T00:00Z')
    const times = busy(`DTSTART:20260105T180000Z DURATION:PT1H RRULE:FREQ=${rule}`, next)
    expect(times.map((time) => time.replace('T18:00', ''))).toEqual(days.split(' '))
  })

  it('blocks its times no matter how long ago it began', () => {
    const hourly = (from: string) => `DTSTART:${from}T000000Z DURATION:PT10M RRULE:FREQ=HOURLY`
    expect(busy(hourly('20150101'))).toEqual(busy(hourly('20261201')))
    const daily = (from: string) => `DTSTART;VALUE=DATE:${from} RRULE:FREQ=DAILY`
    expect(busy(daily('19000101'))).toEqual(busy(daily('20261101')))
    expect(busy('DTSTART:20190105T180000Z DURATION:PT1H RRULE:FREQ=WEEKLY;COUNT=3')).toEqual([])
  })

  it('merges times that touch, except the first', () => {
    const touching = 'DTSTART:20261203T160000Z DURATION:PT1H RRULE:FREQ=HOURLY;COUNT=4'
    expect(busy(touching)).toEqual(['2026-12-03T16:00', '2026-12-03T17:00 180'])
  })

  it('is unreadable with more than 2,000 times, as a stranger’s invitation can have', () => {
    const years = interval('2026-12-01T00:00Z', '2028-12-01T00:00Z')
    const hourly = (count: number) =>
      `DTSTART:20261201T160000Z DURATION:PT1M RRULE:FREQ=HOURLY;COUNT=${count}`
    expect(busy(hourly(2000), years)).toHaveLength(2000)
    expect(() => busy(hourly(2001), years)).toThrow(RangeError)
  })

  it('blocks at most a day until the owner answers the invitation', () => {
    const owner = 'mailto:me@shop.invented'
    const asked = (event: string, more = ';PARTSTAT=NEEDS-ACTION', organizer = 'mailto:x@evil.invented') => {
      const text = object([`${event} ORGANIZER:${organizer} ATTENDEE${more}:${owner}`])
      const { times } = busyInObject(text, december, shopZone, [owner])
      return times.map((time) => (time.endEpochMs - time.startEpochMs) / 3_600_000)
    }
    const years = 'DTSTART:20261202T160000Z DTEND:20361202T160000Z'
    const days = 'DTSTART;VALUE=DATE:20261203 RRULE:FREQ=DAILY;COUNT=20'
    const hours = `${hour} RRULE:FREQ=WEEKLY;COUNT=3`
    for (const more of ['', ';PARTSTAT=NEEDS-ACTION']) {
      expect(asked(years, more)).toEqual([24])
      expect(asked(days, more)).toEqual([24])
      expect(asked(hours, more)).toEqual([1])
    }
    for (const answer of ['ACCEPTED', 'TENTATIVE'])
      expect(asked(hours, `;PARTSTAT=${answer}`)).toEqual([1, 1, 1])
    expect(asked(hours, '', owner)).toEqual([1, 1, 1])
    expect(asked(hours, ';PARTSTAT=DECLINED')).toEqual([])
  })

  it('blocks nothing once the owner declined, in any form of the owner’s address', () => {
    const owner = ['me@icloud.invented', '/12/principal/', 'urn:uuid:0A1B', 'mailto:it+me@shop.invented']
    const isFree = (attendee: string) => {
      const text = object([`${hour} ATTENDEE;PARTSTAT=DECLINED;${attendee}`])
      return busyInObject(text, december, shopZone, owner).times.length === 0
    }
    const owners = [
      'CN=Me;EMAIL=me@icloud.invented:/99/principal/',
      'CN=Me:mailto:me%40icloud.invented',
      'CN=Me:MAILTO:it%2Bme@shop.invented',
      'CN=Me:/12/principal',
      'CN=Me:https://p01-caldav.icloud.com:443/12/principal/',
      'CN=Me:urn:uuid:0a1b',
    ]
    const others = ['CN=X;EMAIL=x@icloud.invented:/9/principal/', 'CN=X:mailto:%E0%A4', 'CN=X:/']
    expect([...owners, ...others].filter(isFree)).toEqual(owners)
  })
})

it('finds the first time of a series where it was moved, or nowhere if it was canceled or left out', () => {
  const first = (...events: string[]) => eventInObject(object(events), shopZone).first?.startEpochMs
  const moved = 'RECURRENCE-ID:20261203T160000Z DTSTART:20261204T180000Z DURATION:PT1H'
  expect(first(weekly, moved)).toBe(Date.parse('2026-12-04T18:00Z'))
  expect(first(weekly, `${moved} STATUS:CANCELLED`)).toBeUndefined()
  expect(first(`${weekly} EXDATE:20261203T160000Z`)).toBeUndefined()
  expect(first(`${weekly} STATUS:CANCELLED`)).toBeUndefined()
})

describe('a time zone defined in an event', () => {
  const observance = (kind: string, start: string, from: string, to: string, rule = '') =>
    `BEGIN:${kind} DTSTART:${start} TZOFFSETFROM:${from} TZOFFSETTO:${to} ${rule} END:${kind}`

  /** An hour on the clock of that zone. */
  function startsIn(observances: string[], date: string, rule = '', name = 'Own') {
    const zone = ['BEGIN:VTIMEZONE', `TZID:${name}`, ...observances, 'END:VTIMEZONE'].join(' ')
    return busy(`DTSTART;TZID=${name}:${date} DURATION:PT1H ${rule}`, years, zone)
  }

  it('supports rules with hours, as Lotus Notes writes them', () => {
    const yearly = 'RRULE:FREQ=YEARLY;BYMINUTE=0;BYHOUR=2'
    const central = [
      observance('STANDARD', '19501105T020000', '-0500', '-0600', `${yearly};BYDAY=1SU;BYMONTH=11`),
      observance('DAYLIGHT', '19500312T020000', '-0600', '-0500', `${yearly};BYDAY=2SU;BYMONTH=3`),
    ]
    expect(startsIn(central, '20270714T100000')).toEqual(['2027-07-14T15:00'])
    // A skipped hour counts from before the change, and a repeated one is the earlier.
    expect(startsIn(central, '20270314T023000')).toEqual(['2027-03-14T08:30'])
    expect(startsIn(central, '20271107T013000')).toEqual(['2027-11-07T06:30'])
    const daily = startsIn(central, '20270313T100000', 'RRULE:FREQ=DAILY;COUNT=2')
    expect(daily).toEqual(['2027-03-13T16:00', '2027-03-14T15:00'])
  })

  it('keeps its last offset after its rules end, and uses the first one before they begin', () => {
    const rule = 'RRULE:FREQ=YEARLY;BYMONTH=4;BYDAY=1SU;UNTIL=20270404T080000Z'
    const ended = [
      observance('STANDARD', '20201101T020000', '-0500', '-0600'),
      observance('DAYLIGHT', '20210404T020000', '-0600', '-0300', rule),
    ]
    expect(startsIn(ended, '20281203T100000')).toEqual(['2028-12-03T13:00'])
    const later = [observance('STANDARD', '20280101T000000', '-0500', '-0600')]
    expect(startsIn(later, '20270101T100000')).toEqual(['2027-01-01T15:00'])
  })

  it.each(['EST', 'GMT', 'Etc/GMT+6'])(
    'supports daylight time even under a fixed offset’s name: %s',
    (name) => {
      const rule = 'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU'
      const summer = observance('DAYLIGHT', '20070311T020000', '-0600', '-0500', rule)
      expect(startsIn([summer], '20270714T100000', '', name)).toEqual(['2027-07-14T15:00'])
    },
  )
})

describe('the thread that parses calendar entries', () => {
  const sixty = Array.from({ length: 60 }, (_, number) => number).join()
  it.each([
    ['too much time', `RRULE:FREQ=HOURLY;BYMINUTE=${sixty};BYSECOND=${sixty}`, 11],
    ['too much memory', `EXDATE:${Array(1_500_000).fill('20261203T160000Z').join()}`, 0],
    ['no meaning', 'RRULE:FREQ=SOMETIMES', 0],
  ])('stops on %s, reads the next entry, and keeps the main thread free', async (_, line, turnsMin) => {
    const read = createReader()
    let turns = 0
    const timer = setInterval(() => turns++, 1)
    const bad = read('busyInObject', object([`${hour} ${line}`]), years, shopZone)
    const good = read('busyInObject', object([hour]), years, shopZone)
    await expect(bad).rejects.toBeInstanceOf(Unreadable)
    clearInterval(timer)
    expect(turns).toBeGreaterThanOrEqual(turnsMin)
    expect((await good).times).toHaveLength(1)
  })
})
