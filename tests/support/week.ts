import { weekdayNames } from '../../booking/time.ts'
import type { Week } from '../../demo/types.ts'

/** A week with these stretches on every weekday, except those given otherwise. */
export const everyDay = (stretches: readonly string[], except: Partial<Week> = {}): Week => ({
  ...(Object.fromEntries(weekdayNames.map((name) => [name, stretches])) as unknown as Week),
  ...except,
})

/** A typical shop's week: mornings and afternoons, a shorter Saturday, and Sundays off. */
export const shopWeek = everyDay(['09:00-12:00', '13:00-17:00'], { saturday: ['10:00-14:00'], sunday: [] })
