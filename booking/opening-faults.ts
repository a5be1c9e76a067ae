import type { Opening } from '../site/opening.ts'
import { isCalendarDate, isTime } from './wall-time.ts'

const minutesPerDay = 24 * 60
const capacityMost = 50
const daysMost = 3650

const isCount = (value: number, least: number, most: number) =>
  Number.isInteger(value) && value >= least && value <= most

/** What is wrong with opening hours, in sentences; none when they can be in force. */
export function openingFaults(opening: Opening): string[] {
  const { firstStart, lastStart, durationMinutes, bufferMinutes, capacity, offeredEveryMinutes } = opening
  const { closedWeekdays, closedDates, latestDaysAhead, changesUntilHoursBefore, reminderHoursBefore } =
    opening
  const rules: [isKept: boolean, sentence: string][] = [
    [isTime(firstStart) && isTime(lastStart), 'The first and the last start must be times as HH:MM.'],
    // Zero-padded times compare like the minutes they stand for.
    [firstStart <= lastStart, 'The first start must not be later than the last.'],
    [isCount(durationMinutes, 5, minutesPerDay), 'A consultation must last between 5 minutes and a day.'],
    [
      isCount(bufferMinutes, 0, minutesPerDay) && durationMinutes + bufferMinutes <= minutesPerDay,
      'The quiet time after a consultation must be 0 minutes or more, and with it no longer than a day.',
    ],
    [isCount(capacity, 1, capacityMost), `The number of fitters must be from 1 to ${capacityMost}.`],
    [isCount(offeredEveryMinutes, 5, minutesPerDay), 'Times must be offered every 5 minutes or more.'],
    [closedWeekdays.every((day) => isCount(day, 1, 7)), 'Weekdays are numbers from 1, Monday, to 7, Sunday.'],
    [new Set(closedWeekdays).size < 7, 'At least one weekday must be open.'],
    [closedDates.every(isCalendarDate), 'Closed days must be days as YYYY-MM-DD.'],
    [
      latestDaysAhead === null || isCount(latestDaysAhead, 1, daysMost),
      `Clients can book from 1 to ${daysMost} days ahead, or without a limit.`,
    ],
    [
      isCount(changesUntilHoursBefore, 0, 24 * daysMost),
      'The hours until which clients can change an appointment must be 0 or more.',
    ],
    [
      reminderHoursBefore === null || isCount(reminderHoursBefore, 1, 24 * daysMost),
      'The hours before which clients are reminded must be 1 or more, or none.',
    ],
  ]
  return rules.flatMap(([isKept, sentence]) => (isKept ? [] : [sentence]))
}
