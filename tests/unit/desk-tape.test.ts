import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Agenda, DeskAppointment } from '../../booking/owner-api.ts'
import { addDays, timeOfMinutes, wallTimeToEpochMs } from '../../booking/time.ts'
import { opening } from '../../demo/opening-hours.ts'
import { closedBy, presets } from '../../web/desk/block-time-presets.ts'
import {
  dayTimeline,
  freeTimes,
  groupsOf,
  inLanes,
  roomForWords,
} from '../../web/desk/timeline/day-timeline.ts'
import {
  inches,
  inchMinutes,
  intoInch,
  lengthInInches,
  meets,
  onDay,
  roundStep,
  shortestOf,
  shortName,
  tapeOf,
  widthInUnits,
  without,
} from '../../web/desk/timeline/scale.ts'
import { everyDay } from '../support/week.ts'

const date = '2026-11-24'
const shop = { opening, timeZone: 'America/Chicago' }
const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
const stretch = (from: string, to: string) => ({ from: minutes(from), to: minutes(to) })
const longBefore = wallTimeToEpochMs('2026-11-01', '09:00', shop.timeZone)

function appointment(time: string, more: Partial<DeskAppointment> = {}): DeskAppointment {
  const startEpochMs = wallTimeToEpochMs(date, time, shop.timeZone)
  return {
    id: `at-${time}`,
    created_at: '2026-11-12T22:02:00.000Z',
    full_name: 'Priya Raman',
    email: 'priya@raman.example',
    phone: '(469) 555-0134',
    appointment_date: date,
    appointment_time: time,
    referral_source: 'instagram',
    kind: 'consultation',
    starts_at: new Date(startEpochMs).toISOString(),
    ends_at: new Date(startEpochMs + 3_600_000).toISOString(),
    status: 'confirmed',
    attendance: null,
    booked_by: 'client',
    visit: 1,
    note: '',
    sequence: 0,
    history: [],
    owed: [],
    delivered: [],
    ...more,
  }
}

const agenda = (more: Partial<Agenda>): Agenda => ({
  appointments: [],
  closures: [],
  busy: [],
  owed: [],
  owed_elsewhere: [],
  ...more,
})
const closure = (from: string, to: string) => ({ id: from, from, to, reason: '' })

describe('a stretch of wall time on a day', () => {
  it('is what of it lies between two midnights', () => {
    expect(onDay({ from: `${date}T14:15`, to: `${date}T18:00` }, date)).toEqual(stretch('14:15', '18:00'))
    expect(onDay({ from: '2026-11-23T14:15', to: '2026-11-25T10:00' }, date)).toEqual({ from: 0, to: 1440 })
    expect(onDay({ from: '2026-11-23T14:15', to: `${date}T00:00` }, date)).toBeNull()
    expect(onDay({ from: '2026-11-25T00:00', to: '2026-11-26T00:00' }, date)).toBeNull()
  })

  const any = fc
    .tuple(fc.nat(1000), fc.integer({ min: 1, max: 400 }))
    .map(([from, long]) => ({ from, to: from + long }))

  it('has nothing in common with what was taken out of it, and loses nothing else', () => {
    fc.assert(
      fc.property(any, fc.array(any, { maxLength: 6 }), (whole, taken) => {
        const left = without(whole, taken)
        for (let at = whole.from; at < whole.to; at++) {
          const minute = { from: at, to: at + 1 }
          const isLeft = left.some((part) => meets(part, minute))
          expect(isLeft).toBe(!taken.some((part) => meets(part, minute)))
        }
      }),
    )
  })

  it('shares no lane with another at the same time, and no more lanes than overlap', () => {
    fc.assert(
      fc.property(fc.array(any, { maxLength: 12 }), (stretches) => {
        const placed = inLanes(stretches.map((one, item) => ({ item, stretch: one })))
        for (const one of placed) {
          const others = placed.filter(
            (other) => other.item !== one.item && meets(other.stretch, one.stretch),
          )
          expect(others.map(({ lane }) => lane)).not.toContain(one.lane)
          expect(one.lane).toBeLessThanOrEqual(others.length)
          for (const other of others) expect(other.lanes).toBe(one.lanes)
        }
        expect(groupsOf(placed).flat()).toHaveLength(stretches.length)
      }),
    )
  })
})

describe('the tape of a day', () => {
  it('runs from the first start to the last start and one visit', () => {
    const tape = tapeOf(date, shop, [], [])
    expect(tape).toMatchObject(stretch('09:00', '18:00'))
    expect(tape && lengthInInches(tape)).toBe(9)
  })

  it('is let out to the hour by visits outside the hours, and by closures wholly outside them', () => {
    expect(tapeOf(date, shop, [stretch('07:20', '08:20')], [])).toMatchObject(stretch('07:00', '18:00'))
    expect(tapeOf(date, shop, [], [stretch('18:30', '19:15')])).toMatchObject(stretch('09:00', '20:00'))
    expect(tapeOf(date, shop, [], [{ from: 0, to: 1440 }])).toMatchObject(stretch('09:00', '18:00'))
  })

  it('is not there when nobody is expected', () => {
    const closed = { ...shop, opening: { ...opening, closedDates: [date] } }
    expect(tapeOf(date, closed, [], [stretch('09:00', '18:00')])).toBeNull()
    expect(tapeOf(date, closed, [stretch('10:30', '11:30')], [])).toMatchObject({
      ...stretch('10:00', '12:00'),
      hours: [],
    })
  })

  it('has an hour to an inch, however short the visits are', () => {
    const tape = tapeOf(date, { ...shop, opening: { ...opening, durationMinutes: 20 } }, [], [])
    expect(tape && inches(tape).slice(0, 3).map(timeOfMinutes)).toEqual(['09:00', '10:00', '11:00'])
  })

  it.each([
    ['07:15', 60],
    ['09:30', 60],
    ['13:20', 20],
    ['09:00', 60],
  ])(
    'has its numerals on its lines when it begins at %s, with visits of %i minutes',
    (firstStart, durationMinutes) => {
      const week = everyDay([`${firstStart}-17:00`])
      const tape = tapeOf(date, { ...shop, opening: { ...opening, week, durationMinutes } }, [], [])
      if (!tape) return expect.fail()
      const fromLine = inches(tape).map((minutes) => (minutes - tape.from) / inchMinutes + intoInch(tape))
      expect(fromLine.length).toBeGreaterThan(3)
      expect(fromLine.map((lines) => lines - Math.round(lines))).toEqual(
        fromLine.map(() => expect.closeTo(0)),
      )
    },
  )

  it('knows the shortest visit, for which an inch may have to grow', () => {
    expect(shortestOf([])).toBe(60)
    expect(shortestOf([stretch('09:00', '10:30'), stretch('11:00', '11:15')])).toBe(15)
  })

  it('shortens the first name for a label of one line only', () => {
    const pickUp = stretch('13:45', '14:00')
    expect(shortName('Omar Farouk', pickUp)).toBe('O.\u00a0Farouk')
    expect(shortName('Ana de la Cruz', pickUp)).toBe('A.\u00a0de la Cruz')
    expect(shortName('Omar', pickUp)).toBeNull()
    expect(shortName('Omar Farouk', stretch('13:00', '13:45'))).toBeNull()
  })
})

describe('a day beside its tape', () => {
  it('offers a gap only where a visit has room, from now on', () => {
    const appointments = [appointment('09:00'), appointment('11:30'), appointment('12:30')]
    const busy = [{ from: `${date}T13:30`, to: `${date}T14:15` }]
    const closures = [closure(`${date}T14:15`, `${date}T16:00`)]
    const day = (notBefore: number | null) =>
      dayTimeline(date, agenda({ appointments, busy, closures }), shop, notBefore).gaps
    expect(day(0)).toEqual([stretch('10:00', '11:30'), stretch('16:00', '18:00')])
    expect(day(minutes('11:00'))).toEqual([stretch('16:00', '18:00')])
    expect(day(null)).toEqual([])
  })

  it('is as long as its own hours, and has its breaks between them', () => {
    const week = { ...opening.week, tuesday: ['09:00-11:00', '13:00-17:00'], wednesday: ['10:00-14:00'] }
    const shopOfWeek = { ...shop, opening: { ...opening, week } }
    const tuesday = dayTimeline(date, agenda({}), shopOfWeek, 0)
    expect(tuesday.tape).toMatchObject(stretch('09:00', '18:00'))
    expect(tuesday.tape?.hours).toEqual([stretch('09:00', '12:00'), stretch('13:00', '18:00')])
    expect(tuesday.breaks).toEqual([stretch('12:00', '13:00')])
    expect(tuesday.gaps).toEqual(tuesday.tape?.hours)
    const lunchTime = dayTimeline(date, agenda({}), shopOfWeek, minutes('12:30'))
    expect(lunchTime.gaps).toEqual([stretch('13:00', '18:00')])
    const wednesday = dayTimeline(addDays(date, 1), agenda({}), shopOfWeek, 0)
    expect(wednesday.tape).toMatchObject(stretch('10:00', '15:00'))
    expect(wednesday.breaks).toEqual([])
    const free = freeTimes(date, agenda({}), shopOfWeek, longBefore)
    expect(free.filter((time) => time > '10:30' && time < '13:30')).toEqual(['11:00', '13:00'])
  })

  it('has no break where the next appointment can start when the last one ends', () => {
    const week = { ...opening.week, tuesday: ['09:00-12:00', '13:00-17:00'] }
    const { tape, breaks } = dayTimeline(date, agenda({}), { ...shop, opening: { ...opening, week } }, 0)
    expect(tape?.hours).toEqual([stretch('09:00', '18:00')])
    expect(breaks).toEqual([])
  })

  it('is closed as a whole when blocked times cover its hours, whatever its breaks', () => {
    const week = { ...opening.week, tuesday: ['09:00-11:00', '13:00-17:00'] }
    const closures = [closure(`${date}T09:00`, `${date}T12:00`), closure(`${date}T13:00`, `${date}T18:00`)]
    const shopOfWeek = { ...shop, opening: { ...opening, week } }
    expect(dayTimeline(date, agenda({ closures }), shopOfWeek, 0).isClosedWhole).toBe(true)
    expect(dayTimeline(date, agenda({ closures: closures.slice(1) }), shopOfWeek, 0).isClosedWhole).toBe(
      false,
    )
  })

  it('keeps the quiet time between visits out of its gaps', () => {
    const unhurried = { ...shop, opening: { ...opening, bufferMinutes: 30 } }
    const day = dayTimeline(
      date,
      agenda({ appointments: [appointment('10:00'), appointment('13:00')] }),
      unhurried,
      0,
    )
    expect(day.gaps).toEqual([stretch('11:30', '12:30'), stretch('14:30', '18:00')])
  })

  it('lets the tape out to a cancelled visit outside the opening hours, and where there are none', () => {
    const early = appointment('07:00', { status: 'cancelled' })
    const shut = { ...shop, opening: { ...opening, week: { ...opening.week, tuesday: [] } } }
    for (const { ofShop, reach } of [
      { ofShop: shop, reach: stretch('07:00', '18:00') },
      { ofShop: shut, reach: stretch('07:00', '08:00') },
    ]) {
      const { tape, cancelled } = dayTimeline(date, agenda({ appointments: [early] }), ofShop, 0)
      expect(tape).toMatchObject(reach)
      expect(cancelled).toHaveLength(1)
    }
  })

  it('keeps a cancelled visit at its time until that is taken again, then names it below', () => {
    const cancelled = appointment('10:00', { id: 'cancelled', status: 'cancelled' })
    const alone = dayTimeline(date, agenda({ appointments: [cancelled] }), shop, 0)
    expect([alone.cancelled.length, alone.below.length]).toEqual([1, 0])
    const retaken = dayTimeline(date, agenda({ appointments: [cancelled, appointment('10:30')] }), shop, 0)
    expect([retaken.cancelled.length, retaken.below.length]).toEqual([0, 1])
  })

  it('has its words on bare paper, where there is enough of it', () => {
    const room = (more: Partial<Agenda>) => {
      const day = dayTimeline(date, agenda(more), shop, 0)
      return day.tape && roomForWords(day, day.tape)
    }
    expect(room({})).toMatchObject(stretch('09:00', '18:00'))
    const cancelled = appointment('10:00', { status: 'cancelled' })
    expect(room({ appointments: [cancelled] })).toEqual(stretch('11:00', '18:00'))
    const closures = [closure(`${date}T12:00`, `${date}T15:30`)]
    expect(room({ appointments: [cancelled], closures })).toBeNull()
  })

  it('says that a time is closed where no label covers it: first where there is room', () => {
    const bare = (...times: string[]) => {
      const appointments = times.map((time) => appointment(time))
      const closures = [closure(`${date}T12:00`, `${date}T18:00`)]
      return dayTimeline(date, agenda({ appointments, closures }), shop, 0).closures[0]?.bare
    }
    expect(bare()).toEqual(stretch('12:00', '18:00'))
    expect(bare('12:30', '15:00')).toEqual(stretch('13:30', '15:00'))
    expect(bare('12:30', '14:00', '15:15', '16:30')).toEqual(stretch('12:00', '12:30'))
    expect(bare('12:00', '13:00', '14:00', '15:00', '16:00', '17:00')).toEqual(stretch('12:00', '18:00'))
  })

  it('has the words of closed times that lie over each other apart, each with as much room as there is', () => {
    const bare = (...closed: (readonly [string, string])[]) => {
      const closures = closed.map(([from, to]) => closure(`${date}T${from}`, `${date}T${to}`))
      const appointments = [appointment('12:00')]
      return dayTimeline(date, agenda({ appointments, closures }), shop, 0).closures.map((one) => one.bare)
    }
    // A whole day in a whole week.
    expect(bare(['00:00', '23:59'], ['00:00', '23:58'])).toEqual([
      stretch('09:00', '10:00'),
      stretch('10:00', '12:00'),
    ])
    // The shorter one has less choice.
    expect(bare(['09:00', '18:00'], ['09:00', '09:30'])).toEqual([
      stretch('09:30', '12:00'),
      stretch('09:00', '09:30'),
    ])
    expect(bare(['14:00', '15:00'], ['14:00', '15:00'])).toEqual([
      stretch('14:00', '14:30'),
      stretch('14:30', '15:00'),
    ])
    // Where one ends the other begins.
    expect(bare(['09:00', '11:00'], ['11:00', '12:00'])).toEqual([
      stretch('09:00', '11:00'),
      stretch('11:00', '12:00'),
    ])
  })

  it('is closed as a whole only when nothing of its hours is left', () => {
    const closed = (from: string, to: string) =>
      dayTimeline(date, agenda({ closures: [closure(from, to)] }), shop, 0)
    expect(closed(`${date}T09:00`, `${date}T18:00`).isClosedWhole).toBe(true)
    expect(closed('2026-11-20T12:00', '2026-11-28T12:00').isClosedWhole).toBe(true)
    expect(closed(`${date}T09:00`, `${date}T17:00`).isClosedWhole).toBe(false)
  })
})

describe('the free times of a day, as the owner sees them', () => {
  it('leave out visits, closures and busy times, and what is over today', () => {
    const found = agenda({
      appointments: [appointment('10:00'), appointment('15:00', { status: 'cancelled' })],
      closures: [closure(`${date}T12:00`, `${date}T14:00`)],
      busy: [{ from: `${date}T16:00`, to: `${date}T17:00` }],
    })
    expect(freeTimes(date, found, shop, longBefore)).toEqual([
      '09:00',
      '11:00',
      '14:00',
      '14:30',
      '15:00',
      '17:00',
    ])
    const afternoon = wallTimeToEpochMs(date, '14:20', shop.timeZone)
    expect(freeTimes(date, found, shop, afternoon)).toEqual(['14:30', '15:00', '17:00'])
  })

  it('count the time that an appointment leaves when it is moved', () => {
    const found = agenda({ appointments: [appointment('10:00')] })
    expect(freeTimes(date, found, shop, longBefore)).not.toContain('10:00')
    expect(freeTimes(date, found, shop, longBefore, 'at-10:00')).toContain('10:30')
  })
})

it('closes an afternoon from noon to the end of the last visit, and whole days to the last minute of the last', () => {
  const [afternoon, day, week] = presets(date, shop)
  expect(afternoon?.stretch).toEqual({ from: `${date}T12:00`, to: `${date}T18:00` })
  expect(day?.stretch).toEqual({ from: `${date}T00:00`, to: `${date}T23:59` })
  expect(week?.stretch).toEqual({ from: '2026-11-23T00:00', to: '2026-11-29T23:59' })
})

it('closes a day that is closed until its last minute until midnight, and any other time as it was chosen', () => {
  const until = (to: string) => closedBy({ from: `${date}T00:00`, to }).to
  expect(until(`${date}T23:59`)).toBe(`${addDays(date, 1)}T00:00`)
  expect(until('2026-12-31T23:59')).toBe('2027-01-01T00:00')
  for (const to of [`${date}T23:58`, `${date}T00:00`, 'T23:59', '20261-12-25T23:59'])
    expect(until(to)).toBe(to)
})

it('draws the longest length of cloth over 75 to 90 % of the width, with a few round numerals', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5000 }), (longest) => {
      const share = longest / widthInUnits(longest)
      expect(share).toBeGreaterThanOrEqual(0.75)
      expect(share).toBeLessThanOrEqual(0.9)
      expect(Math.floor(widthInUnits(longest) / roundStep(longest))).toBeLessThanOrEqual(7)
    }),
  )
})
