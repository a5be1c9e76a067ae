import { weekdayNames } from '../../booking/time.ts'
import type { Week } from '../../demo/types.ts'

/** A week with these stretches on every weekday, except those given otherwise. */
export function everyDay(stretches: readonly string[], except: Partial<Week> = {}): Week {
  const days = Object.fromEntries(weekdayNames.map((name) => [name, stretches])) as Record<
    keyof Week,
    readonly string[]
  >
  return { ...days, ...except }
}

/** A week as shops have them: mornings and afternoons, a shorter Saturday, and Sundays off. */
export const shopWeek = everyDay(['09:00-12:00', '13:00-17:00'], { saturday: ['10:00-14:00'], sunday: [] })
