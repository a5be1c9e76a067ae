import type { Opening } from '../site/opening.ts'
import { minutesOfDay, timeOfMinutes } from './wall-time.ts'

const weekdays = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su']

/**
 * The opening hours for search engines, like "Mo,Tu 09:00-18:00": the last consultation begins at the last start, and
 * the door is open until it ends.
 *
 * @see https://schema.org/openingHours
 */
export function openingHours({ closedWeekdays, firstStart, lastStart, durationMinutes }: Opening): string {
  const open = weekdays.filter((_, index) => !closedWeekdays.includes(index + 1))
  return `${open.join(',')} ${firstStart}-${timeOfMinutes(minutesOfDay(lastStart) + durationMinutes)}`
}
