import { allForYear } from '@18f/us-federal-holidays'
import { deskHours as words } from '#copy/desk-hours.ts'
import { addDays } from '../../../booking/time.ts'

export interface Holiday {
  /** "YYYY-MM-DD" */
  date: string
  name: string
}

const names: Readonly<Record<string, string>> = words.holidayNames

/** A holiday on a weekend is also observed on the Friday before or the Monday after. */
function holidaysOf(year: number): Holiday[] {
  const observed = allForYear(year)
  const actual = allForYear(year, { shiftSaturdayHolidays: false, shiftSundayHolidays: false })
  return actual.flatMap(({ name, dateString: date }, index): Holiday[] => {
    const known = names[name] ?? name
    const on = observed[index]?.dateString
    return [{ date, name: known }, ...(on && on !== date ? [{ date: on, name: words.observed(known) }] : [])]
  })
}

const daysAhead = 365

export function holidaysFrom(today: string): Holiday[] {
  const year = Number(today.slice(0, 4))
  const last = addDays(today, daysAhead)
  // The New Year's Day after next can be observed on December 31.
  return [year, year + 1, year + 2]
    .flatMap(holidaysOf)
    .filter(({ date }) => date >= today && date < last)
    .sort((a, b) => a.date.localeCompare(b.date))
}
