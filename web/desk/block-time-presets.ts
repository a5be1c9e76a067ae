import { desk } from '#copy/desk.ts'
import type { WallStretch } from '../../booking/appointment.ts'
import { type Shop, startsForDate, weekStarts } from '../../booking/opening-hours.ts'
import { addDays, minutesToTime, mondayOf, timeToMinutes } from '../../booking/time.ts'

const noon = '12:00'
const midnight = '00:00'
const lastMinute = '23:59'

/** The most common blocked times; whole days, whatever the opening hours become. */
export function presets(date: string, shop: Shop): { word: string; stretch: WallStretch }[] {
  const [, last] = startsForDate(date, shop).at(-1) ?? weekStarts(shop.opening)
  const closing = timeToMinutes(last) + shop.opening.durationMinutes
  const end = minutesToTime(Math.min(closing, timeToMinutes(lastMinute)))
  // Ends on the last day itself, so the owner can change that date alone.
  const days = (first: string, last: string) => ({
    from: `${first}T${midnight}`,
    to: `${last}T${lastMinute}`,
  })
  const words = desk.closing
  const monday = mondayOf(date)
  return [
    { word: words.afternoon, stretch: { from: `${date}T${noon}`, to: `${date}T${end}` } },
    { word: words.wholeDay, stretch: days(date, date) },
    { word: words.wholeWeek, stretch: days(monday, addDays(monday, 6)) },
  ]
}

/** Blocking a day until its last minute blocks it until midnight. */
export function closedBy({ from, to }: WallStretch): WallStretch {
  const [date = '', time] = to.split('T')
  // A date can be incomplete, or have a year of five digits, while it is typed.
  return to.length === 16 && time === lastMinute
    ? { from, to: `${addDays(date, 1)}T${midnight}` }
    : { from, to }
}
