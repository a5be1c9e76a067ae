import { socialProofWords } from '#copy/booking-form.ts'
import { socialProof } from '#shop/social-proof.ts'
import type { LiveFigures } from '../api.ts'

const { viewers, slots, lastBooked, everySecondsMin, everySecondsMax } = socialProof.simulated

export type Random = () => number

export interface SimulatedFigures {
  viewers: number
  slots: number
  lastBooked: string
}

function between(min: number, max: number, random: Random): number {
  return min + Math.floor(random() * (max - min + 1))
}

function oneOf<T>(values: readonly [T, ...T[]], random: Random): T {
  return values[between(0, values.length - 1, random)] ?? values[0]
}

/** One up, one down, or the same. Never below its lowest start, so the sentence stays plural. */
function step(figure: number, { startMin, cap }: { startMin: number; cap: number }, random: Random): number {
  return Math.min(cap, Math.max(startMin, figure + between(-1, 1, random)))
}

export function startFigures(random: Random): SimulatedFigures {
  return {
    viewers: between(viewers.startMin, viewers.startMax, random),
    slots: between(slots.startMin, slots.startMax, random),
    lastBooked: oneOf(lastBooked, random),
  }
}

export function nextFigures(figures: SimulatedFigures, random: Random): SimulatedFigures {
  return {
    viewers: step(figures.viewers, viewers, random),
    slots: step(figures.slots, slots, random),
    lastBooked: oneOf(lastBooked, random),
  }
}

export function nextDelayMs(random: Random): number {
  return 1000 * (everySecondsMin + random() * (everySecondsMax - everySecondsMin))
}

const minutesPerHour = 60
const minutesPerDay = 24 * minutesPerHour

/** An older booking isn’t news. */
const lastBookedMaxMinutes = 7 * minutesPerDay
const slotsMax = 12

/** The three lines; null for one that has nothing to say. */
export type SocialProofLines = readonly [
  viewers: string | null,
  slots: string | null,
  lastBooked: string | null,
]

export function simulatedLines(figures: SimulatedFigures): SocialProofLines {
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

/** Shows real figures only if they mean something: more viewers than this one, few slots, a recent booking. */
export function liveLines(figures: LiveFigures): SocialProofLines {
  const { viewers, open_times_left_this_month: slots, minutes_since_last_booking: minutes } = figures
  return [
    viewers > 1 ? socialProofWords.viewers(viewers) : null,
    slots > 0 && slots <= slotsMax ? socialProofWords.slots(slots) : null,
    minutes !== null && minutes <= lastBookedMaxMinutes
      ? socialProofWords.lastBooked(spanWords(minutes))
      : null,
  ]
}
