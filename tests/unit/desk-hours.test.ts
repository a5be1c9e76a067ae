import { describe, expect, it } from 'vitest'
import { openingErrors, type Starts } from '../../booking/opening-hours.ts'
import { deskHours as words } from '../../copy/desk-hours.ts'
import { opening } from '../../demo/opening-hours.ts'
import { holidaysFrom, joined } from '../../web/desk/hours/holidays.ts'
import { changesOf, toTyped } from '../../web/desk/hours/typed.ts'
import * as week from '../../web/desk/hours/week.ts'
import { everyDay, shopWeek } from '../support/week.ts'

const whole: Starts[] = [['09:00', '17:00']]
const hours = (...stretches: string[]) => stretches.map((one) => one.split('-') as [string, string])
const lunch = hours('09:00-11:00', '13:00-17:00')

describe('a break', () => {
  it('is lunch from noon, and ends the appointments before it', () => {
    const planned = week.nextBreak(whole, 60)
    expect(planned).toEqual({ index: 0, from: 12 * 60, to: 13 * 60 })
    expect(planned && week.withBreak(whole, planned, 60)).toEqual(lunch)
    expect(week.breakAfter(lunch, 0, 60)).toEqual({ from: 12 * 60, to: 13 * 60 })
    expect(week.withoutBreak(lunch, 0)).toEqual(whole)
  })

  it('is the middle hour of the longest stretch when noon is taken or out of reach', () => {
    expect(week.nextBreak(lunch, 60)).toEqual({ index: 1, from: 15 * 60, to: 16 * 60 })
    expect(week.nextBreak(hours('14:00-20:00'), 60)).toEqual({ index: 0, from: 17 * 60, to: 18 * 60 })
  })

  it.each([[hours('10:00-11:00')], [hours('12:00-12:00')], [hours('-17:00')], [[]]])(
    'is missing where no appointment fits before or after it: %j',
    (day) => expect(week.nextBreak(day, 60)).toBeNull(),
  )

  it('leaves hours that the server accepts, whatever they were', () => {
    for (const durationMinutes of [15, 45, 60, 90]) {
      for (const first of ['07:15', '09:00', '11:30', '16:00']) {
        let day = hours(`${first}-22:00`) as Starts[]
        for (
          let more = week.nextBreak(day, durationMinutes);
          more;
          more = week.nextBreak(day, durationMinutes)
        ) {
          day = week.withBreak(day, more, durationMinutes)
          const monday = day.map((starts) => starts.join('-'))
          expect(openingErrors({ ...opening, durationMinutes, week: { ...opening.week, monday } })).toEqual(
            [],
          )
        }
        expect(day.length).toBeGreaterThan(1)
      }
    }
  })
})

describe('a typed week', () => {
  it('is sent as it was read', () => {
    expect(week.toWeek(week.toTypedWeek(shopWeek))).toEqual(shopWeek)
  })

  it('finds what the server would reject', () => {
    expect(week.faultIn(lunch, 60)).toBeUndefined()
    expect(week.faultIn(hours('17:00-09:00'), 60)).toEqual({ why: 'order', index: 0 })
    const overlapping = hours('09:00-12:30', '13:00-17:00')
    expect(week.faultIn(overlapping, 60)).toEqual({ why: 'overlap', index: 1, free: 13.5 * 60 })
    expect(week.faultIn(overlapping, 30)).toBeUndefined()
  })

  it('is drawn on one scale of whole hours', () => {
    const scale = (shown: typeof shopWeek) => week.scaleOf(week.toTypedWeek(shown), 60)
    expect(scale(shopWeek)).toEqual({ from: 9 * 60, to: 18 * 60 })
    expect(scale(everyDay(['08:30-17:15']))).toEqual({ from: 8 * 60, to: 19 * 60 })
    expect(scale(everyDay(['10:00-10:00']))).toEqual({ from: 10 * 60, to: 11 * 60 })
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
  it('are those of the next twelve months, with the days on which they are observed', () => {
    expect(holidaysFrom('2026-11-24').map(({ date, name }) => `${date} ${name}`)).toEqual([
      '2026-11-26 Thanksgiving Day',
      '2026-12-25 Christmas Day',
      `2027-01-01 ${words.holidayNames["New Year's Day"]}`,
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
