import type { WallStretch } from '../../../booking/desk.ts'
import type { Shop } from '../../../booking/shop.ts'
import { addDays, minutesOfDay, timeOfMinutes, weekday } from '../../../booking/wall-time.ts'
import { desk } from '../../../site/copy/desk.ts'

const noon = '12:00'

/** What is closed most often, each with one press. */
export function presets(date: string, { opening }: Shop): { word: string; stretch: WallStretch }[] {
  const { firstStart, lastStart, durationMinutes } = opening
  const end = timeOfMinutes(Math.min(minutesOfDay(lastStart) + durationMinutes, 23 * 60 + 59))
  const monday = addDays(date, 1 - weekday(date))
  const words = desk.closing
  return [
    { word: words.afternoon, stretch: { from: `${date}T${noon}`, to: `${date}T${end}` } },
    { word: words.wholeDay, stretch: { from: `${date}T${firstStart}`, to: `${date}T${end}` } },
    {
      word: words.wholeWeek,
      stretch: { from: `${monday}T${firstStart}`, to: `${addDays(monday, 6)}T${end}` },
    },
  ]
}
