import type { WallStretch } from '../../booking/appointment.ts'
import { type Shop, startsOn, weekStarts } from '../../booking/opening-hours.ts'
import { addDays, minutesOfDay, mondayOf, timeOfMinutes } from '../../booking/time.ts'
import { desk } from '../../copy/desk.ts'

const noon = '12:00'

const midnight = '00:00'

const lastMinute = '23:59'

/** What is closed most often, each with one press; whole days whatever the opening hours will be. */
export function presets(date: string, shop: Shop): { word: string; stretch: WallStretch }[] {
  const [, last] = startsOn(date, shop).at(-1) ?? weekStarts(shop.opening)
  const closing = minutesOfDay(last) + shop.opening.durationMinutes
  const end = timeOfMinutes(Math.min(closing, minutesOfDay(lastMinute)))
  // Until a time of the last day itself: whoever closes more days changes that date, and no more.
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

/** What is closed by what was chosen: whoever closes a day until its last minute closes it until midnight. */
export function closedBy({ from, to }: WallStretch): WallStretch {
  const [date = '', time] = to.split('T')
  // A date that is not typed yet, or has a year of five digits by now, has no next day.
  return to.length === 16 && time === lastMinute
    ? { from, to: `${addDays(date, 1)}T${midnight}` }
    : { from, to }
}
