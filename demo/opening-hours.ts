import type { Opening } from './types.ts'

export const opening: Opening = {
  firstStart: '09:00',
  lastStart: '17:00',
  durationMinutes: 60,
  bufferMinutes: 0,
  capacity: 1,
  offeredEveryMinutes: 30,
  closedWeekdays: [],
  closedDates: [],
  latestDaysAhead: null,
  changesUntilHoursBefore: 24,
  reminderHoursBefore: 24,
}
