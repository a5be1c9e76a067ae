import type { Opening } from './types.ts'

export const opening: Opening = {
  // First and last start of each stretch. Closed: []. With a lunch break: ['09:00-11:00', '13:00-17:00'].
  week: {
    monday: ['09:00-17:00'],
    tuesday: ['09:00-17:00'],
    wednesday: ['09:00-17:00'],
    thursday: ['09:00-17:00'],
    friday: ['09:00-17:00'],
    saturday: ['09:00-17:00'],
    sunday: ['09:00-17:00'],
  },
  durationMinutes: 60,
  bufferMinutes: 0,
  capacity: 1,
  offeredEveryMinutes: 30,
  closedDates: [],
  latestDaysAhead: null,
  changesUntilHoursBefore: 24,
  reminderHoursBefore: 24,
}
