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
  busyCloses: 'everyone',
  offeredEveryMinutes: 30,
  // Hours of single dates: { '2026-12-20': ['10:00-15:00'], '2026-12-25': [] }
  dates: {},
  earliestHoursAhead: null,
  latestDaysAhead: 365,
  changesUntilHoursBefore: 24,
  reminderHoursBefore: 24,
}
