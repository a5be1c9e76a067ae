import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Agenda, DeskAppointment } from '../../booking/owner-api.ts'
import { addDays, minutesToTime, msPerHour, timeToMinutes, wallTimeToEpochMs } from '../../booking/time.ts'
import { opening } from '../../demo/opening-hours.ts'
import { afternoon, closedBy, type TypedClosing, withFromDate } from '../../web/desk/block-time-presets.ts'
import * as days from '../../web/desk/timeline/day-timeline.ts'
import * as scale from '../../web/desk/timeline/scale.ts'
import { everyDay } from '../support/week.ts'

const date = '2026-11-24'
const shop = { opening, timeZone: 'America/Chicago' }
const shopWith = (more: Partial<typeof opening>) => ({ ...shop, opening: { ...opening, ...more } })
const stretch = (from: string, to: string) => ({ from: timeToMinutes(from), to: timeToMinutes(to) })
const longBefore = wallTimeToEpochMs('2026-11-01', '09:00', shop.timeZone)

function appointment(time: string, status: DeskAppointment['status'] = 'confirmed'): DeskAppointment {
  const startEpochMs = wallTimeToEpochMs(date, time, shop.timeZone)
  const [starts_at, ends_at] = [0, msPerHour].map((ms) => new Date(startEpochMs + ms).toISOString())
  const about = { id: `${status}-${time}`, appointment_date: date, appointment_time: time }
  return { ...about, starts_at, ends_at, status } as DeskAppointment
}

const blockedTime = (from: string, to: string) => ({ id: from, from, to, reason: '' })
const closed = (from: string, to: string) => blockedTime(`${date}T${from}`, `${date}T${to}`)

const agenda = (more: Partial<Agenda>) =>
  ({
    ...{ appointments: [], blocked: [], busy: [], pending: [], pending_elsewhere: [] },
    ...{ booking_alerts: [], latest_bookings: [], failing_emails: null, vanished: [] },
    ...more,
  }) satisfies Agenda
const dayWith = (more: Partial<Agenda>, ofShop = shop, notBefore: number | null = 0) =>
  days.dayTimeline(date, agenda(more), ofShop, notBefore)

describe('a stretch of wall time on a day', () => {
  it('is cut at the day’s midnights', () => {
    const onDay = (from: string, to: string) => scale.onDay({ from, to }, date)
    expect(onDay(`${date}T14:15`, `${date}T18:00`)).toEqual(stretch('14:15', '18:00'))
    expect(onDay('2026-11-23T14:15', '2026-11-25T10:00')).toEqual({ from: 0, to: 1440 })
    expect(onDay('2026-11-23T14:15', `${date}T00:00`)).toBeNull()
    expect(onDay('2026-11-25T00:00', '2026-11-26T00:00')).toBeNull()
  })

  const any = fc
    .tuple(fc.nat(1000), fc.integer({ min: 1, max: 400 }))
    .map(([from, long]) => ({ from, to: from + long }))

  it('loses only the time that was taken out of it', () => {
    fc.assert(
      fc.property(any, fc.array(any, { maxLength: 6 }), (whole, taken) => {
        const left = scale.subtract(whole, taken)
        for (let at = whole.from; at < whole.to; at++) {
          const minute = { from: at, to: at + 1 }
          const isLeft = left.some((part) => scale.meets(part, minute))
          expect(isLeft).toBe(!taken.some((part) => scale.meets(part, minute)))
        }
      }),
    )
  })

  it('never shares a lane with an overlapping one, and uses no more lanes than needed', () => {
    fc.assert(
      fc.property(fc.array(any, { maxLength: 12 }), (stretches) => {
        const placed = days.assignLanes(stretches.map((free, item) => ({ item, stretch: free })))
        for (const current of placed) {
          const others = placed.filter(
            ({ item, stretch }) => item !== current.item && scale.meets(stretch, current.stretch),
          )
          expect(others.map(({ lane }) => lane)).not.toContain(current.lane)
          expect(current.lane).toBeLessThanOrEqual(others.length)
          for (const other of others) expect(other.lanes).toBe(current.lanes)
        }
        expect(days.groupOverlapping(placed).flat()).toHaveLength(stretches.length)
      }),
    )
  })
})

describe('the timeline of a day', () => {
  it('runs from the first start to the end of the last appointment, extended to the hour of anything outside', () => {
    const tape = (visits: scale.Stretch[], blocked: scale.Stretch[]) =>
      scale.buildTape(date, shop, visits, blocked)
    expect(tape([], [])).toMatchObject(stretch('09:00', '18:00'))
    expect(tape([stretch('07:20', '08:20')], [])).toMatchObject(stretch('07:00', '18:00'))
    expect(tape([], [stretch('18:30', '19:15')])).toMatchObject(stretch('09:00', '20:00'))
    // A day off isn't 24 hours long.
    expect(tape([], [{ from: 0, to: 1440 }])).toMatchObject(stretch('09:00', '18:00'))
  })

  it('is empty when no one has an upcoming appointment', () => {
    const shut = shopWith({ dates: { [date]: [] } })
    expect(scale.buildTape(date, shut, [], [stretch('09:00', '18:00')])).toBeNull()
    const alone = { ...stretch('10:00', '12:00'), hours: [] }
    expect(scale.buildTape(date, shut, [stretch('10:30', '11:30')], [])).toEqual(alone)
  })

  it.each(['07:15', '09:30', '13:20', '09:00'])('has a line at each hour when it starts at %s', (first) => {
    const tape = scale.buildTape(date, shopWith({ week: everyDay([`${first}-17:00`]) }), [], [])
    if (!tape) return expect.fail()
    const hours = scale.inches(tape)
    expect(hours.length).toBeGreaterThan(3)
    for (const hour of hours) {
      expect(minutesToTime(hour)).toMatch(/:00$/)
      const lines = (hour - tape.from) / scale.inchMinutes + scale.intoInch(tape)
      expect(lines).toBeCloseTo(Math.round(lines))
    }
  })

  it('grows for the shortest appointment, and shortens the last name on a one-line label', () => {
    expect(scale.findShortest([])).toBe(60)
    expect(scale.findShortest([stretch('09:00', '10:30'), stretch('11:00', '11:15')])).toBe(15)
    const names = ['Omar Farouk', 'Ana de la Cruz', 'Omar'].map((name) => scale.shortName(name, 15))
    expect(names).toEqual(['Omar F.', 'Ana C.', null])
    expect(scale.shortName('Omar Farouk', 45)).toBeNull()
  })
})

describe('a day', () => {
  it('offers an open time only where an appointment fits, from now on', () => {
    const appointments = ['09:00', '11:30', '12:30'].map((time) => appointment(time))
    const busy = [{ from: `${date}T13:30`, to: `${date}T14:15` }]
    const gaps = (notBefore: number | null) =>
      dayWith({ appointments, busy, blocked: [closed('14:15', '16:00')] }, shop, notBefore).gaps
    expect(gaps(0)).toEqual([stretch('10:00', '11:30'), stretch('16:00', '18:00')])
    expect(gaps(timeToMinutes('11:00'))).toEqual([stretch('16:00', '18:00')])
    expect(gaps(null)).toEqual([])
  })

  it('is as long as its own hours, with its breaks between them', () => {
    const week = { ...opening.week, tuesday: ['09:00-11:00', '13:00-17:00'], wednesday: ['10:00-14:00'] }
    const shopOfWeek = shopWith({ week })
    const tuesday = dayWith({}, shopOfWeek)
    expect(tuesday.tape).toMatchObject(stretch('09:00', '18:00'))
    expect(tuesday.tape?.hours).toEqual([stretch('09:00', '12:00'), stretch('13:00', '18:00')])
    expect(tuesday.breaks).toEqual([stretch('12:00', '13:00')])
    expect(tuesday.gaps).toEqual(tuesday.tape?.hours)
    expect(dayWith({}, shopOfWeek, timeToMinutes('12:30')).gaps).toEqual([stretch('13:00', '18:00')])
    const wednesday = days.dayTimeline(addDays(date, 1), agenda({}), shopOfWeek, 0)
    expect(wednesday.tape).toMatchObject(stretch('10:00', '15:00'))
    expect(wednesday.breaks).toEqual([])
    const without = dayWith({}, shopWith({ week: everyDay(['09:00-12:00', '13:00-17:00']) }))
    expect([without.tape?.hours, without.breaks]).toEqual([[stretch('09:00', '18:00')], []])
    const free = days.freeTimes(date, agenda({}), shopOfWeek, longBefore)
    expect(free.filter((time) => time > '10:30' && time < '13:30')).toEqual(['11:00', '13:00'])
  })

  it('is closed as a whole only when closed times cover its hours, breaks aside', () => {
    const isClosed = (blocked: Agenda['blocked'], ofShop = shop) => dayWith({ blocked }, ofShop).isClosedWhole
    expect(isClosed([closed('09:00', '18:00')])).toBe(true)
    expect(isClosed([blockedTime('2026-11-20T12:00', '2026-11-28T12:00')])).toBe(true)
    expect(isClosed([closed('09:00', '17:00')])).toBe(false)
    const withBreak = shopWith({ week: everyDay(['09:00-11:00', '13:00-17:00']) })
    expect(isClosed([closed('09:00', '12:00'), closed('13:00', '18:00')], withBreak)).toBe(true)
    expect(isClosed([closed('13:00', '18:00')], withBreak)).toBe(false)
  })

  it('keeps the buffer between appointments out of its open times', () => {
    const appointments = [appointment('10:00'), appointment('13:00')]
    const { gaps } = dayWith({ appointments }, shopWith({ bufferMinutes: 30 }))
    expect(gaps).toEqual([stretch('11:30', '12:30'), stretch('14:30', '18:00')])
  })

  it('has a place left in the free fitter’s lane, not in a third one', () => {
    const away = { ...closed('15:00', '16:30'), places: 1 }
    const appointments = [appointment('12:30'), appointment('15:00'), appointment('16:30')]
    const { halfFree } = dayWith({ appointments, blocked: [away] }, shopWith({ capacity: 2 }))
    expect(halfFree).toMatchObject([
      { stretch: stretch('12:30', '13:30'), lane: 1, lanes: 2 },
      { stretch: stretch('16:30', '17:30'), lane: 1, lanes: 2 },
    ])
  })

  it('keeps a canceled appointment at its time until someone rebooks it, then lists it below', () => {
    const counts = (time: string, ...others: DeskAppointment[]) => {
      const appointments = [appointment(time, 'cancelled'), ...others]
      const { tape, cancelled, below } = dayWith({ appointments })
      return { from: tape?.from, counts: [cancelled.length, below.length] }
    }
    expect(counts('10:00')).toEqual({ from: timeToMinutes('09:00'), counts: [1, 0] })
    expect(counts('10:00', appointment('10:30'))).toEqual({ from: timeToMinutes('09:00'), counts: [0, 1] })
    expect(counts('07:00')).toEqual({ from: timeToMinutes('07:00'), counts: [1, 0] })
    const shut = shopWith({ week: { ...opening.week, tuesday: [] } })
    const { tape } = dayWith({ appointments: [appointment('07:00', 'cancelled')] }, shut)
    expect(tape).toMatchObject(stretch('07:00', '08:00'))
  })
})

it('places the text of an empty day on a free part of three hours, if there is one', () => {
  const room = (...blocked: Agenda['blocked']) => {
    const day = dayWith({ appointments: [appointment('10:00', 'cancelled')], blocked })
    return day.tape && days.findTextSpace(day, day.tape)
  }
  expect(room()).toEqual(stretch('11:00', '18:00'))
  expect(room(closed('12:00', '15:30'))).toBeNull()
})

describe('the text of a closed time', () => {
  it.each([
    ['12:00-18:00', '', '12:00-18:00'],
    ['12:00-18:00', '12:30 15:00', '13:30-15:00'],
    ['12:00-18:00', '12:30 14:00 15:15 16:30', '12:00-12:30'],
    ['12:00-18:00', '12:00 13:00 14:00 15:00 16:00 17:00', '12:00-18:00'],
    // Overlapping ones are apart, even in a whole week.
    ['00:00-23:59 00:00-23:58', '12:00', '09:00-10:00 10:00-12:00'],
    // The shorter one has less choice.
    ['09:00-18:00 09:00-09:30', '12:00', '09:30-12:00 09:00-09:30'],
    ['14:00-15:00 14:00-15:00', '12:00', '14:00-14:30 14:30-15:00'],
    ['09:00-11:00 11:00-12:00', '12:00', '09:00-11:00 11:00-12:00'],
  ])('at %s, with appointments at "%s", is at %s, where no label covers it', (closedTimes, visits, bare) => {
    const times = visits.split(' ').filter(Boolean)
    const blocked = closedTimes.split(' ').map((time) => closed(time.slice(0, 5), time.slice(6)))
    const day = dayWith({ appointments: times.map((time) => appointment(time)), blocked })
    const parts = day.blocked.map(({ bare: { from, to } }) => [from, to].map(minutesToTime).join('-'))
    expect(parts.join(' ')).toBe(bare)
  })
})

it('the owner’s open times leave out appointments, closed and busy times, and the past', () => {
  const found = agenda({
    appointments: [appointment('10:00'), appointment('15:00', 'cancelled')],
    blocked: [closed('12:00', '14:00')],
    busy: [{ from: `${date}T16:00`, to: `${date}T17:00` }],
  })
  const free = (nowEpochMs: number, movingId?: string) =>
    days.freeTimes(date, found, shop, nowEpochMs, movingId).join(' ')
  expect(free(longBefore)).toBe('09:00 11:00 14:00 14:30 15:00 17:00')
  expect(free(wallTimeToEpochMs(date, '14:20', shop.timeZone))).toBe('14:30 15:00 17:00')
  // An appointment leaves its own time when it moves.
  expect(free(longBefore, 'confirmed-10:00')).toBe('09:00 09:30 10:00 10:30 11:00 14:00 14:30 15:00 17:00')
})

it('updates a changed appointment only in the agendas of its old and new day', () => {
  const on = (id: string, appointment_date: string) =>
    ({ id, appointment_date, starts_at: `${appointment_date}T16:00:00.000Z` }) as DeskAppointment
  const december = { from: '2026-12-01', to: '2026-12-31' }
  const loaded = agenda({ appointments: [on('ann', '2026-12-03'), on('bo', '2026-12-20')] })
  const shown = (id: string, movedTo: string) =>
    days.applyChange(loaded, december, on(id, movedTo))?.appointments.map((changed) => changed.id)
  expect(shown('ann', '2026-12-24')).toEqual(['bo', 'ann'])
  expect(shown('cy', '2026-12-31')).toEqual(['ann', 'bo', 'cy'])
  expect(shown('ann', '2027-01-01')).toEqual(['bo'])
  expect(shown('cy', '2027-01-01')).toBeUndefined()
})

describe('a time that the owner closes', () => {
  const typed: TypedClosing = { how: 'hours', fromDate: date, toDate: date, fromTime: '', toTime: '' }
  const now = { today: '2026-11-01', minutes: 14 * 60 + 20 }

  it('is the afternoon until the last appointment ends, or the rest of today, on the typed dates', () => {
    const ofTwo = { ...typed, toDate: addDays(date, 1) }
    const times = { fromTime: '12:00', toTime: '18:00' }
    expect(afternoon(ofTwo, shop, now)).toEqual({ ...ofTwo, how: 'afternoon', ...times })
    expect(afternoon(typed, shop, { ...now, today: date })).toMatchObject({
      fromTime: '14:20',
      toTime: '18:00',
    })
  })

  it('ends on a date that follows the first', () => {
    const { toDate } = withFromDate(typed, '2026-12-24')
    expect(toDate).toBe('2026-12-24')
    expect(withFromDate({ ...typed, toDate: '2026-12-31' }, '2026-12-24').toDate).toBe('2026-12-31')
    expect(withFromDate({ ...typed, toDate: '2026-12-20' }, '2026-12-24').toDate).toBe('2026-12-24')
  })

  it('covers whole days, and a day until its last minute, until midnight', () => {
    const days = { ...typed, how: 'days', toDate: '2026-12-31', fromTime: '10:00' } as const
    expect(closedBy(days)).toEqual({ from: `${date}T00:00`, to: '2027-01-01T00:00' })
    const until = (toDate: string, toTime: string) => closedBy({ ...typed, toDate, toTime }).to
    expect(until(date, '23:59')).toBe(`${addDays(date, 1)}T00:00`)
    for (const [day, time] of [
      [date, '23:58'],
      [date, '00:00'],
      ['', '23:59'],
      ['20261-12-25', '23:59'],
    ] as const)
      expect(until(day, time)).toBe(`${day}T${time}`)
  })
})

it('the longest bar of a chart takes 75 to 90% of the width, with a few round numerals', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5000 }), (longest) => {
      const share = longest / scale.widthInUnits(longest)
      expect(share).toBeGreaterThanOrEqual(0.75)
      expect(share).toBeLessThanOrEqual(0.9)
      expect(Math.floor(scale.widthInUnits(longest) / scale.roundStep(longest))).toBeLessThanOrEqual(7)
    }),
  )
})
