import { socialProofWords } from '../../copy/booking-form.ts'
import type { LiveFigures } from '../backend/database.ts'
import type { SimulatedFigures } from './simulated-figures.ts'

const minutesPerHour = 60
const minutesPerDay = 24 * minutesPerHour
/** More than this is no news. */
const lastBookedMaxMinutes = 7 * minutesPerDay
const slotsMax = 12

/** What the three lines say; null where one would say nothing. */
export type Lines = readonly [viewers: string | null, slots: string | null, lastBooked: string | null]

export function simulatedLines(figures: SimulatedFigures): Lines {
  return [
    socialProofWords.viewers(figures.viewers),
    socialProofWords.slots(figures.slots),
    socialProofWords.lastBooked(figures.lastBooked),
  ]
}

function spanWords(minutes: number): string {
  if (minutes < minutesPerHour) return socialProofWords.minutes(Math.max(1, minutes))
  if (minutes < minutesPerDay) return socialProofWords.hours(Math.floor(minutes / minutesPerHour))
  return socialProofWords.days(Math.floor(minutes / minutesPerDay))
}

/** True figures, said only where they say something: not of the visitor alone, nor 'only' of plenty or of none. */
export function liveLines(figures: LiveFigures): Lines {
  const { viewers, open_times_left_this_month: slots, minutes_since_last_booking: minutes } = figures
  return [
    viewers > 1 ? socialProofWords.viewers(viewers) : null,
    slots > 0 && slots <= slotsMax ? socialProofWords.slots(slots) : null,
    minutes !== null && minutes <= lastBookedMaxMinutes
      ? socialProofWords.lastBooked(spanWords(minutes))
      : null,
  ]
}
