import { describe, expect, it } from 'vitest'
import { busyInObject } from '../../server/calendar/caldav/read-ics.ts'
import { busyTimesOf, type OwnEvent } from '../../server/calendar/sync/poller.ts'

const ann = {
  full_name: 'Ann Lee',
  email: 'ann@example.com',
  phone: '5551234567',
  appointment_date: '2026-12-03',
  appointment_time: '10:00',
  referral_source: 'friend' as const,
}

const during = { startEpochMs: Date.parse('2026-12-01T00:00Z'), endEpochMs: Date.parse('2026-12-31T00:00Z') }

function object(...events: string[][]): string {
  const components = events.flatMap((lines) => ['BEGIN:VEVENT', 'UID:one', ...lines, 'END:VEVENT'])
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', ...components, 'END:VCALENDAR', ''].join('\r\n')
}

function busy(...events: string[][]): string[] {
  const { times } = busyInObject(object(...events), during, 'America/Chicago')
  return times.map(({ startEpochMs, endEpochMs }) =>
    [startEpochMs, endEpochMs].map((at) => new Date(at).toISOString().slice(0, 16)).join('/'),
  )
}

const at = ['DTSTART:20261203T160000Z', 'DTEND:20261203T170000Z']
const hourOn = (day: string, hour = '16') => `2026-12-${day}T${hour}:00/2026-12-${day}T${Number(hour) + 1}:00`
const dayOn = (day: string) =>
  `2026-12-${day}T06:00/2026-12-${String(Number(day) + 1).padStart(2, '0')}T06:00`
const inZone = ['DTSTART;TZID=America/Chicago:20261203T120000', 'DTEND;TZID=America/Chicago:20261203T130000']
const daily = [...inZone, 'RRULE:FREQ=DAILY;COUNT=3']
const weekly = [...at, 'RRULE:FREQ=WEEKLY;COUNT=4']
const androidDay = ['DTSTART;VALUE=DATE:20261203', 'DTEND;VALUE=DATE:20261203']

describe('an event keeps the owner busy', () => {
  it.each<[what: string, events: string[][], busy: string[]]>([
    [
      'in the shop’s zone without one',
      [['DTSTART:20261203T100000', 'DTEND:20261203T110000']],
      [hourOn('03')],
    ],
    [
      'in a zone without rules next to it',
      [['DTSTART;TZID=Europe/Paris:20261203T100000', 'DURATION:PT30M']],
      ['2026-12-03T09:00/2026-12-03T09:30'],
    ],
    [
      'in a zone named after an offset without rules',
      [['DTSTART;TZID=EST:20261203T100000', 'DURATION:PT1H']],
      [hourOn('03', '15')],
    ],
    ['for a day of the shop without an end', [['DTSTART;VALUE=DATE:20261203']], [dayOn('03')]],
    ['for a day that ends on its own date, as Android writes it', [androidDay], [dayOn('03')]],
    ['for a day without a length', [['DTSTART;VALUE=DATE:20261203', 'DURATION:PT0S']], [dayOn('03')]],
    [
      'for each day of a series of such days',
      [[...androidDay, 'RRULE:FREQ=WEEKLY;COUNT=2']],
      [dayOn('03'), dayOn('10')],
    ],
    [
      'for such a day of a series that was moved',
      [
        [...androidDay, 'RRULE:FREQ=WEEKLY;COUNT=1'],
        ['RECURRENCE-ID;VALUE=DATE:20261203', ...androidDay.map((line) => line.replace('03', '05'))],
      ],
      [dayOn('05')],
    ],
    ['for no time without a length', [['DTSTART:20261203T100000Z']], []],
    ['on single days of a series elsewhere', [['RECURRENCE-ID:20261203T160000Z', ...at]], [hourOn('03')]],
    [
      'not on days that were called off or freed, and where others were moved to',
      [
        weekly,
        ['RECURRENCE-ID:20261203T160000Z', 'DTSTART:20261204T180000Z', 'DTEND:20261204T190000Z'],
        ['RECURRENCE-ID:20261210T160000Z', 'DTSTART:20261210T160000Z', 'DURATION:PT1H', 'STATUS:CANCELLED'],
        ['RECURRENCE-ID:20261217T160000Z', 'DTSTART:20261217T160000Z', 'DURATION:PT1H', 'TRANSP:TRANSPARENT'],
      ],
      [hourOn('04', '18'), hourOn('24')],
    ],
    [
      'where a day was moved that is named in UTC',
      [daily, ['RECURRENCE-ID:20261204T180000Z', 'DTSTART:20261206T200000Z', 'DTEND:20261206T210000Z']],
      [hourOn('03', '18'), hourOn('05', '18'), hourOn('06', '20')],
    ],
    ...[':20261204T180000Z', ';VALUE=DATE:20261204', ';TZID=America/Chicago:20261204T120000'].map(
      (name): [string, string[][], string[]] => [
        `not on a day that EXDATE${name} leaves out`,
        [[...daily, `EXDATE${name}`]],
        [hourOn('03', '18'), hourOn('05', '18')],
      ],
    ),
    ...[':20261204T180000Z', ';VALUE=PERIOD:20261204T180000Z/PT1H'].flatMap(
      (name): [string, string[][], string[]][] => [
        [
          `on a day that RDATE${name} names without a rule`,
          [[...inZone, `RDATE${name}`]],
          [hourOn('03', '18'), hourOn('04', '18')],
        ],
        [
          `on a day that RDATE${name} names next to a rule`,
          [[...inZone, 'RRULE:FREQ=DAILY;INTERVAL=2;COUNT=2', `RDATE${name}`]],
          [hourOn('03', '18'), hourOn('04', '18'), hourOn('05', '18')],
        ],
      ],
    ),
    ...['FREQ=SECONDLY;INTERVAL=31536000', 'FREQ=DAILY;INTERVAL=365'].map(
      (rule): [string, string[][], string[]] => [
        `once a year by ${rule}`,
        [['DTSTART:20251203T160000Z', 'DURATION:PT1H', `RRULE:${rule};COUNT=2`]],
        [hourOn('03')],
      ],
    ),
  ])('%s', (_, events, expected) => {
    expect(busy(...events)).toEqual(expected)
  })

  it('ends where its end says, in its own zone, though the clock changes in between', () => {
    const zone = [
      ...['BEGIN:VTIMEZONE', 'TZID:America/Chicago', 'BEGIN:DAYLIGHT', 'DTSTART:20070311T020000'],
      ...['RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU', 'TZOFFSETFROM:-0600', 'TZOFFSETTO:-0500', 'END:DAYLIGHT'],
      ...['BEGIN:STANDARD', 'DTSTART:20071104T020000', 'RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU'],
      ...['TZOFFSETFROM:-0500', 'TZOFFSETTO:-0600', 'END:STANDARD', 'END:VTIMEZONE'],
    ]
    const busyIn2027 = (rules: string[], ...lines: string[]) => {
      const data = object(lines).replace('BEGIN:VEVENT', [...rules, 'BEGIN:VEVENT'].join('\r\n'))
      const year = {
        startEpochMs: Date.parse('2027-01-01T00:00Z'),
        endEpochMs: Date.parse('2028-01-01T00:00Z'),
      }
      const { times } = busyInObject(data, year, 'America/Chicago')
      return times.map((time) => new Date(time.endEpochMs).toISOString().slice(0, 16))
    }
    const awayFromFriday = ['DTSTART;TZID=America/Chicago:20270312T120000']
    const untilMonday = 'DTEND;TZID=America/Chicago:20270315T170000'
    for (const rules of [[], zone]) {
      expect(busyIn2027(rules, ...awayFromFriday, untilMonday)).toEqual(['2027-03-15T22:00'])
      expect(busyIn2027(rules, ...awayFromFriday, 'DURATION:P3DT5H')).toEqual(['2027-03-15T22:00'])
      expect(busyIn2027(rules, ...awayFromFriday, 'DURATION:PT76H')).toEqual(['2027-03-15T22:00'])
      expect(busyIn2027(rules, ...awayFromFriday, 'DTEND:20270315T220000Z')).toEqual(['2027-03-15T22:00'])
      const flight = 'DTEND;TZID=America/New_York:20270312T160000'
      expect(busyIn2027(rules, ...awayFromFriday, flight)).toEqual(['2027-03-12T21:00'])
      const weekly = [...awayFromFriday, untilMonday, 'RRULE:FREQ=WEEKLY;COUNT=2']
      expect(busyIn2027(rules, ...weekly)).toEqual(['2027-03-15T22:00', '2027-03-22T22:00'])
    }
  })

  it('stands where its first day was moved to, and nowhere when that is called off or left out', () => {
    const first = (...events: string[][]) =>
      busyInObject(object(...events), during, 'America/Chicago').first?.startEpochMs
    const firstDay = (...lines: string[]) => [
      ...['RECURRENCE-ID:20261203T160000Z', 'DTSTART:20261204T180000Z', 'DURATION:PT1H'],
      ...lines,
    ]
    expect(first(weekly, firstDay())).toBe(Date.parse('2026-12-04T18:00Z'))
    expect(first(weekly, firstDay('STATUS:CANCELLED'))).toBeUndefined()
    expect(first([...weekly, 'EXDATE:20261203T160000Z'])).toBeUndefined()
    expect(first([...weekly, 'STATUS:CANCELLED'])).toBeUndefined()
  })

  /** Its own work, whatever else the machine does. */
  function expectSoon(work: () => void): void {
    const began = process.cpuUsage()
    work()
    expect(process.cpuUsage(began).user).toBeLessThan(15_000_000)
  }

  it('is unreadable where its rule has too many times', () => {
    for (const rule of ['FREQ=SECONDLY', 'FREQ=MINUTELY']) {
      expect(() => busy(['DTSTART:19700101T000000Z', 'DURATION:PT1S', `RRULE:${rule}`])).toThrow()
    }
  })

  it('comes to an end with a rule that never comes true', () => {
    for (const rule of [
      'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30',
      'FREQ=DAILY;INTERVAL=7;BYDAY=MO',
      'FREQ=DAILY;INTERVAL=99999999999',
      'FREQ=DAILY;INTERVAL=30002;BYDAY=MO',
      'FREQ=WEEKLY;INTERVAL=9999999',
      'FREQ=YEARLY;BYDAY=53MO,53TU;BYMONTH=2;BYSETPOS=300',
      // No February has a fifth Monday before 2044.
      'FREQ=YEARLY;INTERVAL=4;BYMONTH=2;BYDAY=5MO',
    ]) {
      expectSoon(() => expect(busy([...at, `RRULE:${rule}`])).toEqual(['2026-12-03T16:00/2026-12-03T17:00']))
    }
  })

  /** A zone next to the event, each line separated by a space. */
  function startsInZone(zone: string, ...lines: string[]): string[] {
    const text = object(lines).replace('BEGIN:VEVENT', `${zone.replaceAll(' ', '\r\n')}\r\nBEGIN:VEVENT`)
    const years = {
      startEpochMs: Date.parse('2026-01-01T00:00Z'),
      endEpochMs: Date.parse('2029-01-01T00:00Z'),
    }
    const { times } = busyInObject(text, years, 'America/Chicago')
    return times.map(({ startEpochMs }) => new Date(startEpochMs).toISOString().slice(0, 16))
  }

  const zone = (name: string, ...observances: string[]) =>
    [`BEGIN:VTIMEZONE TZID:${name}`, ...observances, 'END:VTIMEZONE'].join(' ')
  const observance = (kind: string, start: string, from: string, to: string, ...rules: string[]) =>
    [
      ...[`BEGIN:${kind} DTSTART:${start} TZOFFSETFROM:${from} TZOFFSETTO:${to}`, ...rules],
      `END:${kind}`,
    ].join(' ')

  it('follows a zone whose rules name the hour, as Lotus Notes writes them', () => {
    const at = 'FREQ=YEARLY;BYMINUTE=0;BYHOUR=2'
    const central = zone(
      'Central',
      observance('STANDARD', '19501105T020000', '-0500', '-0600', `RRULE:${at};BYDAY=1SU;BYMONTH=11`),
      observance('DAYLIGHT', '19500312T020000', '-0600', '-0500', `RRULE:${at};BYDAY=2SU;BYMONTH=3`),
    )
    const on = (date: string) => startsInZone(central, `DTSTART;TZID="Central":${date}`, 'DURATION:PT1H')
    expect(on('20270714T100000')).toEqual(['2027-07-14T15:00'])
    expect(on('20271214T100000')).toEqual(['2027-12-14T16:00'])
    // The hour that the clock skips counts from before the change, the one that it repeats is the earlier.
    expect(on('20270314T023000')).toEqual(['2027-03-14T08:30'])
    expect(on('20271107T013000')).toEqual(['2027-11-07T06:30'])
    const daily = ['DTSTART;TZID=Central:20270312T100000', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=4']
    expect(startsInZone(central, ...daily)).toEqual([
      ...['2027-03-12T16:00', '2027-03-13T16:00', '2027-03-14T15:00', '2027-03-15T15:00'],
    ])
  })

  it('keeps the last offset of a zone whose rules have ended, and the first one before they begin', () => {
    const ended = 'RRULE:FREQ=YEARLY;BYMONTH=4;BYDAY=1SU;UNTIL=20270404T080000Z'
    const own = zone(
      'Own',
      observance('STANDARD', '20201101T020000', '-0500', '-0600'),
      observance('DAYLIGHT', '20210404T020000', '-0600', '-0300', ended),
    )
    const on = (date: string) => startsInZone(own, `DTSTART;TZID=Own:${date}`, 'DURATION:PT1H')
    expect(on('20281203T100000')).toEqual(['2028-12-03T13:00'])
    const later = zone('Own', observance('STANDARD', '20280101T000000', '-0500', '-0600'))
    expect(startsInZone(later, 'DTSTART;TZID=Own:20270101T100000', 'DURATION:PT1H')).toEqual([
      '2027-01-01T15:00',
    ])
  })

  it('takes the summer of a zone that is named like a fixed offset from the rules next to it', () => {
    for (const name of ['EST', 'GMT', 'Etc/GMT+6']) {
      const own = zone(
        name,
        observance('STANDARD', '20071104T020000', '-0500', '-0600', 'RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU'),
        observance('DAYLIGHT', '20070311T020000', '-0600', '-0500', 'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU'),
      )
      const inSummer = [`DTSTART;TZID=${name}:20270714T100000`, 'DURATION:PT1H']
      expect(startsInZone(own, ...inSummer)).toEqual(['2027-07-14T15:00'])
    }
  })

  it('is unreadable where its zone’s clock changes all the time', () => {
    const own = zone(
      'Own',
      observance('STANDARD', '19701101T020000', '-0600', '-0700', 'RRULE:FREQ=SECONDLY'),
    )
    expect(() => startsInZone(own, 'DTSTART;TZID=Own:20261203T100030', 'DURATION:PT1H')).toThrow()
  })

  it('is free where the owner declined, under each way of naming a person', () => {
    const owner = [
      'me@icloud.invented',
      '/1234567890/principal/',
      'urn:uuid:0A1B',
      'mailto:it+me@shop.invented',
    ]
    const isFree = (attendee: string) => {
      const text = object([...at, `ATTENDEE;PARTSTAT=DECLINED;${attendee}`])
      return busyInObject(text, during, 'America/Chicago', owner).times.length === 0
    }
    for (const attendee of [
      'CN=Me;EMAIL=me@icloud.invented:/99/principal/',
      'CN=Me:mailto:me%40icloud.invented',
      'CN=Me:MAILTO:it%2Bme@shop.invented',
      'CN=Me:/1234567890/principal',
      'CN=Me:https://p01-caldav.icloud.com:443/1234567890/principal/',
      'CN=Me:urn:uuid:0a1b',
    ])
      expect([attendee, isFree(attendee)]).toEqual([attendee, true])
    for (const attendee of ['CN=X;EMAIL=x@icloud.invented:/9/principal/', 'CN=X:mailto:%E0%A4', 'CN=X:/'])
      expect([attendee, isFree(attendee)]).toEqual([attendee, false])
  })

  it('follows a change of one day and all after it, on the clock, until the next one', () => {
    const weekly = [
      ...['DTSTART;TZID=America/Chicago:20261029T100000', 'DTEND;TZID=America/Chicago:20261029T110000'],
      'RRULE:FREQ=WEEKLY;COUNT=10',
    ]
    const from = (instant: string, ...lines: string[]) => [
      `RECURRENCE-ID;RANGE=THISANDFUTURE:${instant}`,
      ...lines,
    ]
    // Two days and four hours later, and half as long; said in summer time, counted in winter time.
    const moved = from('20261029T150000Z', 'DTSTART:20261031T190000Z', 'DTEND:20261031T193000Z')
    const others = ['2026-12-12T20:00/2026-12-12T20:30', '2026-12-19T20:00/2026-12-19T20:30']
    expect(busy(weekly, moved)).toEqual([
      '2026-12-05T20:00/2026-12-05T20:30',
      ...others,
      '2026-12-26T20:00/2026-12-26T20:30',
    ])
    const ended = from('20261217T160000Z', 'DTSTART:20261217T160000Z', 'DURATION:PT1H', 'STATUS:CANCELLED')
    expect(busy(weekly, ended, moved)).toEqual(['2026-12-05T20:00/2026-12-05T20:30', others[0]])
    const single = ['RECURRENCE-ID:20261203T160000Z', 'DTSTART:20261204T160000Z', 'DURATION:PT1H']
    expect(busy(weekly, moved, single)).toEqual([
      '2026-12-04T16:00/2026-12-04T17:00',
      ...others,
      '2026-12-26T20:00/2026-12-26T20:30',
    ])
  })

  it('finds what such a change brings into the time that is asked for, or ends before it', () => {
    const daily = ['DTSTART:20261001T160000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;UNTIL=20261025T000000Z']
    const by = (date: string) => [
      'RECURRENCE-ID;RANGE=THISANDFUTURE:20261020T160000Z',
      `DTSTART:${date}T160000Z`,
      'DURATION:PT1H',
    ]
    expect(busy(daily, by('20261228'))).toHaveLength(3)
    // What lasts longer from then on can still last.
    const early = ['DTSTART:20261015T160000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;UNTIL=20261127T000000Z']
    const longer = ['RECURRENCE-ID;RANGE=THISANDFUTURE:20261029T160000Z', 'DTSTART:20261029T160000Z']
    expect(busy(early, [...longer, 'DURATION:P6D'])).toEqual([
      '2026-11-25T16:00/2026-12-01T16:00',
      '2026-11-26T16:00/2026-12-02T16:00',
    ])
    const coming = ['DTSTART:20261231T160000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY']
    const back = ['RECURRENCE-ID;RANGE=THISANDFUTURE:20270105T160000Z', 'DTSTART:20261229T160000Z']
    expect(busy(coming, [...back, 'DURATION:PT1H'])).toEqual([
      '2026-12-29T16:00/2026-12-29T17:00',
      '2026-12-30T16:00/2026-12-30T17:00',
    ])
  })

  it('lasts as many hours from such a change on as the change says, though the clock changes meanwhile', () => {
    const weekly = [
      'DTSTART;TZID=America/Chicago:20261024T200000',
      'DURATION:PT1H',
      'RRULE:FREQ=WEEKLY;COUNT=4',
    ]
    const night = ['RECURRENCE-ID;RANGE=THISANDFUTURE:20261025T010000Z', 'DTSTART:20261025T040000Z']
    const inAutumn = {
      startEpochMs: Date.parse('2026-10-30T00:00Z'),
      endEpochMs: Date.parse('2026-11-03T00:00Z'),
    }
    const data = object(weekly, [...night, 'DURATION:PT4H'])
    const { times } = busyInObject(data, inAutumn, 'America/Chicago')
    expect(times.map((time) => time.endEpochMs - time.startEpochMs)).toEqual([4 * 3_600_000])
  })

  it('ends a series by the instant at which its rule ends', () => {
    const until = (end: string) => busy([...inZone, `RRULE:FREQ=DAILY;UNTIL=${end}`])
    expect(until('20261204T180000Z')).toHaveLength(2)
    expect(until('20261204T175959Z')).toHaveLength(1)
    expect(until('20261205')).toHaveLength(3)
  })

  it('follows a series however long ago it began, in a few steps', () => {
    const hourly = (from: string) => [`DTSTART:${from}T000000Z`, 'DURATION:PT10M', 'RRULE:FREQ=HOURLY']
    expect(busy(hourly('20150101'))).toEqual(busy(hourly('20261201')))
    const daily = (from: string) => [`DTSTART;VALUE=DATE:${from}`, 'RRULE:FREQ=DAILY']
    expect(busy(daily('19000101'))).toEqual(busy(daily('20261101')))
  })

  it('is told of a long series as of one that began yesterday, however its rule counts', () => {
    const rules = [
      'FREQ=DAILY;INTERVAL=3',
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SA',
      'FREQ=WEEKLY;INTERVAL=3;BYDAY=TU,SA',
      'FREQ=HOURLY;INTERVAL=5',
      'FREQ=DAILY',
      'FREQ=MONTHLY',
      'FREQ=YEARLY;BYMONTH=12',
    ]
    for (const rule of rules) {
      const series = ['DTSTART;TZID=America/Chicago:20190105T120000', 'DURATION:P2D', `RRULE:${rule}`]
      // One that counts is followed from its beginning.
      expect(busy(series)).toEqual(busy([...series.slice(0, 2), `RRULE:${rule};COUNT=19000`]))
      expect(busy([...series.slice(0, 2), `RRULE:${rule};COUNT=3`])).toEqual([])
    }
  })
})

describe('the busy times of a calendar', () => {
  const at = (startEpochMs: number, endEpochMs: number, ownUid: string | null = null) => ({
    startEpochMs,
    endEpochMs,
    ownUid,
  })
  const appointment = {
    ...ann,
    kind: 'consultation',
    id: 'own',
    created_at: '',
    startEpochMs: 10,
    endEpochMs: 20,
    status: 'confirmed' as const,
    sequence: 0,
  }
  const began = { sequence: 0, status: 'confirmed' as const, startEpochMs: 10 }
  const busyOf = (time: ReturnType<typeof at>, own: OwnEvent) =>
    busyTimesOf([time], new Map([['own', own]])).map(({ startEpochMs, endEpochMs }) => [
      startEpochMs,
      endEpochMs,
    ])

  it('are one where they overlap or adjoin', () => {
    expect(busyTimesOf([at(5, 8), at(1, 3), at(3, 4), at(6, 7)], new Map())).toEqual([
      { startEpochMs: 1, endEpochMs: 4 },
      { startEpochMs: 5, endEpochMs: 8 },
    ])
  })

  it('hold of a confirmed appointment’s event what the owner has added to its length, and nothing else', () => {
    expect(busyOf(at(10, 20, 'own'), { subject: appointment, began })).toEqual([])
    expect(busyOf(at(10, 30, 'own'), { subject: appointment, began })).toEqual([[20, 30]])
  })

  it('hold an event of ours wherever no appointment is confirmed at its time', () => {
    expect(busyOf(at(12, 22, 'own'), { subject: appointment, began })).toEqual([[12, 22]])
    const cancelled = { ...appointment, status: 'cancelled' as const, sequence: 1 }
    const restored = { ...began, sequence: 1, status: 'cancelled' as const }
    expect(busyOf(at(10, 20, 'own'), { subject: cancelled, began: restored })).toEqual([[10, 20]])
    expect(busyOf(at(10, 20, 'own'), { subject: cancelled, began: undefined })).toEqual([[10, 20]])
    expect(busyTimesOf([at(10, 20, 'lost')], new Map())).toHaveLength(1)
  })

  it('leave out what stands where we had left it and is about to go', () => {
    const movedOn = { ...appointment, startEpochMs: 50, endEpochMs: 60, sequence: 1 }
    expect(busyOf(at(10, 20, 'own'), { subject: movedOn, began })).toEqual([])
    expect(busyOf(at(30, 40, 'own'), { subject: movedOn, began })).toEqual([[30, 40]])
    // It was moved there, which was refused, and waits to be put back.
    const refused = { ...began, sequence: null, startEpochMs: 30 }
    expect(busyOf(at(30, 40, 'own'), { subject: appointment, began: refused })).toEqual([])
  })
})
