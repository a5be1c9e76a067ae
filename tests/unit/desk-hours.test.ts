import { describe, expect, it } from 'vitest'
import type { Starts } from '../../booking/opening-hours.ts'
import { openingErrors } from '../../booking/opening-hours.ts'
import { deskHours as words } from '../../copy/desk-hours.ts'
import { opening } from '../../demo/opening-hours.ts'
import { holidaysFrom, joined } from '../../web/desk/hours/holidays.ts'
import { changesOf, toTyped } from '../../web/desk/hours/typed.ts'
import {
  breakAfter,
  faultIn,
  nextBreak,
  scaleOf,
  toTypedWeek,
  toWeek,
  withBreak,
  withoutBreak,
} from '../../web/desk/hours/week.ts'
import { everyDay, shopWeek } from '../support/week.ts'

const whole: Starts[] = [['09:00', '17:00']]
const lunch: Starts[] = [
  ['09:00', '11:00'],
  ['13:00', '17:00'],
]

describe('a break', () => {
  it('is lunch from noon, and ends the appointments before it', () => {
    const planned = nextBreak(whole, 60)
    expect(planned).toEqual({ index: 0, from: 12 * 60, to: 13 * 60 })
    expect(planned && withBreak(whole, planned, 60)).toEqual(lunch)
    expect(breakAfter(lunch, 0, 60)).toEqual({ from: 12 * 60, to: 13 * 60 })
    expect(withoutBreak(lunch, 0)).toEqual(whole)
  })

  it('is the middle hour of the longest stretch when noon is taken or out of reach', () => {
    expect(nextBreak(lunch, 60)).toEqual({ index: 1, from: 15 * 60, to: 16 * 60 })
    expect(nextBreak([['14:00', '20:00']], 60)).toEqual({ index: 0, from: 17 * 60, to: 18 * 60 })
  })

  it('is none where no appointment would fit before or after it', () => {
    expect(nextBreak([['10:00', '11:00']], 60)).toBeNull()
    expect(nextBreak([['12:00', '12:00']], 60)).toBeNull()
    expect(nextBreak([['', '17:00']], 60)).toBeNull()
    expect(nextBreak([], 60)).toBeNull()
  })

  it('leaves hours that the server accepts, whatever they were', () => {
    for (const durationMinutes of [15, 45, 60, 90]) {
      for (const first of ['07:15', '09:00', '11:30', '16:00']) {
        let day: Starts[] = [[first, '22:00']]
        for (let more = nextBreak(day, durationMinutes); more; more = nextBreak(day, durationMinutes)) {
          day = withBreak(day, more, durationMinutes)
          const week = { ...opening.week, monday: day.map((starts) => starts.join('-')) }
          expect(openingErrors({ ...opening, durationMinutes, week })).toEqual([])
        }
        expect(day.length).toBeGreaterThan(1)
      }
    }
  })
})

describe('a typed week', () => {
  it('is sent as it was read', () => {
    expect(toWeek(toTypedWeek(shopWeek))).toEqual(shopWeek)
  })

  it('finds what the server would refuse', () => {
    expect(faultIn(lunch, 60)).toBeUndefined()
    expect(faultIn([['17:00', '09:00']], 60)).toEqual({ why: 'order', index: 0 })
    const overlapping: Starts[] = [
      ['09:00', '12:30'],
      ['13:00', '17:00'],
    ]
    expect(faultIn(overlapping, 60)).toEqual({ why: 'overlap', index: 1, free: 13.5 * 60 })
    expect(faultIn(overlapping, 30)).toBeUndefined()
  })

  it('is drawn on one scale of whole hours', () => {
    expect(scaleOf(toTypedWeek(shopWeek), 60)).toEqual({ from: 9, hours: 9 })
    expect(scaleOf(toTypedWeek(everyDay(['08:30-17:15'])), 60)).toEqual({ from: 8, hours: 11 })
  })

  it('sends a field with what was seen of it, and no other field', () => {
    const seen = toTyped(opening)
    const typed = { ...seen, week: { ...seen.week, sunday: [] }, reminderHoursBefore: '' }
    expect(changesOf(seen, typed)).toEqual({
      week: { ...opening.week, sunday: [] },
      reminderHoursBefore: null,
      before: { week: opening.week, reminderHoursBefore: opening.reminderHoursBefore },
    })
  })
})

describe('the federal holidays', () => {
  const { "New Year's Day": newYear } = words.holidayNames

  it('are those of the next twelve months, with the days on which they are observed', () => {
    expect(holidaysFrom('2026-11-24').map(({ date, name }) => `${date} ${name}`)).toEqual([
      '2026-11-26 Thanksgiving Day',
      '2026-12-25 Christmas Day',
      `2027-01-01 ${newYear}`,
      '2027-01-18 Martin Luther King Jr. Day',
      '2027-02-15 Washington’s Birthday',
      '2027-05-31 Memorial Day',
      `2027-06-18 ${words.observed('Juneteenth')}`,
      '2027-06-19 Juneteenth',
      '2027-07-04 Independence Day',
      `2027-07-05 ${words.observed('Independence Day')}`,
      '2027-09-06 Labor Day',
      '2027-10-11 Columbus Day',
      '2027-11-11 Veterans Day',
    ])
  })

  it('include a New Year’s Day that is observed in December, and today', () => {
    const dates = holidaysFrom('2027-12-25').map(({ date }) => date)
    expect(dates.slice(0, 3)).toEqual(['2027-12-25', '2027-12-31', '2028-01-01'])
  })
})

it('closed dates next to each other are one line', () => {
  expect(joined(['2027-01-01', '2026-12-30', '2026-12-31', '2026-12-24'])).toEqual([
    ['2026-12-24', '2026-12-24'],
    ['2026-12-30', '2027-01-01'],
  ])
})
