import type { WallStretch } from '../../../booking/desk.ts'
import type { Shop } from '../../../booking/shop.ts'
import { addDays, minutesOfDay, mondayOf, timeOfMinutes } from '../../../booking/wall-time.ts'
import { desk } from '../../../site/copy/desk.ts'

const noon = '12:00'
const midnight = '00:00'

/** What is closed most often, each with one press; whole days whatever the opening hours will be. */
export function presets(date: string, { opening }: Shop): { word: string; stretch: WallStretch }[] {
  const { lastStart, durationMinutes } = opening
  const end = timeOfMinutes(Math.min(minutesOfDay(lastStart) + durationMinutes, 23 * 60 + 59))
  const days = (first: string, count: number) => ({
    from: `${first}T${midnight}`,
    to: `${addDays(first, count)}T${midnight}`,
  })
  const words = desk.closing
  return [
    { word: words.afternoon, stretch: { from: `${date}T${noon}`, to: `${date}T${end}` } },
    { word: words.wholeDay, stretch: days(date, 1) },
    { word: words.wholeWeek, stretch: days(mondayOf(date), 7) },
  ]
}
