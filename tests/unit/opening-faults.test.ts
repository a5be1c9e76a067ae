import { expect, it } from 'vitest'
import { openingErrors } from '../../booking/opening-hours.ts'
import { openingFaultWords as words } from '../../copy/errors.ts'
import { opening } from '../../demo/opening-hours.ts'
import type { Opening } from '../../demo/types.ts'

const faultsOf = (changed: Partial<Opening>) => openingErrors({ ...opening, ...changed })
const day = 24 * 60

it('the opening hours of demo/ can be in force', () => {
  expect(openingErrors(opening)).toEqual([])
})

it.each<[string, Partial<Opening>]>([
  [words.times, { firstStart: '9:00', lastStart: '9:00' }],
  [words.times, { lastStart: '24:00' }],
  [words.order, { firstStart: '17:01' }],
  [words.duration, { durationMinutes: 4 }],
  [words.duration, { durationMinutes: 7.5 }],
  [words.buffer, { bufferMinutes: -1 }],
  [words.buffer, { durationMinutes: 60, bufferMinutes: day - 59 }],
  [words.capacity(50), { capacity: 0 }],
  [words.capacity(50), { capacity: 51 }],
  // From one to the next nothing would be gained, and the day would never end.
  [words.offeredEvery, { offeredEveryMinutes: 0 }],
  [words.weekdays, { closedWeekdays: [0] }],
  [words.weekdays, { closedWeekdays: [8] }],
  [words.oneOpen, { closedWeekdays: [1, 2, 3, 4, 5, 6, 7] }],
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
    { firstStart: '00:00', lastStart: '23:59' },
    { firstStart: '12:00', lastStart: '12:00' },
    { durationMinutes: 5, bufferMinutes: day - 5, offeredEveryMinutes: 5, capacity: 50 },
    // The same day twice leaves the others open.
    { closedWeekdays: [7, 7, 1, 2, 3, 4, 5], latestDaysAhead: 1, changesUntilHoursBefore: 0 },
    { latestDaysAhead: null, reminderHoursBefore: null },
  ]) {
    expect(faultsOf(changed)).toEqual([])
  }
})
