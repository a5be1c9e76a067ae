import { expect, it } from 'vitest'
import { openingErrors } from '../../booking/opening-hours.ts'
import { openingErrorWords as words } from '../../copy/errors.ts'
import { opening } from '../../demo/opening-hours.ts'
import type { Opening } from '../../demo/types.ts'
import { everyDay } from '../support/week.ts'

const faultsOf = (changed: object) => openingErrors({ ...opening, ...changed } as Opening)
const day = 24 * 60
const twoStretches = ['09:00-12:00', '13:00-17:00']

it('the opening hours of demo/ can be in force', () => {
  expect(openingErrors(opening)).toEqual([])
})

const wrongWeeks = {
  [words.order('Monday', '5:01\u00a0PM', '5:00\u00a0PM')]: { monday: ['17:01-17:00'] },
  // The consultation at 12:30 PM lasts until 1:30 PM.
  [words.overlap('Friday', '1:30\u00a0PM')]: { friday: ['09:00-12:30', '13:00-17:00'] },
  [words.overlap('Sunday', '6:00\u00a0PM')]: { sunday: ['13:00-17:00', '09:00-12:00'] },
}
const noTimes = [{ friday: undefined }, { friday: '09:00-17:00' }]
const badStretches = ['9:00-9:00', '09:00-24:00', '09:00-17:00 ', '09:00-12:00-17:00']

it.each<[string, object]>([
  ...badStretches.map((stretch): [string, object] => [words.times, { week: everyDay([stretch]) }]),
  ...noTimes.map((days): [string, object] => [words.times, { week: { ...opening.week, ...days } }]),
  [words.times, { week: undefined }],
  ...Object.entries(wrongWeeks).map(([sentence, days]): [string, object] => [
    sentence,
    { week: { ...opening.week, ...days } },
  ]),
  [
    words.overlap('Monday', '1:30\u00a0PM'),
    { durationMinutes: 90, week: everyDay([], { monday: twoStretches }) },
  ],
  [words.oneOpen, { week: everyDay([]) }],
  [words.duration, { durationMinutes: 14 }],
  [words.duration, { durationMinutes: 7.5 }],
  [words.buffer, { bufferMinutes: -1 }],
  [words.buffer, { durationMinutes: 60, bufferMinutes: day - 59 }],
  [words.capacity(50), { capacity: 0 }],
  [words.capacity(50), { capacity: 51 }],
  [words.offeredEvery, { offeredEveryMinutes: 0 }],
  [words.closedDates, { closedDates: ['2026-12-24', '2026-02-30'] }],
  [words.daysAhead(3650), { latestDaysAhead: 0 }],
  [words.daysAhead(3650), { latestDaysAhead: 3651 }],
  [words.changesUntil, { changesUntilHoursBefore: -1 }],
  [words.reminder, { reminderHoursBefore: 0 }],
])('"%s" is said of %o', (sentence, changed) => {
  expect(faultsOf(changed)).toEqual([sentence])
})

it('nothing is said of hours at the ends of what is allowed', () => {
  for (const changed of [
    { week: everyDay(['00:00-23:59']) },
    { week: everyDay(['12:00-12:00']) },
    // Without a break, the second begins when the last appointment of the first ends.
    { week: everyDay(twoStretches) },
    { week: everyDay(['09:00-17:00', '18:00-18:00', '19:00-23:00']) },
    { week: everyDay([], { sunday: ['09:00-17:00'] }) },
    { durationMinutes: 15, bufferMinutes: day - 15, offeredEveryMinutes: 5, capacity: 50 },
    { latestDaysAhead: 1, changesUntilHoursBefore: 0 },
    { latestDaysAhead: null, reminderHoursBefore: null },
  ]) {
    expect(faultsOf(changed)).toEqual([])
  }
})
