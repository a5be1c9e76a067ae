import type { WallStretch } from '../../../booking/appointment.ts'
import type { DeskAppointment } from '../../../booking/owner-api.ts'
import { minutesOfDay } from '../../../booking/time.ts'

/** Minutes since midnight of one day; the end does not belong to it. */
export interface Stretch {
  from: number
  to: number
}

const dayMinutes = 24 * 60
const msPerMinute = 60_000

/** What of a stretch of wall time lies on this day, or null. */
export function onDay({ from, to }: WallStretch, date: string): Stretch | null {
  const minutes = (wallTime: string) => {
    const [day = '', time = ''] = wallTime.split('T')
    if (day !== date) return day < date ? 0 : dayMinutes
    return minutesOfDay(time)
  }
  const stretch = { from: minutes(from), to: minutes(to) }
  return stretch.from < stretch.to ? stretch : null
}

/** When a visit takes place, by the shop's clock. */
export function visitStretch({ appointment_time, starts_at, ends_at }: DeskAppointment): Stretch {
  const from = minutesOfDay(appointment_time)
  return { from, to: from + (Date.parse(ends_at) - Date.parse(starts_at)) / msPerMinute }
}

export const meets = (a: Stretch, b: Stretch) => a.from < b.to && b.from < a.to

/** The part of a stretch within another, or null. */
export function within(stretch: Stretch, bounds: Stretch): Stretch | null {
  const part = { from: Math.max(stretch.from, bounds.from), to: Math.min(stretch.to, bounds.to) }
  return part.from < part.to ? part : null
}

/** What is left of a stretch when the others are taken out of it, early to late. */
export function without(stretch: Stretch, others: readonly Stretch[]): Stretch[] {
  return others.reduce<Stretch[]>(
    (left, taken) =>
      left.flatMap((part) =>
        meets(part, taken)
          ? [
              { from: part.from, to: taken.from },
              { from: taken.to, to: part.to },
            ].filter(({ from, to }) => from < to)
          : [part],
      ),
    [stretch],
  )
}
