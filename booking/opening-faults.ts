import { openingFaultWords as words } from '../site/copy/desk-refusals.ts'
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
  const areTimes = isTime(firstStart) && isTime(lastStart)
  const rules: [isKept: boolean, sentence: string][] = [
    [areTimes, words.times],
    // Zero-padded times compare like the minutes they stand for.
    [!areTimes || firstStart <= lastStart, words.order],
    [isCount(durationMinutes, 5, minutesPerDay), words.duration],
    [
      isCount(bufferMinutes, 0, minutesPerDay) && durationMinutes + bufferMinutes <= minutesPerDay,
      words.buffer,
    ],
    [isCount(capacity, 1, capacityMost), words.capacity(capacityMost)],
    [isCount(offeredEveryMinutes, 5, minutesPerDay), words.offeredEvery],
    [closedWeekdays.every((day) => isCount(day, 1, 7)), words.weekdays],
    [new Set(closedWeekdays).size < 7, words.oneOpen],
    [closedDates.every(isCalendarDate), words.closedDates],
    [latestDaysAhead === null || isCount(latestDaysAhead, 1, daysMost), words.daysAhead(daysMost)],
    [isCount(changesUntilHoursBefore, 0, 24 * daysMost), words.changesUntil],
    [reminderHoursBefore === null || isCount(reminderHoursBefore, 1, 24 * daysMost), words.reminder],
  ]
  return rules.flatMap(([isKept, sentence]) => (isKept ? [] : [sentence]))
}
