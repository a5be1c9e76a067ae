import { overlaps } from '../../booking/availability.ts'
import type { Interval } from '../../booking/time.ts'
import type { Booking } from './clients.ts'

/** Times at which no client may book, for as long as the servers have to know of it (`performance.now`). */
export interface Shut {
  why: 'entered' | 'lost' | 'closed' | 'hours'
  closes(booking: Booking): boolean
  sinceMs: number
  untilMs: number
}

export type ShutTimes = ReturnType<typeof createShutTimes>

export function createShutTimes() {
  const all: Shut[] = []

  function shut(why: Shut['why'], closes: Shut['closes'], sinceMs = performance.now()): Shut {
    const one = { why, closes, sinceMs, untilMs: Number.POSITIVE_INFINITY }
    all.push(one)
    return one
  }

  return {
    all,
    shut,
    shutInterval: (why: Shut['why'], interval: Interval, sinceMs?: number) =>
      shut(why, (booking) => overlaps(booking.interval, interval), sinceMs),
    /** What of these is shut at the moment. */
    standing: (...whys: Shut['why'][]) =>
      all.filter(({ why, untilMs }) => whys.includes(why) && untilMs === Number.POSITIVE_INFINITY),
  }
}

/** To be called before anybody can know that the time is open. */
export function open(shut: Shut): void {
  shut.untilMs = performance.now()
}

/** Whether it was asked for and granted while the time was shut, whichever moment in between decided it. */
export const isBookedInto = (shut: Shut, booking: Booking) =>
  booking.sentAtMs > shut.sinceMs && booking.answeredAtMs < shut.untilMs && shut.closes(booking)
