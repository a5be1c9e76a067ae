import { describe, expect, it } from 'vitest'
import { busyInObject } from '../../server/calendar/caldav/busy-in-object.ts'
import { busyTimesOf } from '../../server/calendar-sync/busy-times.ts'

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

describe('when an event keeps the owner busy', () => {
  it('takes a time without a zone for the shop’s', () => {
    expect(busy(['DTSTART:20261203T100000', 'DTEND:20261203T110000'])).toEqual([
      '2026-12-03T16:00/2026-12-03T17:00',
    ])
  })

  it('knows zones whose rules are not written beside the event', () => {
    expect(busy(['DTSTART;TZID=Europe/Paris:20261203T100000', 'DURATION:PT30M'])).toEqual([
      '2026-12-03T09:00/2026-12-03T09:30',
    ])
  })

  it('takes a day without an end for one day of the shop', () => {
    expect(busy(['DTSTART;VALUE=DATE:20261203'])).toEqual(['2026-12-03T06:00/2026-12-04T06:00'])
  })

  it('counts an event without length for nothing', () => {
    expect(busy(['DTSTART:20261203T100000Z'])).toEqual([])
  })

  it('follows the days of a series that were moved, called off or freed', () => {
    const weekly = ['DTSTART:20261203T160000Z', 'DTEND:20261203T170000Z', 'RRULE:FREQ=WEEKLY;COUNT=4']
    const on = (day: string) => `RECURRENCE-ID:202612${day}T160000Z`
    expect(
      busy(
        weekly,
        [on('03'), 'DTSTART:20261204T180000Z', 'DTEND:20261204T190000Z'],
        [on('10'), 'DTSTART:20261210T160000Z', 'DTEND:20261210T170000Z', 'STATUS:CANCELLED'],
        [on('17'), 'DTSTART:20261217T160000Z', 'DTEND:20261217T170000Z', 'TRANSP:TRANSPARENT'],
      ),
    ).toEqual(['2026-12-04T18:00/2026-12-04T19:00', '2026-12-24T16:00/2026-12-24T17:00'])
  })

  it('counts single days of a series that stands elsewhere', () => {
    expect(
      busy(['RECURRENCE-ID:20261203T160000Z', 'DTSTART:20261203T160000Z', 'DTEND:20261203T170000Z']),
    ).toEqual(['2026-12-03T16:00/2026-12-03T17:00'])
  })

  it('comes to an end with a rule that has none', () => {
    const started = performance.now()
    busy(['DTSTART:19700101T000000Z', 'DURATION:PT1S', 'RRULE:FREQ=SECONDLY'])
    expect(performance.now() - started).toBeLessThan(15_000)
  })
})

describe('the busy times of a calendar', () => {
  const at = (startEpochMs: number, endEpochMs: number, ownUid: string | null = null) => ({
    startEpochMs,
    endEpochMs,
    ownUid,
  })

  it('are one where they overlap or adjoin', () => {
    expect(busyTimesOf([at(5, 8), at(1, 3), at(3, 4), at(6, 7)], [])).toEqual([
      { startEpochMs: 1, endEpochMs: 4 },
      { startEpochMs: 5, endEpochMs: 8 },
    ])
  })

  it('hold of our own events what the owner has added to their length, and nothing else', () => {
    const copy = { uid: 'own', sequence: 0, status: 'confirmed' as const, startEpochMs: 10, endEpochMs: 20 }
    expect(busyTimesOf([at(10, 20, 'own')], [copy])).toEqual([])
    expect(busyTimesOf([at(10, 30, 'own')], [copy])).toEqual([{ startEpochMs: 20, endEpochMs: 30 }])
    expect(busyTimesOf([at(10, 30, 'notice')], [copy])).toEqual([])
  })
})
