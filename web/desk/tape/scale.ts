import { isClosedOn, type Shop } from '../../../booking/opening-hours.ts'
import { minutesOfDay } from '../../../booking/time.ts'
import { meets, type Stretch } from './stretch.ts'

/** The tape of one day: how far it reaches, and what of it is brass; the rest is let out in linen. */
export interface Tape extends Stretch {
  hours: Stretch | null
  /** What one inch stands for: an hour, or less where visits are shorter than half of one. */
  inchMinutes: number
}

/** From the first start to the last start plus one visit; null on a day without opening hours. */
export function openingHours(date: string, shop: Shop): Stretch | null {
  if (isClosedOn(date, shop)) return null
  const { firstStart, lastStart, durationMinutes } = shop.opening
  return { from: minutesOfDay(firstStart), to: minutesOfDay(lastStart) + durationMinutes }
}

export function inchMinutes(durationMinutes: number): number {
  if (durationMinutes < 15) return 15
  return durationMinutes < 30 ? 30 : 60
}

const startOfHour = (minutes: number) => Math.floor(minutes / 60) * 60
const endOfHour = (minutes: number) => Math.ceil(minutes / 60) * 60

/**
 * @param visits - those of whoever is expected or has cancelled; they let the tape out to the hour wherever they lie
 * @param closures - let it out only where they lie wholly outside the hours: a whole day off is not a day of 24 hours
 * @returns null when nobody is expected
 */
export function tapeOf(
  date: string,
  shop: Shop,
  visits: readonly Stretch[],
  closures: readonly Stretch[],
): Tape | null {
  const hours = openingHours(date, shop)
  const outside = [...visits, ...(hours ? closures.filter((closure) => !meets(closure, hours)) : [])]
  const reach = outside
    .filter((one) => !hours || one.from < hours.from || one.to > hours.to)
    .map(({ from, to }) => ({
      from: !hours || from < hours.from ? startOfHour(from) : hours.from,
      to: !hours || to > hours.to ? endOfHour(to) : hours.to,
    }))
  const all = hours ? [hours, ...reach] : reach
  if (all.length === 0) return null
  return {
    from: Math.min(...all.map(({ from }) => from)),
    to: Math.max(...all.map(({ to }) => to)),
    hours,
    inchMinutes: inchMinutes(shop.opening.durationMinutes),
  }
}

/** How far into an inch a tape begins: its lines lie where the clock has them, not where the first start is. */
export const intoInch = ({ from, inchMinutes: step }: Tape) => (from % step) / step

/** How long a tape is. */
export const lengthInInches = ({ from, to, inchMinutes: step }: Tape) => (to - from) / step

/** The inches of a tape that carry a numeral, in minutes since midnight. */
export function inches({ from, to, inchMinutes: step }: Tape): number[] {
  const first = Math.ceil(from / step) * step
  return Array.from({ length: Math.floor((to - first) / step) + 1 }, (_, index) => first + index * step)
}

/**
 * How many of the shortest visits there are to an inch: where they are short, an inch is so long that no label covers
 * the next.
 */
export function visitsPerInch(tape: Tape, durationMinutes: number, visits: readonly Stretch[]): number {
  const shortest = Math.min(durationMinutes, ...visits.map(({ from, to }) => to - from))
  return tape.inchMinutes / shortest
}
